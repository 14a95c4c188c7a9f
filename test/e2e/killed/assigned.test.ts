// A link of a campaign that a killed run assigned, where the service refuses to assign it twice. No list shows it. The
// state has the create that a killed engine had begun; of a provider killed alone it has nothing.
import { beforeEach, expect, test } from "vitest";
import { acme, configured, urnOf } from "../lifecycle/support";
import type { Project } from "../support/project";
import { runAndKill } from "./interruption";
import { type Role, skipWithoutProc } from "./processes";

const LAUNCH = { name: "Launch", slug: "launch", public: true, links: [4711] };

beforeEach(skipWithoutProc);

/** The stack after a run whose campaign is in the state, and whose link was assigned right before the kill. */
async function assignedAndKilled(victim: Role): Promise<Project> {
  const app = await configured(
    { campaigns: { launch: LAUNCH } },
    { dialect: { repeatedAssignment: "error" } },
  );
  await runAndKill(app, ["up", "--yes", "--skip-preview"], { nth: 2, timing: "after", victims: [victim] });
  return app;
}

async function expectHealed(app: Project): Promise<void> {
  expect(acme(app).campaigns.list()).toEqual([expect.objectContaining({ id: 101, links: [4711] })]);
  await app.pulumi("preview", "--expect-no-changes");
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
}

test("with the engine killed the next run takes it as assigned", async () => {
  const app = await assignedAndKilled("engine");
  await app.pulumi("cancel", "--yes");

  const healed = await app.pulumi("up", "--yes", "--skip-preview");
  expect(healed).toContain(
    "CampaignLink 101/4711: taken as assigned although the service refused it, since the state names it",
  );
  await expectHealed(app);
});

test("with the provider killed the next run names the way out: to take it over with its campaign", async () => {
  const app = await assignedAndKilled("provider");
  const { code, output } = await app.try("up", "--yes", "--skip-preview");
  expect(code).not.toBe(0);
  expect(output).toContain("if a killed run did that, `pulumi up --replace` of the campaign takes over both");

  const healed = await app.pulumi("up", "--yes", "--skip-preview", "--replace", urnOf("Campaign", "launch"));
  expect(healed).toContain("CampaignLink 101/4711: taken as assigned although the service refused it");
  await expectHealed(app);
});

// A link of a campaign that a killed run assigned, where the service refuses to assign it twice: no list shows it, but the
// state has the create that the killed run had begun.
import { beforeEach, expect, test } from "vitest";
import { acme, configured } from "../lifecycle/support";
import { runAndKill } from "./interruption";
import { skipWithoutProc } from "./processes";

const LAUNCH = { name: "Launch", slug: "launch", public: true, links: [4711] };

beforeEach(skipWithoutProc);

test("a link that a killed run assigned, and that the service does not assign twice, is taken as assigned", async () => {
  const app = await configured({ campaigns: { launch: LAUNCH } }, { dialect: { doubleAssign: "error" } });
  await runAndKill(app, ["up", "--yes", "--skip-preview"], { nth: 2, timing: "after", victims: ["engine"] });
  await app.pulumi("cancel", "--yes");

  const healed = await app.pulumi("up", "--yes", "--skip-preview");
  expect(healed).toContain(
    "CampaignLink 101/4711: taken as assigned although the service refused it, since the state names it",
  );
  expect(acme(app).campaigns.list()).toEqual([expect.objectContaining({ id: 101, links: [4711] })]);
  await app.pulumi("preview", "--expect-no-changes");
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

// A link that a killed run assigned to a campaign, on a service that rejects a second assignment. The links of a campaign
// cannot be listed.
import { beforeEach, expect, test } from "vitest";
import { acme, configured, ids } from "../lifecycle/support";
import { runAndKill } from "./interruption";
import { type Role, skipWithoutProc } from "./processes";
import { adopting } from "./recovery";

const LAUNCH = { name: "Launch", slug: "launch", public: true, links: [4711] };
const UP = ["up", "--yes", "--skip-preview"];

beforeEach(skipWithoutProc);

for (const victim of ["engine", "provider"] satisfies Role[]) {
  test(`after a kill of the ${victim}, the rejected assignment stops the next run, and adopt accepts it`, async () => {
    const app = await configured(
      { campaigns: { launch: LAUNCH } },
      { dialect: { repeatedAssignment: "error" } },
    );
    await runAndKill(app, UP, { nth: 2, timing: "after", victims: [victim] });
    await app.try("cancel", "--yes");
    expect(await ids(app)).toEqual({ "Campaign launch": "101" });

    const rejected = await app.try(...UP);
    expect(rejected.code).not.toBe(0);
    expect(rejected.output).toContain("not assigned already (onExisting: adopt accepts that)");
    expect(await ids(app)).toEqual({ "Campaign launch": "101" });

    const { code, output } = await adopting(app, ...UP);
    expect(code, output).toBe(0);
    expect(output).toContain("counts as assigned, although the service rejected it");
    expect(acme(app).campaigns.list()).toEqual([expect.objectContaining({ id: 101, links: [4711] })]);
    expect(await ids(app)).toEqual({ "Campaign launch": "101", "CampaignLink launch/4711": "101/4711" });
    await app.pulumi("preview", "--expect-no-changes");
    await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
  });
}

test("an assignment with an unclear result keeps nothing in the state", async () => {
  const app = await configured(
    { campaigns: { launch: LAUNCH } },
    { dialect: { repeatedAssignment: "error" } },
  );
  app.emulator.faults.rule({ on: "POST /api/campaign/*/assign/*", fault: "badGatewayAfterCommit" });
  expect((await app.try(...UP)).code).not.toBe(0);
  expect(await ids(app)).toEqual({ "Campaign launch": "101" });

  app.emulator.faults.clear();
  expect((await adopting(app, ...UP)).code).toBe(0);
  expect(acme(app).campaigns.get(101)?.links).toEqual([4711]);
  await app.pulumi("preview", "--expect-no-changes");
});

// A link of a campaign that a killed run assigned, where the service refuses to assign it twice: no list shows it, so the
// user says by a replacement that the campaign is to be taken over as it is.
import { beforeEach, expect, test } from "vitest";
import { acme, configured, urnOf } from "../lifecycle/support";
import { runAndKill } from "./interruption";
import { skipWithoutProc } from "./processes";

const LAUNCH = { name: "Launch", slug: "launch", public: true, links: [4711] };

beforeEach(skipWithoutProc);

test("a link that a killed run assigned is refused with the way out, and taken over with its campaign", async () => {
  const app = await configured({ campaigns: { launch: LAUNCH } }, { dialect: { doubleAssign: "error" } });
  await runAndKill(app, ["up", "--yes", "--skip-preview"], { nth: 2, timing: "after", victims: ["engine"] });
  await app.pulumi("cancel", "--yes");
  const { code, output } = await app.try("up", "--yes", "--skip-preview");
  expect(code).not.toBe(0);
  expect(output).toContain(
    "It is assigned already. (status 400); check that the account has the short link 4711 and that it is not assigned " +
      "already (if a killed run did that, `pulumi up --replace` of the campaign takes over both)",
  );

  const healed = await app.pulumi("up", "--yes", "--skip-preview", "--replace", urnOf("Campaign", "launch"));
  expect(healed).toContain("CampaignLink 101/4711: taken as assigned although the service refused it");
  expect(acme(app).campaigns.list()).toEqual([expect.objectContaining({ id: 101, links: [4711] })]);
  await app.pulumi("preview", "--expect-no-changes");
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

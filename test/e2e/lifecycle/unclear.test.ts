// Creates whose answers are lost, with the real CLI.
import { describe, expect, test } from "vitest";
import type { Project } from "../support/project";
import { acme, configured, diagnostics, ids, objectCounts, upOf, urnOf, yaml } from "./support";

test("what was made is found, and what was not is sent once more, in the same up", async () => {
  const stack = await configured({
    pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
    channels: { spring: { name: "Spring" } },
    qrCodes: { menu: { type: "text", data: "menu" } },
  });
  await stack.pulumi("config", "set", "link-management:settleTime", "1");
  const { faults } = stack.emulator;
  faults.rule({ on: "POST /api/pixel/add", fault: "dropAfterCommit", times: 1 });
  faults.rule({ on: "POST /api/channel/add", fault: "badGatewayBeforeHandling", times: 1 });
  faults.rule({ on: "POST /api/qr/add", fault: "gatewayTimeoutAfterCommit", times: 1 });
  const told = diagnostics(await upOf(stack));
  expect(told).toContain("Pixel fbpixel 1: was made with id 101 although its create had no clear answer");
  expect(told).toContain("Channel Spring: sent once more");
  expect(await ids(stack)).toEqual({ "Pixel ads": "101", "Channel spring": "101", "QrCode menu": "101" });
  expect(objectCounts(stack)).toMatchObject({ pixels: 1, channels: 1, qrs: 1 });
  await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

test("a link of which nobody knows is kept in the state, and the next up sends it again", async () => {
  const stack = await configured(
    { campaigns: { launch: { name: "Launch", links: [4711] } } },
    { dialect: { repeatedAssignment: "error" } },
  );
  const { faults } = stack.emulator;
  faults.rule({ on: "POST /api/campaign/*/assign/*", fault: "badGatewayAfterCommit" });
  const failed = await stack.try("up", "--yes", "--skip-preview");
  expect(failed.code).not.toBe(0);
  expect(failed.output).toContain("it is kept in the state, and the next `pulumi up` sends it again");
  expect(await ids(stack)).toEqual({ "Campaign launch": "101", "CampaignLink launch/4711": "101/4711" });

  faults.clear();
  expect(diagnostics(await upOf(stack))).toContain("taken as assigned although the service refused it");
  expect(acme(stack).campaigns.get(101)?.links).toEqual([4711]);
  await stack.pulumi("preview", "--expect-no-changes");
});

const MENU = { type: "text", data: "menu" };

/** The create of a code has no answer, whether it worked or not, and somebody else makes others at the same time. */
async function undecided(options: object, didWork: boolean): Promise<Project> {
  const stack = await configured({ qrCodes: { menu: { ...MENU, options } } });
  await stack.pulumi("config", "set", "link-management:settleTime", "1");
  const { faults } = stack.emulator;
  faults.rule({
    on: "GET /api/qr",
    fault: "concurrentEditor",
    times: 1,
    edit: ({ qrs }) => {
      for (let others = didWork ? 1 : 2; others > 0; others--) qrs.create({ type: "text", data: "other" });
    },
  });
  const fault = didWork ? "dropAfterCommit" : "badGatewayBeforeHandling";
  faults.rule({ on: "POST /api/qr/add", fault, times: 1 });
  const run = await stack.try("up", "--yes", "--skip-preview");
  expect(run.output).toMatch(/id 10[12] \(link .*id 10[12] \(link .*onExisting: \{ id/s);
  return stack;
}

/** The codes that are the stack's by their content, not by what the state says. */
const own = (stack: Project) =>
  acme(stack)
    .qrs.list()
    .filter(({ data }) => data === MENU.data)
    .map(({ id }) => id);

test("a QR code that cannot be told from another's stops every run until the entry names it", async () => {
  const stack = await undecided({}, true);
  const again = await stack.try("up", "--yes", "--skip-preview");
  expect(again.output).toContain("an earlier run could not tell whether its create worked");
  expect(objectCounts(stack)).toMatchObject({ qrs: 2 });

  const [id] = own(stack);
  await stack.config(yaml({ qrCodes: { menu: { ...MENU, options: { onExisting: { id } } } } }));
  await upOf(stack);
  expect(await ids(stack)).toEqual({ "QrCode menu": String(id) });
  expect(objectCounts(stack)).toMatchObject({ qrs: 2 });
  await stack.pulumi("preview", "--expect-no-changes");
});

describe("where that entry is protected, which forbids to replace it", () => {
  const config = (options: object) => yaml({ qrCodes: { menu: { ...MENU, options } } });

  test("it is named in a run without protect, and protected again after that", async () => {
    const stack = await undecided({ protect: true }, true);
    const [id] = own(stack);
    await stack.config(config({ protect: true, onExisting: { id } }));
    const refused = await stack.try("up", "--yes", "--skip-preview");
    expect(refused.output).toContain("remove the `protect` flag from the resource");

    await stack.config(config({ onExisting: { id } }));
    await upOf(stack);
    await stack.config(config({ protect: true }));
    await stack.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
    expect(await ids(stack)).toEqual({ "QrCode menu": String(id) });
    expect(objectCounts(stack)).toMatchObject({ qrs: 2 });
    expect((await stack.resource("QrCode", "menu")).protect).toBe(true);
  });

  test("it is made after its state was unprotected, and stays protected", async () => {
    const stack = await undecided({ protect: true }, false);
    expect(own(stack)).toEqual([]);
    const stopped = await stack.try("up", "--yes", "--skip-preview");
    expect(stopped.output).toContain("`pulumi state unprotect");

    await stack.pulumi("state", "unprotect", urnOf("QrCode", "menu"), "--yes");
    await stack.config(config({ protect: true, onExisting: "duplicate" }));
    await upOf(stack);
    expect(await ids(stack)).toEqual({ "QrCode menu": String(own(stack)[0]) });
    expect(objectCounts(stack)).toMatchObject({ qrs: 3 });
    expect((await stack.resource("QrCode", "menu")).protect).toBe(true);
    await stack.pulumi("preview", "--expect-no-changes");
  });
});

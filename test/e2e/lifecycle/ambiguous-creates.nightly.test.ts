// Creates whose responses are lost.
import { describe, expect, test } from "vitest";
import type { Project } from "../support/project";
import { acme, configured, diagnostics, ids, objectCounts, upOf, urnOf, yaml } from "./support";

test("objects that were created are found, and the others are sent again, in the same up", async () => {
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
  const reported = diagnostics(await upOf(stack));
  expect(reported).toMatch(
    /pixels\.ads \(.*\): created with id 101, although the create had no clear result/,
  );
  expect(reported).toMatch(/channels\.spring \(.*\): sent again/);
  expect(await ids(stack)).toEqual({ "Pixel ads": "101", "Channel spring": "101", "QrCode menu": "101" });
  expect(objectCounts(stack)).toMatchObject({ pixels: 1, channels: 1, qrs: 1 });
  await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

test("a link with an unknown result is not kept in the state, and the next up assigns it", async () => {
  const stack = await configured(
    { campaigns: { launch: { name: "Launch", links: [4711] } } },
    { dialect: { repeatedAssignment: "error" } },
  );
  const { faults } = stack.emulator;
  faults.rule({ on: "POST /api/campaign/*/assign/*", fault: "badGatewayAfterCommit" });
  const failed = await stack.try("up", "--yes", "--skip-preview");
  expect(failed.code).not.toBe(0);
  expect(failed.output).toContain(
    "The change may have taken effect. Run the command again later to find out",
  );
  expect(await ids(stack)).toEqual({ "Campaign launch": "101" });

  faults.clear();
  const rejected = await stack.try("up", "--yes", "--skip-preview");
  expect(diagnostics(rejected.output)).toContain(
    "Check that the account has short link 4711 and that it is not assigned already (onExisting: adopt accepts that)",
  );
  stack.env.LINK_MANAGEMENT_ON_EXISTING = "adopt";
  expect(diagnostics(await upOf(stack))).toContain("counts as assigned, although the service rejected it");
  expect(acme(stack).campaigns.get(101)?.links).toEqual([4711]);
  await stack.pulumi("preview", "--expect-no-changes");
});

const MENU = { type: "text", data: "menu" };

/** The create of a code gets no response, whether it worked or not, and somebody else creates others meanwhile. */
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
  expect(run.output).toMatch(/id 10[12] \(name .*id 10[12] \(name .*onExisting: \{ id/s);
  return stack;
}

/** The codes that have the content of the entry. */
const own = (stack: Project) =>
  acme(stack)
    .qrs.list()
    .filter(({ data }) => data === MENU.data)
    .map(({ id }) => id);

test("a QR code with an unknown result stops every run until the entry decides, but no refresh", async () => {
  const stack = await undecided({}, true);
  for (const command of [["preview"], ["up", "--yes", "--skip-preview"]]) {
    const again = await stack.try(...command);
    expect(again.code).not.toBe(0);
    expect(diagnostics(again.output)).toContain(
      "an earlier create has an unknown result. Look at the account",
    );
  }
  await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
  await stack.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  expect(objectCounts(stack)).toMatchObject({ qrs: 2 });

  const [id] = own(stack);
  await stack.config(yaml({ qrCodes: { menu: { ...MENU, options: { onExisting: { id } } } } }));
  await upOf(stack);
  expect(await ids(stack)).toEqual({ "QrCode menu": String(id) });
  expect(objectCounts(stack)).toMatchObject({ qrs: 2 });
  await stack.pulumi("preview", "--expect-no-changes");
});

describe("if that entry is protected, so that it cannot be replaced", () => {
  const config = (options: object) => yaml({ qrCodes: { menu: { ...MENU, options } } });

  test("a run without protect decides it, and it can be protected again", async () => {
    const stack = await undecided({ protect: true }, true);
    const [id] = own(stack);
    await stack.config(config({ protect: true, onExisting: { id } }));
    const rejected = await stack.try("up", "--yes", "--skip-preview");
    expect(rejected.output).toContain("remove the `protect` flag from the resource");

    await stack.config(config({ onExisting: { id } }));
    await upOf(stack);
    await stack.config(config({ protect: true }));
    await stack.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
    expect(await ids(stack)).toEqual({ "QrCode menu": String(id) });
    expect(objectCounts(stack)).toMatchObject({ qrs: 2 });
    expect((await stack.resource("QrCode", "menu")).protect).toBe(true);
  });

  test("it is created after its state was unprotected, and stays protected", async () => {
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

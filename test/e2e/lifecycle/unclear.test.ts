// Creates whose answers are lost, with the real CLI.
import { expect, test } from "vitest";
import { acme, configured, diagnostics, holdings, ids, upOf, yaml } from "./support";

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
  expect(holdings(stack)).toMatchObject({ pixels: 1, channels: 1, qrs: 1 });
  await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

test("a link of which nobody knows is kept in the state, and the next up sends it again", async () => {
  const stack = await configured(
    { campaigns: { launch: { name: "Launch", links: [4711] } } },
    { dialect: { doubleAssign: "error" } },
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

test("a QR code that cannot be told from another's stops every run until the entry names it", async () => {
  const menu = { type: "text", data: "menu" };
  const stack = await configured({ qrCodes: { menu } });
  await stack.pulumi("config", "set", "link-management:settleTime", "1");
  const { faults } = stack.emulator;
  faults.rule({
    on: "GET /api/qr",
    fault: "otherWriter",
    times: 1,
    write: ({ qrs }) => qrs.create({ type: "text", data: "of somebody else" }),
  });
  faults.rule({ on: "POST /api/qr/add", fault: "dropAfterCommit", times: 1 });
  const undecided = await stack.try("up", "--yes", "--skip-preview");
  expect(undecided.output).toMatch(/id 10[12] \(link .*id 10[12] \(link .*onExisting: \{ id/s);
  const again = await stack.try("up", "--yes", "--skip-preview");
  expect(again.output).toContain("an earlier run could not tell whether its create worked");
  expect(holdings(stack)).toMatchObject({ qrs: 2 });

  const ours = acme(stack)
    .qrs.list()
    .find(({ data }) => data === "menu")!;
  const named = { qrCodes: { menu: { ...menu, options: { onExisting: { id: ours.id } } } } };
  await stack.write({ "link-management.yaml": yaml(named) });
  await upOf(stack);
  expect(await ids(stack)).toEqual({ "QrCode menu": String(ours.id) });
  expect(holdings(stack)).toMatchObject({ qrs: 2 });
  await stack.pulumi("preview", "--expect-no-changes");
});

import { expect, test } from "vitest";
import { providerSource } from "../../src/kind/provider-source";
import { registry } from "../../src/resources/index";

// Every state contains this text, so its bytes never change.
test.each([
  ["account"],
  ["campaign"],
  ["campaignLink"],
  ["channel"],
  ["channelItem"],
  ["domain"],
  ["pixel"],
  ["qrCode"],
])("never changes a byte of the text of %s", (handler) => {
  expect(providerSource(handler)).toBe(
    `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-link-management/provider").${handler}`,
  );
});

test("has a short text for every kind", () => {
  const handlers = registry.map(({ definition }) => definition.handler);
  expect(handlers.sort()).toEqual([
    "account",
    "campaign",
    "campaignLink",
    "channel",
    "channelItem",
    "domain",
    "pixel",
    "qrCode",
  ]);
  for (const handler of handlers) expect(Buffer.byteLength(providerSource(handler))).toBeLessThanOrEqual(160);
});

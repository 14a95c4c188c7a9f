import { expect, test } from "vitest";
import { providerText } from "../../src/kind/provider-source";
import { registry } from "../../src/resources/index";

// A promise to every state that was ever written: these bytes never change.
test.each([
  ["account"],
  ["campaign"],
  ["campaignLink"],
  ["channel"],
  ["channelItem"],
  ["domain"],
  ["pixel"],
  ["qrCode"],
])("the text of %s is pinned byte by byte", (handler) => {
  expect(providerText(handler)).toBe(
    `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-link-management/provider").${handler}`,
  );
});

test("every kind has its pinned text, of 160 bytes or less", () => {
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
  for (const handler of handlers) expect(Buffer.byteLength(providerText(handler))).toBeLessThanOrEqual(160);
});

import { expect, test } from "vitest";
import { providerSource } from "../../src/kind/provider-source";
import { registry } from "../../src/resources/index";

/** The handlers of version 0.1. States contain their names, so none is ever renamed. Newer kinds need no line here. */
const FIRST_HANDLERS = [
  "account",
  "campaign",
  "campaignLink",
  "channel",
  "channelItem",
  "domain",
  "pixel",
  "qrCode",
];
const handlers = registry.map(({ definition }) => definition.handler);

// Every state contains this text, so its bytes never change.
test.each([...new Set([...FIRST_HANDLERS, ...handlers])])(
  "never changes a byte of the text of %s",
  (handler) => {
    expect(providerSource(handler)).toBe(
      `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-link-management/provider").${handler}`,
    );
  },
);

test("keeps the handlers of existing states", () => {
  expect(handlers).toEqual(expect.arrayContaining(FIRST_HANDLERS));
});

test("has a short text for every kind", () => {
  for (const handler of handlers) expect(Buffer.byteLength(providerSource(handler))).toBeLessThanOrEqual(160);
});

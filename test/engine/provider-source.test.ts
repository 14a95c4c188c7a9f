import { expect, test } from "vitest";
import { providerSource } from "../../src/engine/provider-source";
import { definitions } from "../../src/resources/definitions";

const HANDLERS = "account campaign campaignLink channel channelItem domain link pixel qrCode".split(" ");

test("every state contains the text that loads its handler, so its bytes never change", () => {
  const sources = HANDLERS.map(
    (handler) =>
      `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-link-management/provider").${handler}`,
  );
  const actual = definitions.map(({ handler }) => providerSource(handler));
  expect(actual).toEqual(expect.arrayContaining(sources));
});

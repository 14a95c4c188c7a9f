// Every state contains this text, so its bytes never change, and no name in it either.
import { expect, test } from "vitest";
import { providerSource } from "../../src/engine/provider-source";
import { registry } from "../../src/resources/index";

test.each([
  "Account",
  "Campaign",
  "CampaignLink",
  "Channel",
  "ChannelItem",
  "Domain",
  "Link",
  "Pixel",
  "QrCode",
])("the states of %s load its handler", (type) => {
  const { definition } = registry.find((one) => one.definition.type === type)!;
  const handler = type.replace(/^./, (letter) => letter.toLowerCase());
  expect(providerSource(definition.handler)).toBe(
    `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-link-management/provider").${handler}`,
  );
});

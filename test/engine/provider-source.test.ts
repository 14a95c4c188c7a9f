// Every state contains this text, so its bytes never change, and no name in it either.
import { expect, test } from "vitest";
import { providerSource } from "../../src/engine/provider-source";
import { registry } from "../../src/resources/index";

const HANDLERS = {
  Account: "account",
  Campaign: "campaign",
  CampaignLink: "campaignLink",
  Channel: "channel",
  ChannelItem: "channelItem",
  Domain: "domain",
  Pixel: "pixel",
  QrCode: "qrCode",
};

test.each(Object.entries(HANDLERS))("the states of %s load the handler %s", (type, handler) => {
  const { definition } = registry.find(({ definition }) => definition.type === type)!;
  expect(providerSource(definition.handler)).toBe(
    `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-link-management/provider").${handler}`,
  );
});

// The kinds of resources, in the order in which the config file's loader makes them. A new kind is one new
// file and one line here.
import type { ResourceClass } from "../engine/resource-class";
import { Account } from "./account";
import { Campaign } from "./campaign";
import { CampaignLink } from "./campaign-link";
import { Channel } from "./channel";
import { ChannelItem } from "./channel-item";
import { Domain } from "./domain";
import { Pixel } from "./pixel";
import { QrCode } from "./qr-code";

const kinds = [Account, Pixel, Domain, QrCode, Channel, ChannelItem, Campaign, CampaignLink];

export const registry = withoutDoubles(kinds as unknown as ResourceClass[]);

function withoutDoubles(classes: ResourceClass[]): readonly ResourceClass[] {
  const seen = new Set<string>();
  for (const { definition } of classes) {
    for (const name of [`type ${definition.type}`, `handler ${definition.handler}`]) {
      if (seen.has(name)) throw new Error(`two kinds of resources have the ${name}`);
      seen.add(name);
    }
  }
  return classes;
}

export { Account, Campaign, CampaignLink, Channel, ChannelItem, Domain, Pixel, QrCode };

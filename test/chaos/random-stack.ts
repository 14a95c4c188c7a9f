// Random stacks: the same numbers give the same stack.
import type { Account } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import type { OnExisting } from "../../src/kind/existing/on-existing";

/** One entry of a config. */
export interface Entry {
  readonly key: string;
  /** Name of the kind's handler. */
  readonly handler: string;
  readonly args: Props;
  /** Key of the entry whose id is the argument `parentArg`. */
  readonly parent?: string;
  readonly parentArg?: string;
  /** The earlier key. */
  readonly renamedFrom?: string;
  readonly onExisting?: OnExisting;
}

const LINKS = [4711, 4712, 4713, 4714, 4715];
const CAMPAIGNS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Each campaign has links of its own: on some services, an assignment to another campaign moves a link. */
export const linksOfCampaign = (campaign: number) => LINKS.map((link) => link + 10 * (campaign + 1));

/** Creates the links of all campaigns. */
export function addLinks({ links }: Account): void {
  for (const id of CAMPAIGNS.flatMap(linksOfCampaign)) links.create({ id });
}

/**
 * Up to `size` entries of each kind, with items and links in channels and campaigns. Stacks of one account differ in
 * their entries and arguments, so that applying them in sequence creates, updates, replaces and deletes.
 * @param scope keeps the identities of two stacks apart
 * @param firstCampaign keeps the links of their campaigns apart
 */
export function randomStack(random: () => number, size: number, scope = "", firstCampaign = 0): Entry[] {
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const several = (handler: string, args: (index: number) => Props): Entry[] =>
    Array.from({ length: size }, (_, index) => ({
      key: `${handler}/${index}`,
      handler,
      args: args(index),
    })).filter(() => random() < 0.6);
  const word = () => oneOf(["spring", "summer", "autumn", "winter"]);

  const pixels = several("pixel", (index) => ({
    type: oneOf(["fbpixel", "gapixel"]),
    name: `Pixel ${word()}`,
    tag: `tag-${scope}${index}`,
  }));
  const domains = several("domain", (index) => ({
    domain: `https://d${scope}${index}.${oneOf(["example.com", "example.org"])}`,
    redirectRoot: `https://example.com/${word()}`,
  }));
  const codes = several("qrCode", (index) => ({
    type: oneOf(["text", "link"]),
    data: `https://example.com/${scope}${index}/${word()}/${random()}`,
  }));
  const channels = several("channel", (index) => ({
    name: `channel ${scope}${index}`,
    description: word(),
  }));
  const campaigns = several("campaign", (index) => ({
    name: `Campaign ${scope}${index} ${word()}`,
    slug: `Campaign-${scope}${index}`,
    public: true,
  }));
  const members = [
    ...channels.flatMap((channel) => membersOf(channel)),
    ...campaigns.flatMap((campaign) => {
      const index = Number(campaign.key.split("/")[1]);
      return membersOf(campaign, linksOfCampaign(firstCampaign + index));
    }),
  ];
  return [...pixels, ...domains, ...codes, ...channels, ...campaigns, ...members];
}

/** The items of a channel, or the links of a campaign. */
export function membersOf(parent: Entry, links: readonly number[] = LINKS): Entry[] {
  const isChannel = parent.handler === "channel";
  return links
    .filter((link) => link % 3 !== parent.key.length % 3)
    .map((link) => ({
      key: `${parent.key}/${link}`,
      handler: isChannel ? "channelItem" : "campaignLink",
      args: isChannel ? { itemType: "links", item: link } : { link },
      parent: parent.key,
      parentArg: isChannel ? "channel" : "campaign",
    }));
}

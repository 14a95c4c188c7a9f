// Stacks by chance: the same numbers give the same stack.
import type { Props } from "../../src/kind/definition";

/** Numbers from 0 to 1 (excluded) that follow from a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One entry of a config: `parent` names the entry whose id stands in the argument `parentArg`. */
export interface Entry {
  readonly key: string;
  readonly handler: string;
  readonly args: Props;
  readonly parent?: string;
  readonly parentArg?: string;
  /** The key that it had. */
  readonly renamedFrom?: string;
}

const LINKS = [4711, 4712, 4713, 4714, 4715];

/**
 * Up to `most` entries of each kind, with items and links in what can hold them. Stacks of the same account differ in
 * which entries there are and in their arguments, so that one after the other creates, updates, replaces and deletes.
 */
export function randomStack(random: () => number, most: number): Entry[] {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const oneOf = <Value>(values: readonly Value[]): Value => values[upTo(values.length - 1)]!;
  const several = (handler: string, args: (index: number) => Props): Entry[] =>
    Array.from({ length: most }, (_, index) => ({
      key: `${handler}/${index}`,
      handler,
      args: args(index),
    })).filter(() => random() < 0.6);
  const word = () => oneOf(["spring", "summer", "autumn", "winter"]);
  const membersOf = (parent: Entry, handler: string, parentArg: string, arg: string, more: Props): Entry[] =>
    LINKS.filter((link) => link % 3 !== parent.key.length % 3).map((link) => ({
      key: `${parent.key}/${link}`,
      handler,
      args: { ...more, [arg]: link },
      parent: parent.key,
      parentArg,
    }));

  const pixels = several("pixel", (index) => ({
    type: oneOf(["fbpixel", "forum"]),
    name: `Pixel ${word()}`,
    tag: `tag-${index}`,
  }));
  const domains = several("domain", (index) => ({
    domain: `https://d${index}.${oneOf(["example.com", "example.org"])}`,
    redirectRoot: `https://example.com/${word()}`,
  }));
  const codes = several("qrCode", (index) => ({
    type: oneOf(["text", "link"]),
    data: `https://example.com/${index}/${word()}/${random()}`,
  }));
  const channels = several("channel", (index) => ({ name: `Channel ${index}`, description: word() }));
  const campaigns = several("campaign", (index) => ({
    name: `Campaign ${index} ${word()}`,
    slug: `campaign-${index}`,
    public: true,
  }));
  return [
    ...pixels,
    ...domains,
    ...codes,
    ...channels,
    ...campaigns,
    ...channels.flatMap((one) => membersOf(one, "channelItem", "channel", "item", { itemType: "links" })),
    ...campaigns.flatMap((one) => membersOf(one, "campaignLink", "campaign", "link", {})),
  ];
}

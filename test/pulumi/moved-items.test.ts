import { expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import { MovedItems } from "../../src/pulumi/moved-items";
import type { Registration } from "../../src/pulumi/registrations";
import { campaignLink } from "../../src/resources/campaign-link";
import { channelItem } from "../../src/resources/channel-item";

const link = (name: string, args: Props, more: Partial<Registration> = {}): Registration => ({
  definition: campaignLink,
  name,
  args,
  options: {},
  onExisting: undefined,
  ...more,
});

/** What a program with these resources is warned about. */
function warningsOf(...registrations: Registration[]): string[] {
  const items = new MovedItems();
  return registrations
    .map((one) => items.add(one, one.entry ?? `CampaignLink ${one.name}`))
    .filter((one) => one !== undefined);
}

test("a link in two campaigns warns, with both names, whatever the form of its id", () => {
  expect(
    warningsOf(link("a", { campaign: 1, link: 4711 }), link("b", { campaign: 2, link: "4711" })),
  ).toEqual([
    "CampaignLink b: link 4711 is also in another campaign, by CampaignLink a. Some installations keep it in one only: the last assignment wins",
  ]);
});

test("campaigns may be resources", () => {
  const [spring, fall] = [{}, {}];
  const [first, same, second] = [
    link("a", { campaign: spring, link: 4711 }),
    link("b", { campaign: spring, link: 4711 }),
    link("c", { campaign: fall, link: 4711 }),
  ];
  expect(warningsOf(first, same)).toEqual([]);
  expect(warningsOf(first, second)).toHaveLength(1);
});

test("two entries of one file do not warn: the loader has reported them", () => {
  const file = "link-management.yaml";
  const first = { entry: "campaigns.a.links 4711", file };
  const inFile = link("a/4711", { campaign: {}, link: 4711 }, first);
  expect(warningsOf(inFile, link("b/4711", { campaign: {}, link: 4711 }, { file }))).toEqual([]);
  expect(warningsOf(inFile, link("b", { campaign: 2, link: 4711 }))).toEqual([
    expect.stringContaining("by campaigns.a.links 4711."),
  ]);
});

test.each([
  ["of another account", { provider: { name: "other" } as Registration["provider"] }],
  ["that is only read", { options: { id: "2/4711" } }],
  ["that is known after an apply", { args: { campaign: 2, link: Promise.resolve(4711) } }],
])("a link %s does not warn", (_, more) => {
  const first = link("a", { campaign: 1, link: 4711 });
  expect(warningsOf(first, link("b", { campaign: 2, link: 4711 }, more))).toEqual([]);
});

test("an item may be in many channels", () => {
  const item = (name: string, channel: number) =>
    link(name, { channel, itemType: "links", item: 4711 }, { definition: channelItem });
  expect(warningsOf(item("a", 1), item("b", 2))).toEqual([]);
});

// Arguments that name another object: a resource of the right kind, an id, or an output. TypeScript rejects a resource of
// another kind, and so does the class, for programs without types.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  Account,
  Campaign,
  CampaignLink,
  type CampaignLinkArgs,
  Channel,
  ChannelItem,
  type ChannelItemArgs,
  Domain,
  Pixel,
  QrCode,
} from "../../src/index";
import { inProgramRun } from "../pulumi/support/program-run";
import { NOT_IDS } from "../support/ids";

/** A program in a unit test, with the SDK's mocks. The id of every object is that of its kind. */
function run(program: () => Promise<void> | void): Promise<void> {
  return inProgramRun(async () => {
    await pulumi.runtime.setMocks({
      call: () => ({}),
      newResource: ({ type, inputs }) => ({ id: IDS[type.split(":").at(-1)!]!, state: inputs }),
    });
    await program();
  });
}

const IDS: Readonly<Record<string, string>> = {
  Account: "1",
  Campaign: "2",
  Channel: "3",
  ChannelItem: "4",
  CampaignLink: "5",
  Domain: "6",
  Pixel: "7",
  QrCode: "8",
  StackReference: "9",
};

/** One resource of every kind that others may refer to by mistake. */
function resources() {
  const channel = new Channel("spring", { name: "Spring" });
  const campaign = new Campaign("launch", { name: "Launch" });
  return {
    channel,
    campaign,
    account: new Account("account", { email: "a@example.com" }),
    domain: new Domain("go", { domain: "https://go.example.com" }),
    pixel: new Pixel("ads", { type: "fbpixel", name: "Ads", tag: "1" }),
    qrCode: new QrCode("menu", { type: "text", data: "menu" }),
    channelItem: new ChannelItem("spring/4711", { channel, itemType: "links", item: 4711 }),
    campaignLink: new CampaignLink("launch/4711", { campaign, link: 4711 }),
    other: new pulumi.StackReference("other", { name: "other" }),
  };
}
type Resources = ReturnType<typeof resources>;

/** What TypeScript accepts. A test reads each with the class, so the two cannot disagree. */
const ITEMS: readonly [string, (all: Resources) => ChannelItemArgs, item: string][] = [
  ["a QrCode", ({ channel, qrCode }) => ({ channel, itemType: "qr", item: qrCode }), "8"],
  ["an id as a number", ({ channel }) => ({ channel, itemType: "qr", item: 113 }), "113"],
  ["an id as text", ({ channel }) => ({ channel, itemType: "bio", item: "12" }), "12"],
  [
    "the id of a resource, an output of unknown origin",
    ({ channel, pixel }) => ({ channel: channel.id, itemType: "qr", item: pixel.id }),
    "7",
  ],
  [
    "a QrCode with an item type that is an output",
    ({ channel, qrCode }) => ({ channel, itemType: pulumi.output("qr" as const), item: qrCode }),
    "8",
  ],
];

const LINKS: readonly [string, (all: Resources) => CampaignLinkArgs][] = [
  ["a Campaign", ({ campaign }) => ({ campaign, link: 4711 })],
  ["an id", () => ({ campaign: "2", link: 4711 })],
  ["an output of unknown origin", ({ campaign }) => ({ campaign: campaign.id, link: pulumi.output(4711) })],
];

const resolved = <Value>(output: pulumi.Output<Value>) =>
  new Promise<Value>((resolve) => void output.apply((value) => resolve(value as Value)));

describe("accepts", () => {
  test.each(ITEMS)("in a ChannelItem: %s", (_, args, expected) =>
    run(async () => {
      const { channel, item } = new ChannelItem("item", args(resources()));
      expect([await resolved(channel), String(await resolved(item))]).toEqual(["3", expected]);
    }),
  );

  test.each(LINKS)("in a CampaignLink: %s", (_, args) =>
    run(async () => {
      const { campaign, link } = new CampaignLink("link", args(resources()));
      expect([await resolved(campaign), await resolved(link)]).toEqual(["2", 4711]);
    }),
  );
});

test("TypeScript accepts only the right kind, although kinds have fields in common", () => {
  type Accepted<Type> = {
    [Name in keyof Resources]: Resources[Name] extends Type ? Name : never;
  }[keyof Resources];
  expectTypeOf<Accepted<ChannelItemArgs["channel"]>>().toEqualTypeOf<"channel">();
  expectTypeOf<Accepted<ChannelItemArgs["item"]>>().toEqualTypeOf<"qrCode">();
  expectTypeOf<Accepted<CampaignLinkArgs["campaign"]>>().toEqualTypeOf<"campaign">();
  expectTypeOf<Accepted<CampaignLinkArgs["link"]>>().toBeNever();
});

describe("rejects at once", () => {
  test("in a ChannelItem: another resource than a Channel", () =>
    run(() => {
      const { channel: _right, ...others } = resources();
      for (const wrong of Object.values(others)) {
        // @ts-expect-error A channel is a Channel or an id.
        const create = () => new ChannelItem("item", { channel: wrong, itemType: "links", item: 4711 });
        expect(create).toThrow(
          /^ChannelItem item: channel must be a Channel or an id, not a resource of type \S+$/,
        );
      }
    }));

  test("in a ChannelItem of type qr: another resource than a QrCode", () =>
    run(() => {
      const { qrCode: _right, ...others } = resources();
      const { channel } = others;
      for (const wrong of Object.values(others)) {
        // @ts-expect-error A QR code is a QrCode or an id.
        const create = () => new ChannelItem("item", { channel, itemType: "qr", item: wrong });
        expect(create).toThrow(
          /^ChannelItem item: item must be a QrCode or an id, not a resource of type \S+$/,
        );
      }
    }));

  test("in a ChannelItem of another type: any resource", () =>
    run(() => {
      const { channel, qrCode } = resources();
      const message = "ChannelItem item: item must be a plain value, not a resource of type QrCode";
      // @ts-expect-error A short link is an id.
      expect(() => new ChannelItem("item", { channel, itemType: "links", item: qrCode })).toThrow(message);
      // @ts-expect-error A bio page is an id.
      expect(() => new ChannelItem("item", { channel, itemType: "bio", item: qrCode })).toThrow(message);
    }));

  test("in a CampaignLink: another resource than a Campaign, and any resource as link", () =>
    run(() => {
      const { campaign, ...others } = resources();
      for (const wrong of Object.values(others)) {
        // @ts-expect-error A campaign is a Campaign or an id.
        expect(() => new CampaignLink("link", { campaign: wrong, link: 4711 })).toThrow(
          /^CampaignLink link: campaign must be a Campaign or an id, not a resource of type \S+$/,
        );
        // @ts-expect-error A short link is an id.
        expect(() => new CampaignLink("link", { campaign, link: wrong })).toThrow(
          /^CampaignLink link: link must be a plain value, not a resource of type \S+$/,
        );
      }
    }));

  test("a resource in place of a text, which its id would become", () =>
    run(() => {
      const { pixel } = resources();
      // @ts-expect-error A name is text.
      expect(() => new Channel("spring 2", { name: pixel })).toThrow(
        "Channel spring 2: name must be a plain value, not a resource of type Pixel",
      );
    }));
});

describe.each(NOT_IDS)("rejects what is not an id: %j", (value) => {
  const item = { channel: 3, itemType: "qr", item: 8 };
  const link = { campaign: 2, link: 4711 };
  const cases = [ChannelItem, CampaignLink].flatMap(({ definition }) =>
    ["channel", "item", "campaign", "link"]
      .filter((name) => name in definition.fields)
      .map((name) => [definition.type, name, definition] as const),
  );

  test.each(cases)("%s.%s", (type, name, { args }) => {
    const valid = type === "ChannelItem" ? item : link;
    expect(args().safeParse(valid).success).toBe(true);
    expect(args().safeParse({ ...valid, [name]: value }).error?.issues).toMatchObject([
      { path: [name], message: "must be the id of an object, such as 4711" },
    ]);
  });
});

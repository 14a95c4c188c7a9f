// The classes in a program: references to other objects, and `get`. It runs with the SDK's mocks, without an engine.
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
import { registry } from "../../src/resources/index";
import { inProgramRun } from "../support/program-run";

type Created = pulumi.runtime.MockResourceArgs;

/** The ids of new objects, by type. */
const IDS: Readonly<Record<string, string>> = { Campaign: "2", Channel: "3", Pixel: "7", QrCode: "8" };

/** A program in a unit test. A read object has the name "Spring". */
function run(program: (created: Created[]) => Promise<void> | void): Promise<void> {
  return inProgramRun(async () => {
    const created: Created[] = [];
    await pulumi.runtime.setMocks({
      call: () => ({}),
      newResource: (args) => {
        created.push(args);
        const id = args.id || IDS[args.type.split(":").at(-1)!] || "1";
        return { id, state: { ...args.inputs, name: "Spring" } };
      },
    });
    await program(created);
  });
}

/** One resource of every kind. */
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
  };
}
type Resources = ReturnType<typeof resources>;

const resolved = <Value>(output: pulumi.Output<Value>) =>
  new Promise<Value>((resolve) => void output.apply((value) => resolve(value as Value)));

describe("a reference", () => {
  const ITEMS: readonly [string, (all: Resources) => ChannelItemArgs, item: string][] = [
    ["a resource", ({ channel, qrCode }) => ({ channel, itemType: "qr", item: qrCode }), "8"],
    ["its id", ({ channel, qrCode }) => ({ channel: channel.id, itemType: "qr", item: qrCode.id }), "8"],
    ["a number", () => ({ channel: 3, itemType: "links", item: 113 }), "113"],
    ["text", () => ({ channel: "3", itemType: "bio", item: "12" }), "12"],
    [
      "an output",
      ({ channel }) => ({ channel: pulumi.output(channel), itemType: "links", item: 1 }) as never,
      "1",
    ],
  ];

  test.each(ITEMS)("may be %s", (_, args, expected) =>
    run(async () => {
      const { channel, item } = new ChannelItem("item", args(resources()));
      expect([await resolved(channel), await resolved(item)].map(String)).toEqual(["3", expected]);
    }),
  );

  test("to a resource of another kind does not compile", () => {
    type Accepted<Type> = {
      [Name in keyof Resources]: Resources[Name] extends Type ? Name : never;
    }[keyof Resources];
    expectTypeOf<Accepted<ChannelItemArgs["channel"]>>().toEqualTypeOf<"channel">();
    expectTypeOf<Accepted<ChannelItemArgs["item"]>>().toEqualTypeOf<"qrCode">();
    expectTypeOf<Accepted<CampaignLinkArgs["campaign"]>>().toEqualTypeOf<"campaign">();
    expectTypeOf<Accepted<CampaignLinkArgs["link"]>>().toBeNever();
  });

  test("to a resource of another kind is an error that names the entry and the field", () =>
    run(() => {
      const { channel, campaign, qrCode, pixel } = resources();
      const create = (args: object) => () => new ChannelItem("item", args as never);
      const wrong = /^ChannelItem item: (channel|item) .*Campaign/;
      expect(create({ channel: campaign, itemType: "links", item: 4711 })).toThrow(wrong);
      expect(create({ channel, itemType: "qr", item: campaign })).toThrow(wrong);
      expect(create({ channel, itemType: "links", item: qrCode })).toThrow(/item/);
      expect(() => new CampaignLink("link", { campaign: channel, link: 4711 } as never)).toThrow(/campaign/);
      expect(() => new Channel("other", { name: pixel } as never)).toThrow(/name/);
    }));
});

test("get reads the object with an id, as text, number, output or promise", () =>
  run(async (created) => {
    for (const [index, id] of ["101", 101, pulumi.output("101"), Promise.resolve(101)].entries()) {
      const channel = Channel.get(`spring ${index}`, id);
      expect([await resolved(channel.id), await resolved(channel.name)]).toEqual(["101", "Spring"]);
    }
    const { __provider: _, ...inputs } = created[0]!.inputs;
    expect(inputs).toEqual({});
  }));

test("policies recognize the type of a resource", () => {
  for (const Class of registry) {
    expect(Class.__pulumiType).toBe(`pulumi-nodejs:dynamic/link-management:${Class.definition.type}`);
    const { __pulumiType } = Class;
    expect(registry.filter((Other) => Other.isInstance({ __pulumiType }))).toEqual([Class]);
  }
});

test("import and onExisting exclude each other, and no option names a provider: one stack, one account", () =>
  run(() => {
    const create = (options: object) => () =>
      new Pixel("ads", { type: "forum", name: "a", tag: "1" }, options);
    expect(create({ import: "101", onExisting: "adopt" })).toThrow(/import.*onExisting/);
    const provider = new (class extends pulumi.ProviderResource {})("pulumi-nodejs", "brand-b");
    expect(create({ provider })).toThrow(/^Pixel ads.*one account.*Remove the option provider.*$/);
  }));

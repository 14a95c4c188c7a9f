// Items of channels and links of campaigns: the API assigns them, and cannot take them away.

import { describe, expect, test } from "vitest";
import type { Account } from "../../src/emulator/index";
import { messageOf } from "../support/message-of";
import { DIRECTLY } from "../support/what-exists";
import { startStack, startWorld, type World } from "../support/world";

const CONFIG = `
channels: { spring: { name: Spring, items: [{ link: 4711 }, { bio: 12 }] } }
campaigns: { launch: { name: Launch, slug: launch, public: true, links: [4712] } }
`;
const LABELS = ["CampaignLink launch/4712", "ChannelItem spring/bio/12", "ChannelItem spring/link/4711"];

const items = (world: World) => world.account.channels.list().flatMap((channel) => channel.items);
const links = (world: World) => world.account.campaigns.list().flatMap((campaign) => campaign.links);

describe("what leaves the config", () => {
  test("leaves the state only, and preview and update say so", async () => {
    const { world, stack } = await startStack({ up: CONFIG });
    world.service.clearLog();
    const rest = CONFIG.replace(/items: \[.*?\] /, "").replace(", links: [4712]", "");
    const preview = await stack.preview(rest);
    expect(preview.with("delete").sort()).toEqual(LABELS);
    for (const word of [/channels\.spring\.items/, /campaigns\.launch\.links/])
      expect(preview.text).toMatch(word);
    const update = await stack.up(rest);
    for (const { text } of [preview, update]) expect(text).toMatch(/only.*state|state.*los/);
    expect(world.changes).toEqual([]);
    expect([items(world).length, links(world)]).toEqual([2, [4712]]);
    expect(Object.keys(stack.ids)).toHaveLength(2);
  });

  test("together with its parent is really gone: nothing to say", async () => {
    const { world, stack } = await startStack({ up: CONFIG });
    const { text } = await stack.destroy();
    expect(text).not.toContain("state");
    expect(items(world)).toEqual([]);
  });
});

describe("what is assigned already", () => {
  /** An account with the channel, the campaign and their members, made by hand. */
  const start = async () => {
    const world = await startWorld({ dialect: { repeatedAssignment: "error" } });
    const assigned = [
      { type: "links", id: 4711 },
      { type: "bio", id: 12 },
    ] as const;
    world.account.channels.create({ name: "Spring", items: [...assigned] });
    world.account.campaigns.create({ name: "Launch", slug: "launch", public: true, links: [4712] });
    return world;
  };
  const adopting = (text: string) => `defaults: { onExisting: adopt }\n${text}`;

  test.each([
    [
      "the channel is managed already",
      "channels: { spring: { name: Spring, options: { onExisting: adopt } } }",
    ],
    ["the channel is adopted in the same run", "{}"],
  ])("an item that its list shows is no request, in preview and up: %s", async (_, before) => {
    const world = await start();
    const stack = world.stack();
    await stack.up(before);
    const config = adopting(
      CONFIG.replace(", links: [4712]", "").replace("{ bio: 12 }", "{ bio: 12 }, { link: 4713 }"),
    );
    await stack.preview(config);
    world.service.clearLog();
    await stack.up(config, { preview: false });
    expect(world.changes).toEqual(["POST /api/channel/101/assign/links/4713"]);
    expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
  });

  test("an item that somebody else assigned since the list was read is an error once, and then counts", async () => {
    const world = await startWorld({ dialect: { repeatedAssignment: "error" } });
    const edit = ({ channels }: Account) =>
      void channels.update(101, { items: [{ type: "links", id: 4711 }] });
    world.faults.rule({ on: "POST /api/channel/*/assign/*", times: 1, edit });
    const stack = world.stack();
    expect(await messageOf(stack.up(CONFIG, DIRECTLY))).toContain("already assigned");
    await stack.up(CONFIG);
    expect(items(world)).toHaveLength(2);
  });

  test("a link that is rejected is an error that suggests adopt, which accepts it with a warning", async () => {
    const world = await start();
    const stack = world.stack();
    const one = (onExisting: string) => `
campaigns:
  launch: { name: Launch, slug: launch, public: true, links: [4712], options: { onExisting: ${onExisting} } }
`;
    const parent =
      "campaigns: { launch: { name: Launch, slug: launch, public: true, options: { onExisting: adopt } } }";
    await stack.up(parent);
    await expect(stack.up(one("fail"))).rejects.toThrow(/launch\.links 4712.*adopt/s);
    const { text } = await stack.up(one("adopt"));
    expect(text).toMatch(/warning: .*launch\.links 4712.*rejected/);
    expect(links(world)).toEqual([4712]);
  });
});

test.each([
  ["the setting adopt", "", { onExisting: "adopt" }, "4712"],
  ["the setting adopt, and a link that does not exist", "", { onExisting: "adopt" }, "9999"],
  ["adopt under defaults of campaigns", "defaults: { campaigns: { onExisting: adopt } }\n", {}, "4712"],
  ["overwrite of the campaign", "defaults: { campaigns: { onExisting: overwrite } }\n", {}, "4712"],
] as const)("with %s, a rejected link is an error, and not recorded", async (_, defaults, settings, id) => {
  const world = await startWorld({ dialect: { repeatedAssignment: "error" } });
  world.account.campaigns.create({ name: "Launch", slug: "launch", public: true, links: [4712] });
  const config = `${defaults}campaigns: { launch: { name: Launch, slug: launch, public: true, links: [${id}] } }\n`;
  const stack = world.stack();
  const failure = await messageOf(stack.up(config, { config: settings }));
  expect(failure).toMatch(/launch\.links \d+.*adopt of its campaign/s);
  expect(Object.keys(stack.ids)).toEqual(["Campaign launch"]);
});

describe("an attempt without a clear result", () => {
  test("of an item is an error, and the list of the next run decides", async () => {
    const { world, stack } = await startStack({
      dialect: { repeatedAssignment: "duplicateEntry" },
      up: "channels: { spring: { name: Spring } }",
    });
    world.faults.rule({ on: "POST /api/channel/*/assign/*", fault: "reset", when: "after", times: 1 });
    const config = "channels: { spring: { name: Spring, items: [{ link: 4711 }] } }";
    expect(await messageOf(stack.up(config, DIRECTLY))).toContain("may have taken effect");
    await stack.up(config);
    expect(items(world)).toHaveLength(1);
  });

  test("of a link, after the effect: the rejected repeat says that it may be assigned, and adopt accepts it", async () => {
    const world = await startWorld({ dialect: { repeatedAssignment: "error" } });
    world.faults.rule({ on: "POST /api/campaign/*/assign/*", fault: 502, when: "after", times: 1 });
    const stack = world.stack();
    await expect(stack.up(CONFIG)).rejects.toThrow(
      /launch\.links 4712.*may have assigned.*onExisting: adopt/s,
    );
    const { text } = await stack.up(
      CONFIG.replace("links: [4712]", "links: [4712], options: { onExisting: adopt }"),
    );
    expect(text).toMatch(/warning: .*launch\.links 4712.*rejected/);
    expect(links(world)).toEqual([4712]);
    expect((await stack.preview(CONFIG, { refresh: true })).changes).toEqual([]);
  });

  test("of every attempt is an error, and the next run assigns it", async () => {
    const { world, stack } = await startStack();
    world.faults.rule({ on: "POST /api/*/*/assign/*", fault: "reset" });
    await expect(stack.up(CONFIG)).rejects.toThrow(/launch\.links 4712/);
    world.faults.clear();
    await stack.up(CONFIG);
    expect([items(world).length, links(world)]).toEqual([2, [4712]]);
  });
});

test("what does not exist is an error that names the entry and the item", async () => {
  const world = await startWorld();
  const missing = "channels: { spring: { name: Spring, items: [{ link: 9999 }] } }";
  await expect(world.stack().up(missing)).rejects.toThrow(/spring\.items link\/9999.*links\/9999: /s);
  const link = "campaigns: { launch: { name: Launch, links: [9999] } }";
  await expect(world.stack().up(link)).rejects.toThrow(/launch\.links 9999.*assign\/9999: /s);
});

test("what was taken out by hand, or whose object is gone, is assigned again where lists show it", async () => {
  const { world, stack } = await startStack();
  const config = `
qrCodes: { menu: { type: text, data: a }, door: { type: text, data: b } }
channels: { spring: { name: Spring, items: [{ link: 4711 }, { qr: menu }] } }
`;
  await stack.up(config);
  const [channel] = world.account.channels.list();
  world.account.channels.update(channel!.id, { items: channel!.items.filter(({ type }) => type === "qr") });
  world.account.qrs.delete(Number(stack.ids["QrCode menu"]));
  expect((await stack.drift()).changes).toEqual([
    "gone ChannelItem spring/link/4711",
    "gone ChannelItem spring/qr/menu",
    "gone QrCode menu",
  ]);
  await stack.up(config, { refresh: true });
  expect(items(world)).toMatchObject([{ id: 4711 }, { id: Number(stack.ids["QrCode menu"]) }]);
});

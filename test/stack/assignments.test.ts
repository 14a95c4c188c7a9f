// Items of channels and links of campaigns: the API assigns them, and cannot take them away.
import { describe, expect, test } from "vitest";
import { HABITS } from "../support/habits";
import { messageOf } from "../support/message-of";
import { applied, DIRECTLY, sent } from "../support/what-exists";
import { startStack, startWorld, type World } from "../support/world";

const CONFIG = `
channels: { spring: { name: Spring, items: [{ link: 4711 }, { bio: 12 }] } }
campaigns: { launch: { name: Launch, slug: launch, public: true, links: [4712] } }
`;
const LABELS = ["CampaignLink launch/4712", "ChannelItem spring/bio/12", "ChannelItem spring/link/4711"];

const items = (world: World) => world.account.channels.list().flatMap((channel) => channel.items);
const links = (world: World) => world.account.campaigns.list().flatMap((campaign) => campaign.links);

/** An account with a channel, a campaign and their members, made by hand, where a repeat is rejected. */
async function start() {
  const world = await startWorld({ habit: HABITS.rejectsRepeats });
  world.account.channels.create({ name: "Spring", items: [{ type: "links", id: 4711 }] });
  world.account.campaigns.create({ name: "Launch", slug: "launch", public: true, links: [4712] });
  return world;
}
const launch = (word: string) =>
  `campaigns: { launch: { name: Launch, slug: launch, public: true, links: [4712], options: { onExisting: ${word} } } }\n`;

test("what leaves the config leaves the state only, and preview and update say so", async () => {
  const { world, stack } = await applied(CONFIG);
  const rest = CONFIG.replace(/items: \[.*?\] /, "").replace(", links: [4712]", "");
  const preview = await stack.preview(rest);
  expect(preview.with("delete").sort()).toEqual(LABELS);
  for (const word of [/channels\.spring\.items/, /campaigns\.launch\.links/])
    expect(preview.text).toMatch(word);
  const update = await stack.up(rest);
  for (const { text } of [preview, update]) expect(text).toMatch(/only.*state|state.*los/);
  expect(sent(world)).toEqual([]);
  expect(Object.keys(stack.ids)).toHaveLength(2);
});

describe("what is assigned already", () => {
  test("is no request if the list of its channel shows it, in preview and up", async () => {
    const world = await start();
    const stack = world.stack({ onExisting: "adopt" });
    const config = "channels: { spring: { name: Spring, items: [{ link: 4711 }, { link: 4713 }] } }\n";
    await stack.up(config);
    expect(world.changes).toEqual(["POST /api/channel/101/assign/links/4713"]);
    expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
  });

  test("a link that is rejected is an error that suggests adopt, which accepts it with a warning", async () => {
    const world = await start();
    const stack = world.stack();
    await stack.up(launch("adopt").replace("links: [4712], ", ""));
    await expect(stack.up(launch("fail"))).rejects.toThrow(/launch\.links 4712.*adopt/s);
    const { text } = await stack.up(launch("adopt"));
    expect(text).toMatch(/warning: .*launch\.links 4712.*rejected/);
    expect(links(world)).toEqual([4712]);
  });

  test.each([
    ["the setting adopt", "", { onExisting: "adopt" }],
    ["adopt under defaults of campaigns", "defaults: { campaigns: { onExisting: adopt } }\n", {}],
  ] as const)("a rejected link is not recorded with %s", async (_, defaults, config) => {
    const stack = (await start()).stack();
    const text = defaults + launch("adopt").replace(", options: { onExisting: adopt }", "");
    expect(await messageOf(stack.up(text, { config }))).toMatch(/launch\.links \d+.*adopt of its campaign/s);
    expect(Object.keys(stack.ids)).toEqual(["Campaign launch"]);
  });
});

describe("an attempt without a clear result", () => {
  test("of an item is an error, and the list of the next run decides", async () => {
    const { world, stack } = await startStack();
    world.faults.rule({ on: "POST /api/channel/*/assign/*", fault: "reset", when: "after", times: 1 });
    const config = "channels: { spring: { name: Spring, items: [{ link: 4711 }] } }";
    expect(await messageOf(stack.up(config, DIRECTLY))).toContain("may have taken effect");
    await stack.up(config);
    expect(world.changes.filter((request) => request.includes("assign"))).toHaveLength(1);
  });

  test("of a link, after the effect: the rejected repeat says that it may be assigned, and adopt accepts it", async () => {
    const world = await startWorld({ habit: HABITS.rejectsRepeats });
    world.faults.rule({ on: "POST /api/campaign/*/assign/*", fault: 502, when: "after", times: 1 });
    const stack = world.stack();
    const failure = await messageOf(stack.up(launch("fail")));
    expect(failure).toMatch(/launch\.links 4712.*may have assigned.*onExisting: adopt/s);
    await stack.up(launch("adopt"));
    expect(links(world)).toEqual([4712]);
    expect((await stack.preview(launch("fail"), { refresh: true })).changes).toEqual([]);
  });
});

test("an item that goes with its replaced code is not named as the one that the config still has", async () => {
  const config = (type: string) => `
qrCodes: { menu: { type: ${type}, data: hello } }
channels: { spring: { name: Spring, items: [{ qr: menu }] } }
`;
  const { world, stack } = await applied(config("text"));
  const { text } = await stack.up(config("sms"));
  expect(items(world)).toContainEqual(expect.objectContaining({ id: Number(stack.ids["QrCode menu"]) }));
  expect(text).not.toMatch(/channels\.spring.*only left the state/);
});

test("what was taken out by hand, or whose object is gone, is assigned again where lists show it", async () => {
  const config = `
qrCodes: { menu: { type: text, data: a }, door: { type: text, data: b } }
channels: { spring: { name: Spring, items: [{ link: 4711 }, { qr: menu }] } }
`;
  const { world, stack } = await startStack({ up: config });
  const { id } = world.account.channels.list()[0]!;
  const menu = Number(stack.ids["QrCode menu"]);
  world.account.channels.update(id, { items: [{ type: "qr", id: menu }] });
  world.account.qrs.delete(menu);
  const gone = ["gone ChannelItem spring/link/4711", "gone ChannelItem spring/qr/menu", "gone QrCode menu"];
  expect((await stack.drift()).changes).toEqual(gone);
  await stack.up(config, { refresh: true });
  expect(items(world)).toMatchObject([{ id: 4711 }, { id: Number(stack.ids["QrCode menu"]) }]);
});

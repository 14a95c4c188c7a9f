// A create without a clear result: the run fails, and the next refresh decides. Never two objects, and never somebody else's.
// Lists that lag, effects that come late, and several at a time: api/inventory.test.ts.
import { describe, expect, test } from "vitest";
import type { FaultRule } from "../support/faults";
import { byType, identifiableKinds, one } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import {
  applied,
  CODE,
  DIRECTLY,
  listsAreEmpty,
  PIXEL,
  REFRESHED,
  readings,
  sent,
} from "../support/what-exists";
import type { World } from "../support/world";

const UNDECIDED = "undecided";
const CHANNEL = "channels: { summer: { name: Summer } }\n";

/** The first create takes effect, and its response gets lost. */
const lose = (world: World, rule: Partial<FaultRule> = {}) =>
  world.faults.rule({ on: "POST /api/*/add", fault: "reset", when: "after", times: 1, ...rule });

const creates = (world: World) => sent(world).filter((request) => request.endsWith("/add"));

/** A stack with an unclear create, on an account that has a QR code (101) and the channel "Spring" (102). */
async function pending(config: string, rule: Partial<FaultRule> = {}) {
  const { world, stack } = await applied("{}");
  world.account.qrs.create({ type: "text", data: "other" });
  world.account.channels.create({ name: "Spring" });
  lose(world, rule);
  expect(await messageOf(stack.up(config, DIRECTLY))).toContain("pulumi up --refresh");
  world.service.clearLog();
  return { world, stack };
}

test.each(
  byType(identifiableKinds).flatMap(([type, kind]) =>
    (["reset", 503] as const).flatMap((fault) =>
      (["before", "after"] as const).map((when) => [type, fault, when, kind] as const),
    ),
  ),
)(
  "%s: a %s %s the effect fails once, and the next run ends with one object",
  async (type, fault, when, kind) => {
    const program = one(kind, kind.args());
    const { world, stack } = await applied("{}");
    lose(world, { fault, when });
    expect(await messageOf(stack.up(program, DIRECTLY))).toContain("pulumi up --refresh");
    expect(stack.ids).toEqual({ [`${type} it`]: UNDECIDED });
    const from = world.clock.monotonic();
    await stack.up(program, REFRESHED);
    const waited = world.clock.monotonic() - from;
    expect(waited).toBeGreaterThanOrEqual(39_000);
    expect(waited).toBeLessThanOrEqual(42_000);
    expect(creates(world)).toHaveLength(when === "after" ? 1 : 2);
    expect(kind.ids(world.account)).toEqual([stack.ids[`${type} it`]]);
    expect((await stack.preview(program, { refresh: true })).changes).toEqual([]);
  },
);

test("one lost response among 20 creates is one error, and the next run ends with 20 objects, after two readings", async () => {
  const { world, stack } = await applied("{}");
  lose(world, { after: 7 });
  expect(await messageOf(stack.up(pixels(20), DIRECTLY))).toMatch(/^.*pulumi up --refresh.*$/);
  const refreshed = { ...REFRESHED, parallel: 8 };
  world.service.clearLog();
  await stack.up(pixels(20), refreshed);
  expect(readings(world)).toEqual({ "/api/pixels": 2 });
  expect(Object.values(stack.ids).sort()).toEqual(
    world.account.pixels
      .list()
      .map(({ id }) => `${id}`)
      .sort(),
  );
});

test.each([
  ["it comes back under another name", "Summer", "fail", "Renamed", "set onExisting: duplicate"],
  [
    "its entry says duplicate: an equal object may be another one",
    "Spring",
    "duplicate",
    "Spring",
    "state delete",
  ],
])("if %s, it stays pending, and the entry decides", async (_, name, word, found, wayOn) => {
  const summer = (onExisting: string) =>
    `channels: { summer: { name: ${name}, options: { onExisting: ${onExisting} } } }\n`;
  const { world, stack } = await pending(summer(word), {
    edit: ({ channels }) => void channels.update(103, { name: found }),
  });
  // What failed an hour ago costs the refresh 10 s.
  await world.clock.advance(3_600_000);
  const from = world.clock.monotonic();
  const failure = await messageOf(stack.up(summer(word), REFRESHED));
  expect(world.clock.monotonic() - from).toBeLessThanOrEqual(12_000);
  expect(failure).toMatch(/\bid 103\b/);
  // That one was there before.
  expect(failure).not.toMatch(/\bid 102\b/);
  expect(failure).toContain(wayOn);
  expect(stack.ids).toEqual({ "Channel summer": UNDECIDED });
  await stack.up(summer("{ id: 103 }"), REFRESHED);
  expect(stack.ids).toEqual({ "Channel summer": "103" });
  expect(creates(world)).toEqual([]);
});

test("while the account lists nothing, it stays pending", async () => {
  const { world, stack } = await pending(CHANNEL);
  listsAreEmpty(world);
  expect(await messageOf(stack.up(CHANNEL, REFRESHED))).toContain("lists no object");
  world.faults.clear();
  await stack.up(CHANNEL, REFRESHED);
  expect(stack.ids).toEqual({ "Channel summer": "103" });
  expect(creates(world)).toEqual([]);
});

describe("a QR code without a name", () => {
  const decided = (word: string) =>
    `qrCodes: { menu: { type: text, data: hello, options: { protect: true, onExisting: ${word} } } }\n`;

  test("that took no effect is created by the next run, whatever other entries have created", async () => {
    const both = CODE.replace(/ }\n/, ", door: { type: text, data: door } }\n");
    const { world, stack } = await pending(both, { when: "before" });
    await stack.up(both, REFRESHED);
    expect(stack.ids).toEqual({ "QrCode door": "103", "QrCode menu": "104" });
    expect(world.account.qrs.list()).toHaveLength(3);
  });

  test("fails alone: a refresh and other entries go on, and the error names id and address of the new ones", async () => {
    const { world, stack } = await pending(CODE);
    await stack.refresh();
    const failure = await messageOf(stack.up(CODE + PIXEL, REFRESHED));
    expect(failure).toContain(`id 103 at ${world.account.qrs.get(103)!.link}`);
    expect(failure).not.toMatch(/\bid 101\b/);
    await stack.up(CODE + PIXEL, { ...REFRESHED, target: ["Pixel ads"] });
    expect(stack.ids).toEqual({ "QrCode menu": UNDECIDED, "Pixel ads": "104" });
    expect(sent(world)).toEqual(["POST /api/pixel/add"]);
  });

  test.each([
    ["{ id: 103 }", "103", 2],
    ["duplicate", "104", 3],
  ])("is decided by its entry, also a protected one: %s", async (word, id, count) => {
    const { world, stack } = await pending(decided("fail"));
    await stack.up(decided(word), REFRESHED);
    expect(stack.ids).toEqual({ "QrCode menu": id });
    expect(world.account.qrs.list()).toHaveLength(count);
    expect((await stack.preview(decided(word), { refresh: true })).changes).toEqual([]);
  });
});

test("the object that an unclear replacement replaces is not taken for its result", async () => {
  const { world, stack } = await applied(CHANNEL);
  lose(world, { when: "before" });
  await messageOf(stack.up(CHANNEL, { ...DIRECTLY, replace: ["Channel summer"] }));
  expect(await messageOf(stack.up(CHANNEL, DIRECTLY))).not.toMatch(/\bid 101\b/);
});

describe("without a refresh, a pending create", () => {
  test("is a change with a warning in a preview, and the update fails alone", async () => {
    const { world, stack } = await pending(CHANNEL + PIXEL, { on: "POST /api/channel/add" });
    const preview = await stack.preview(CHANNEL + PIXEL);
    expect(preview.with("update")).toEqual(["Channel summer"]);
    expect(preview.text).toMatch(/^warning: channels\.summer.*up --refresh/m);
    const changed = CHANNEL + PIXEL.replace("Ads", "Shop ads");
    expect(await messageOf(stack.up(changed, DIRECTLY))).toMatch(/channels\.summer.*up --refresh/);
    expect(sent(world).join()).not.toContain("channel");
    expect(stack.ids["Channel summer"]).toBe(UNDECIDED);
  });

  test.each(["up", "destroy"])("is forgotten with its entry, with a hint to the list: %s", async (end) => {
    const { world, stack } = await pending(CHANNEL);
    const { text } = await (end === "up" ? stack.up("{}", DIRECTLY) : stack.destroy());
    expect(text).toMatch(/^warning: .*GET \/api\/channels.* id 102/m);
    expect(stack.ids).toEqual({});
    expect(sent(world)).toEqual([]);
  });
});

const existed = () => ({ status: 200, headers: {}, body: { error: 0, id: 101 } });

test.each([
  ["a rejection", { reject: "no" }, "no"],
  ["the id of an object that was listed before", { reject: true, respond: existed }, "id 101"],
] as const)("%s is an error and no record, and the next run creates", async (_, answer, words) => {
  const { world, stack } = await applied("{}");
  world.account.pixels.create({ type: "gapixel", name: "By hand", tag: "2" });
  world.faults.rule({ on: "POST /api/pixel/add", times: 1, ...answer });
  expect(await messageOf(stack.up(PIXEL, DIRECTLY))).toContain(words);
  expect(stack.ids).toEqual({});
  await stack.up(PIXEL);
  expect(world.account.pixels.list()).toHaveLength(2);
});

// An account that lists nothing, although the state has objects of it, is an error. One that shows something has drift.
import { describe, expect, test } from "vitest";
import { Channel, ChannelItem, Pixel } from "../../src/index";
import { byType, listedKinds, one } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import type { Stack } from "../support/stack";
import {
  applied,
  DIRECTLY,
  DOMAIN,
  listsAreEmpty,
  ONE_EACH,
  objects,
  PIXEL,
  REFRESHED,
  sent,
} from "../support/what-exists";
import { startStack } from "../support/world";

const EMPTY = "lists no object";
const WAY_ON = "pulumi destroy --refresh=false";
const channels = (...names: string[]) =>
  `channels:\n${names.map((name) => `  ${name}: { name: ${name} }\n`).join("")}`;

test.each<[string, (stack: Stack) => Promise<unknown>]>([
  ["up --refresh", (stack) => stack.up(ONE_EACH, REFRESHED)],
  ["refresh, one step at a time", (stack) => stack.refresh({ parallel: 1 })],
  ["preview --refresh", (stack) => stack.preview(ONE_EACH, { refresh: true })],
])("while all lists are empty for a minute, a stack with one of each keeps its state: %s", async (_, run) => {
  const { world, stack } = await applied(ONE_EACH);
  const [state, account] = [stack.ids, objects(world.account)];
  listsAreEmpty(world, 60_000);
  expect(await messageOf(run(stack))).toContain(WAY_ON);
  expect(sent(world)).toEqual([]);
  expect(stack.ids).toEqual(state);
  await world.clock.advance(60_000);
  expect((await stack.up(ONE_EACH, { refresh: true })).changes).toEqual([]);
  expect(stack.ids).toEqual(state);
  expect(objects(world.account)).toEqual(account);
});

test("nothing is created there in place of an object that the state has", async () => {
  const { world, stack } = await applied(PIXEL);
  listsAreEmpty(world);
  expect(await messageOf(stack.up(PIXEL.replace("fbpixel", "gapixel"), DIRECTLY))).toContain(EMPTY);
  expect(sent(world)).toEqual([]);
});

test("an item of a channel that no entry manages keeps its state", async () => {
  const { world, stack } = await applied("{}");
  const { id } = world.account.channels.create({ name: "Spring" });
  const program = () => void new ChannelItem("shop", { channel: id, itemType: "links", item: 4711 });
  await stack.up(program);
  listsAreEmpty(world);
  expect(await messageOf(stack.refresh())).toContain(EMPTY);
  expect(stack.ids).toEqual({ "ChannelItem shop": `${id}/links/4711` });
});

test.each(["fail", "adopt", "duplicate"])(
  "with onExisting: %s, no new entry is created because another one of its kind is replaced; of other kinds it is",
  async (onExisting) => {
    const { world, stack } = await applied(channels("spring"));
    world.account.channels.create({ name: "summer" });
    listsAreEmpty(world);
    const replace = { ...DIRECTLY, replace: ["Channel spring"], config: { onExisting } };
    expect(await messageOf(stack.up(channels("spring", "summer"), replace))).toContain(EMPTY);
    await stack.up(channels("spring") + PIXEL);
    expect(objects(world.account)).toEqual([
      "channels 101",
      "channels 102",
      `pixels ${stack.ids["Pixel ads"]}`,
    ]);
  },
);

test.each(byType(listedKinds))(
  "the only %s stays if a list lacks it once, and is drift if it was deleted by hand",
  async (type, kind) => {
    const label = `${type} it`;
    /** Of another kind, so that the account still shows something. */
    const both = () => {
      one(kind, kind.args())();
      if (type === "Channel") new Pixel("other", { type: "fbpixel", name: "Other", tag: "1" });
      else new Channel("other", { name: "Other" });
    };
    const { world, stack } = await applied(both);
    const before = stack.ids;
    world.faults.rule({ on: `GET ${kind.list.path}`, empty: true, times: 1 });
    await stack.up(both, REFRESHED);
    expect(sent(world)).toEqual([]);
    expect(stack.ids).toEqual(before);
    kind.remove(world.account, stack.ids[label]!);
    expect((await stack.preview(both, { refresh: true })).with("gone")).toEqual([label]);
    await stack.up(both, REFRESHED);
    expect(kind.ids(world.account)).toEqual([stack.ids[label]]);
    kind.remove(world.account, stack.ids[label]!);
    await stack.destroy();
    expect(stack.resources).toEqual([]);
  },
);

test("the only object of an account, deleted by hand, is an error, and a destroy without a refresh the way on", async () => {
  const { world, stack } = await startStack({ up: PIXEL });
  world.account.pixels.delete(101);
  expect(await messageOf(stack.up(PIXEL, REFRESHED))).toContain(WAY_ON);
  expect(stack.ids).toEqual({ "Pixel ads": "101" });
  await stack.destroy();
  expect(stack.resources).toEqual([]);
});

test("a list that is rejected shows nothing", async () => {
  const { world, stack } = await applied(PIXEL + DOMAIN);
  world.account.pixels.delete(Number(stack.ids["Pixel ads"]));
  world.faults.rule({ on: "GET /api/domains", reject: "not in your plan" });
  world.account.campaigns.create({ name: "By hand" });
  const refreshed = await messageOf(stack.refresh());
  expect(refreshed).toContain("not in your plan");
  expect(refreshed).not.toContain(EMPTY);
  expect(Object.keys(stack.ids)).toEqual(["Domain go"]);
});

test.each([1, 8])(
  "a destroy ends after a time-out of the last delete, with %i steps at once",
  async (parallel) => {
    const { world, stack } = await applied(pixels(2) + DOMAIN);
    world.faults.rule({ on: "DELETE /api/pixel/101/delete", fault: "reset", when: "after" });
    world.faults.rule({ on: "DELETE /api/domain/*", fault: 503, when: "after" });
    await stack.destroy({ parallel });
    expect(stack.resources).toEqual([]);
    expect(objects(world.account)).toEqual([]);
  },
);

describe("delete-before-replace of the only domain loses nothing and ends, if the create", () => {
  const go = (host: string) =>
    `domains: { go: { domain: https://${host}.example.com, options: { deleteBeforeReplace: true } } }\n`;

  test.each([
    ["has no response and takes effect", { fault: "reset", when: "after" }],
    ["has no response and gets lost", { fault: "reset", when: "before" }],
    ["is rejected", { reject: "the plan has no domains" }],
  ] as const)("%s", async (_, fault) => {
    const { world, stack } = await applied(go("old"));
    world.faults.rule({ on: "POST /api/domain/add", times: 1, ...fault });
    expect(await messageOf(stack.up(go("new"), DIRECTLY))).not.toBe("");
    await world.clock.advance(60_000);
    await stack.up(go("new"), REFRESHED);
    expect(world.account.domains.list()).toMatchObject([{ domain: "https://new.example.com" }]);
    expect(stack.ids).toEqual({ "Domain go": String(world.account.domains.list()[0]!.id) });
  });
});

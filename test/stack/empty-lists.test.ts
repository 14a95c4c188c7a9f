// An account that lists nothing, although the state has objects of it, is an error. One that shows something has drift.
import { describe, expect, test } from "vitest";
import { Channel, ChannelItem, Pixel } from "../../src/index";
import { byType, listedKinds, one } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import type { Stack } from "../support/stack";
import {
  applied,
  CODE,
  DIRECTLY,
  DOMAIN,
  listsAreEmpty,
  ONE_EACH,
  objects,
  PIXEL,
  REFRESHED,
  sent,
} from "../support/what-exists";
import { startStack, type World } from "../support/world";

const EMPTY = "lists no object";
const WAY_ON = "pulumi destroy --refresh=false";
const channels = (...names: string[]) =>
  `channels:\n${names.map((name) => `  ${name}: { name: ${name} }\n`).join("")}`;

describe("while all lists are empty for a minute, a stack with one object of each kind keeps its state:", () => {
  const commands = {
    "up --refresh": (stack, parallel) => stack.up(ONE_EACH, { ...REFRESHED, parallel }),
    refresh: (stack, parallel) => stack.refresh({ parallel }),
    "preview --refresh": (stack, parallel) => stack.preview(ONE_EACH, { refresh: true, parallel }),
  } satisfies Record<string, (stack: Stack, parallel: number) => Promise<unknown>>;

  test.each(
    Object.entries(commands).flatMap(([name, run]) =>
      [8, 1].map((parallel) => [name, parallel, run] as const),
    ),
  )("%s, with %i steps at once", async (_, parallel, run) => {
    const { world, stack } = await applied(ONE_EACH);
    const [state, account] = [stack.ids, objects(world.account)];
    listsAreEmpty(world, 60_000);
    const failure = await messageOf(run(stack, parallel));
    expect(failure).toContain(WAY_ON);
    expect(sent(world)).toEqual([]);
    expect(stack.ids).toEqual(state);
    await world.clock.advance(60_000);
    expect((await stack.up(ONE_EACH, { refresh: true })).changes).toEqual([]);
    expect(stack.ids).toEqual(state);
    expect(objects(world.account)).toEqual(account);
  });
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

describe("a new entry of a kind with recorded objects", () => {
  test.each(["fail", "adopt", "duplicate"])(
    "is not created because another entry is replaced, with onExisting: %s",
    async (onExisting) => {
      const { world, stack } = await applied(channels("spring"));
      world.account.channels.create({ name: "summer" });
      listsAreEmpty(world);
      const replace = { ...DIRECTLY, replace: ["Channel spring"], config: { onExisting } };
      expect(await messageOf(stack.up(channels("spring", "summer"), replace))).toContain(EMPTY);
      const names = world.account.channels.list().map(({ name }) => name);
      expect(names.filter((name) => name === "summer")).toHaveLength(1);
    },
  );

  test("of another kind is created", async () => {
    const { world, stack } = await applied(channels("spring"));
    listsAreEmpty(world);
    await stack.up(channels("spring") + PIXEL);
    expect(objects(world.account)).toEqual(["channels 101", "pixels 102"]);
  });
});

describe.each(byType(listedKinds))("the only %s", (type, kind) => {
  const label = `${type} it`;
  const program = one(kind, kind.args());
  /** Of another kind, so that the account still shows something. */
  const both = () => {
    program();
    if (type === "Channel") new Pixel("other", { type: "fbpixel", name: "Other", tag: "1" });
    else new Channel("other", { name: "Other" });
  };

  test("that was deleted by hand is drift", async () => {
    const { world, stack } = await applied(both);
    kind.remove(world.account, stack.ids[label]!);
    expect((await stack.preview(both, { refresh: true })).with("gone")).toEqual([label]);
    await stack.up(both, REFRESHED);
    expect(kind.ids(world.account)).toEqual([stack.ids[label]]);
    expect((await stack.preview(both, { refresh: true })).changes).toEqual([]);
    kind.remove(world.account, stack.ids[label]!);
    await stack.destroy();
    expect(stack.resources).toEqual([]);
  });

  test("that a list lacks once stays", async () => {
    const { world, stack } = await applied(both);
    const before = stack.ids;
    world.faults.rule({ on: `GET ${kind.list.path}`, empty: true, times: 1 });
    await stack.up(both, REFRESHED);
    expect(sent(world)).toEqual([]);
    expect(stack.ids).toEqual(before);
  });
});

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

describe("a destroy ends", () => {
  test.each([1, 8])("after all objects were deleted by hand, with %i steps at once", async (parallel) => {
    const { world, stack } = await applied(pixels(3) + DOMAIN + CODE);
    for (const name of ["pixels", "domains", "qrs"] as const)
      for (const { id } of world.account[name].list()) world.account[name].delete(id);
    await stack.destroy({ parallel });
    expect(stack.resources).toEqual([]);
  });

  test.each([1, 8])("after a time-out of the last delete, with %i steps at once", async (parallel) => {
    const { world, stack } = await applied(pixels(2) + DOMAIN);
    world.faults.rule({ on: "DELETE /api/pixel/101/delete", fault: "reset", when: "after" });
    world.faults.rule({ on: "DELETE /api/domain/*", fault: 503, when: "after" });
    await stack.destroy({ parallel });
    expect(stack.resources).toEqual([]);
    expect(objects(world.account)).toEqual([]);
  });
});

describe("delete-before-replace of the only domain loses nothing and ends,", () => {
  const go = (host: string) =>
    `domains: { go: { domain: https://${host}.example.com, options: { deleteBeforeReplace: true } } }\n`;
  const hosts = (world: World) => world.account.domains.list().map(({ domain }) => domain);

  test.each([
    ["takes effect", "after"],
    ["gets lost", "before"],
  ] as const)("if the create has no response and %s", async (_, when) => {
    const { world, stack } = await applied(go("old"));
    world.faults.rule({ on: "POST /api/domain/add", fault: "reset", when, times: 1 });
    await messageOf(stack.up(go("new"), DIRECTLY));
    await stack.up(go("new"), REFRESHED);
    expect(hosts(world)).toEqual(["https://new.example.com"]);
    expect(stack.ids).toEqual({ "Domain go": String(world.account.domains.list()[0]!.id) });
  });

  test("if the create is rejected", async () => {
    const { world, stack } = await applied(go("old"));
    world.faults.rule({ on: "POST /api/domain/add", reject: "the plan has no domains", times: 1 });
    expect(await messageOf(stack.up(go("new"), DIRECTLY))).toContain("the plan has no domains");
    await world.clock.advance(60_000);
    await stack.refresh();
    await stack.up(go("new"));
    expect(hosts(world)).toEqual(["https://new.example.com"]);
    expect((await stack.up(go("new"), { refresh: true })).changes).toEqual([]);
  });
});

// A create without a clear result ends with one object, or with an error that says what to do.
import { describe, expect, test } from "vitest";
import { ALL_KINDS } from "../support/dialects";
import type { FaultRule } from "../support/faults";
import { cancelAt } from "../support/interruptions";
import { byType, identifiableKinds } from "../support/kinds";
import { messageOf } from "../support/message-of";
import type { Stack } from "../support/stack";
import { startWorld, type World } from "../support/world";

const CODE = "qrCodes: { menu: { type: text, data: hello } }\n";
const NAMED = "qrCodes: { menu: { type: text, data: hello, name: Menu } }\n";
/** The service shows names of codes as given. */
const SHOWN = { qrNames: "asGiven" } as const;

const lose = (world: World, rule: Partial<FaultRule> = {}) =>
  world.faults.rule({ on: "POST /api/*/add", fault: "reset", when: "after", times: 1, ...rule });

describe.each(byType(identifiableKinds))("a %s", (type, kind) => {
  const program = () => void new kind.class("it", kind.args());
  const both = () => {
    new kind.class("one", kind.args(), { onExisting: "duplicate" });
    new kind.class("two", kind.args(), { onExisting: "duplicate" });
  };
  const create = `POST ${kind.list.writePath}add`;
  const sent = (world: World) => world.requests.filter((request) => request === create).length;

  async function expectOne(world: World, stack: Stack): Promise<void> {
    expect(kind.ids(world.account)).toEqual([stack.ids[`${type} it`]]);
    expect((await stack.preview(program, { refresh: true })).changes).toEqual([]);
  }

  test("that was created without a response is found, and not sent again", async () => {
    const world = await startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
    const stack = world.stack();
    lose(world);
    await stack.up(program, { preview: false });
    expect(sent(world)).toBe(1);
    await expectOne(world, stack);
  });

  test("is not mistaken for an equal one that was there before", async () => {
    const world = await startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
    const before = kind.add(world.account, kind.args());
    const stack = world.stack({ onExisting: "duplicate" });
    lose(world);
    await stack.up(program, { preview: false });
    expect(sent(world)).toBe(1);
    expect(stack.ids[`${type} it`]).not.toBe(before);
  });

  test("whose request got lost is sent once more", async () => {
    const world = await startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
    const stack = world.stack();
    lose(world, { when: "before" });
    await stack.up(program, { preview: false });
    expect(sent(world)).toBe(2);
    await expectOne(world, stack);
  });

  test.each([
    ["a reset, and an effect after 5 s", { later: 5000 }, 0],
    ["a 502, an effect after 25 s, and lists that are 9 s old", { later: 25_000, fault: 502 }, 9000],
  ] as const)("that appears late is found: %s", async (_, effect, stale) => {
    const world = await startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
    const stack = world.stack();
    world.faults.rule({ on: create, ...effect, times: 1 });
    if (stale > 0) world.faults.rule({ on: `GET ${kind.list.path}`, stale });
    await stack.up(program, { preview: false });
    expect(sent(world)).toBe(1);
    await expectOne(world, stack);
  });

  test("is not sent while the deciding list cannot be read: adopt continues", async () => {
    const world = await startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
    const stack = world.stack();
    lose(world);
    world.faults.rule({ on: `GET ${kind.list.path}`, after: 1, fault: 500 });
    await expect(stack.up(program, { preview: false })).rejects.toThrow("LINK_MANAGEMENT_ON_EXISTING=adopt");
    expect(sent(world)).toBe(1);
    expect(stack.resources).toEqual([]);
    world.faults.clear();
    await stack.up(program, { config: { onExisting: "adopt" } });
    await expectOne(world, stack);
  });

  test("and an equal one, whose creates both had no response, are no guess: the error names both objects", async () => {
    const world = await startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
    const stack = world.stack();
    lose(world, { times: 2 });
    const failure = await stack.up(both, { preview: false }).catch((error: Error) => error.message);
    expect(kind.ids(world.account)).toHaveLength(2);
    for (const id of kind.ids(world.account)) expect(failure).toContain(id);
  });

  test("and an equal one, of which one request got lost, do not take the same object", async () => {
    const world = await startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
    const stack = world.stack();
    lose(world);
    lose(world, { when: "before", after: 1 });
    await stack.up(both, { preview: false });
    expect(kind.ids(world.account)).toHaveLength(2);
    expect(Object.values(stack.ids).sort()).toEqual([...kind.ids(world.account)].sort());
  });

  test("is told from an equal one that another entry created meanwhile", async () => {
    const world = await startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
    const stack = world.stack();
    lose(world);
    await stack.up(both, { preview: false });
    expect(Object.values(stack.ids).sort()).toEqual([...kind.ids(world.account)].sort());
  });

  test("is not decided between several new objects: the error names all of them", async () => {
    const world = await startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
    const stack = world.stack();
    lose(world);
    world.faults.rule({
      on: `GET ${kind.list.path}`,
      after: 1,
      times: 1,
      edit: (account) => void kind.add(account, kind.args()),
    });
    const failure = await stack.up(program, { preview: false }).catch((error: Error) => error.message);
    for (const id of kind.ids(world.account)) expect(failure).toContain(id);
    expect(sent(world)).toBe(1);
  });

  test("of somebody else, with another identity, is never taken", async () => {
    const world = await startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
    const stack = world.stack();
    lose(world);
    let other = "";
    world.faults.rule({
      on: `GET ${kind.list.path}`,
      after: 1,
      times: 1,
      edit: (account) => {
        other = kind.add(account, kind.args(1));
      },
    });
    await stack.up(program, { preview: false });
    expect(other).not.toBe("");
    expect(stack.ids[`${type} it`]).not.toBe(other);
  });
});

test("a rejection is final: nothing is sent again", async () => {
  const world = await startWorld();
  world.faults.rule({ on: "POST /api/pixel/add", reject: "no pixels in this plan" });
  const config = 'pixels: { ads: { type: fbpixel, name: Ads, tag: "1" } }\n';
  await expect(world.stack().up(config)).rejects.toThrow("no pixels in this plan");
  expect(world.requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
});

describe("a QR code", () => {
  test("that the list shows by its name is found", async () => {
    const world = await startWorld({ dialect: SHOWN });
    const stack = world.stack();
    await stack.up("qrCodes: { other: { type: text, data: other, name: Other } }\n");
    lose(world);
    const both = `qrCodes:\n  other: { type: text, data: other, name: Other }\n  menu: { type: text, data: hello, name: Menu }\n`;
    await stack.up(both, { preview: false });
    expect(world.account.qrs.list()).toHaveLength(2);
    expect(stack.ids["QrCode menu"]).toBe("102");
  });

  /** The create took effect, and nothing tells so. Somebody else creates a code at the same time. */
  async function pending() {
    const world = await startWorld();
    const stack = world.stack();
    lose(world);
    world.faults.rule({
      on: "POST /api/qr/add",
      when: "after",
      times: 1,
      edit: ({ qrs }) => void qrs.create({ type: "text", data: "of somebody else" }),
    });
    await expect(stack.up(CODE, { preview: false })).rejects.toThrow(/onExisting/);
    world.service.clearLog();
    return { world, stack };
  }

  test("that cannot be recognized stays pending: no command sends anything for it", async () => {
    const { world, stack } = await pending();
    expect(stack.ids).toEqual({ "QrCode menu": "undecided" });
    await expect(stack.preview(CODE)).rejects.toThrow("qrCodes.menu");
    await expect(stack.up(CODE, { preview: false })).rejects.toThrow("duplicate");
    expect((await stack.refresh()).with("gone")).toEqual([]);
    await stack.destroy();
    expect(world.requests.filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(world.account.qrs.list()).toHaveLength(2);
  });

  test("that replaces another one never takes the old one", async () => {
    const world = await startWorld({ dialect: { qrNames: "asGiven" } });
    const stack = world.stack();
    const menu = (type: string) =>
      `qrCodes: { menu: { type: ${type}, data: https://example.com, name: Menu } }`;
    await stack.up(menu("text"));
    await stack.refresh();
    world.faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "before" });
    await messageOf(stack.up(menu("link"), { preview: false }));
    expect(stack.ids).toEqual({ "QrCode menu": "undecided" });
    expect(world.account.qrs.list().map(({ id }) => id)).toEqual([101]);
  });

  test("stays pending if Ctrl-C comes before the list that decides", async () => {
    const world = await startWorld();
    const stack = world.stack();
    lose(world);
    const canceled = cancelAt({ request: 1, timing: "before" });
    await expect(stack.up(CODE, { preview: false, ...canceled })).rejects.toThrow();
    expect(stack.ids).toEqual({ "QrCode menu": "undecided" });
  });

  test("is decided by its id: nothing is created", async () => {
    const { world, stack } = await pending();
    await stack.up(CODE.replace("hello", "hello, options: { onExisting: { id: 101 } }"));
    expect(stack.ids).toEqual({ "QrCode menu": "101" });
    expect(world.account.qrs.list()).toHaveLength(2);
    expect((await stack.preview(CODE)).changes).toEqual([]);
  });

  test("is decided by duplicate: another one is created", async () => {
    const { world, stack } = await pending();
    await stack.up(CODE.replace("hello", "hello, options: { onExisting: duplicate }"));
    expect(stack.ids).toEqual({ "QrCode menu": "103" });
    expect(world.account.qrs.list()).toHaveLength(3);
  });

  test("whose response has no id is found, and not sent again", async () => {
    const world = await startWorld({ dialect: SHOWN });
    const stack = world.stack();
    world.faults.rule({
      on: "POST /api/qr/add",
      times: 1,
      respond: (response) => ({ ...response, body: { error: 0 } }),
    });
    await stack.up(NAMED, { preview: false });
    expect(stack.ids).toEqual({ "QrCode menu": "101" });
    expect(world.account.qrs.list()).toHaveLength(1);
  });
});

test("a protected pending QR code is decided without pulumi state unprotect", async () => {
  const world = await startWorld();
  const stack = world.stack();
  const code = "qrCodes: { c0: { type: text, data: code 0, options: { protect: true } } }";
  world.faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "after", times: 1 });
  await messageOf(stack.up(code, { preview: false }));
  expect(stack.ids).toEqual({ "QrCode c0": "undecided" });
  expect(await messageOf(stack.up(code.replace("true", "true, onExisting: { id: 101 }")))).toBe("");
  expect(stack.ids).toEqual({ "QrCode c0": "101" });
});

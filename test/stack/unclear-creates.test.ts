// A create without a clear result: the run fails, and the next refresh decides. Never two objects, and never somebody else's.
import { describe, expect, test } from "vitest";
import type { Account } from "../../src/emulator/index";
import { Channel } from "../../src/index";
import { ALL_KINDS } from "../support/dialects";
import type { ServiceResponse } from "../support/emulator";
import type { FaultRule } from "../support/faults";
import { cancelAt } from "../support/interruptions";
import { byType, identifiableKinds, type Kind, listedKinds, one } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import {
  applied,
  CHANNEL,
  CODE,
  DIRECTLY,
  listsAreEmpty,
  PIXEL,
  REFRESHED,
  readings,
  sent,
} from "../support/what-exists";
import { startStack, type World } from "../support/world";

const UNDECIDED = "undecided";
const start = () => startStack({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });

/** The first create takes effect, and its response gets lost. */
const lose = (world: World, rule: Partial<FaultRule> = {}) =>
  world.faults.rule({ on: "POST /api/*/add", fault: "reset", when: "after", times: 1, ...rule });

/** A page of a proxy, in place of the response to a create. */
const answerWith = (world: World, kind: Kind, response: object, rule: Partial<FaultRule> = {}) =>
  world.faults.rule({
    on: `POST ${kind.list.writePath}add`,
    times: 1,
    respond: (given) => ({ ...given, ...response }),
    ...rule,
  });

const creates = (world: World) => sent(world).filter((request) => request.endsWith("/add"));
const PAGES = {
  "503 with Retry-After": { status: 503, headers: { "Retry-After": "1" }, body: "<html>busy</html>" },
  "a page with 403": { status: 403, body: "<html>blocked</html>" },
  "a page with 200": { status: 200, body: "<html>hello</html>" },
} as const;

describe.each(byType(listedKinds))("a %s", (type, kind) => {
  const label = `${type} it`;
  const program = one(kind, kind.args());

  test.each([
    ["503 with Retry-After, and takes effect", "503 with Retry-After", {}],
    ["a page with 403, and has no effect", "a page with 403", { reject: true }],
    ["a page with 200, and takes effect", "a page with 200", {}],
  ] as const)("whose create gets %s, is one object or an error", async (_, page, rule) => {
    const { world, stack } = await start();
    answerWith(world, kind, PAGES[page], rule);
    expect(await messageOf(stack.up(program, DIRECTLY))).toContain("may exist");
    expect(creates(world)).toHaveLength(1);
    for (let run = 0; run < 2; run++) await messageOf(stack.up(program, REFRESHED));
    if (stack.ids[label] === UNDECIDED) expect(await messageOf(stack.up(program))).toContain("{ id:");
    else expect(kind.ids(world.account)).toEqual([stack.ids[label]]);
    expect(kind.ids(world.account)).toHaveLength(1);
  });

  test("whose response has the id of an object that was listed before is an error, and no record", async () => {
    const { world, stack } = await start();
    const before = kind.add(world.account, kind.args(1));
    answerWith(world, kind, { status: 200, body: { error: 0, id: Number(before) } }, { reject: true });
    expect(await messageOf(stack.up(program, DIRECTLY))).toMatch(new RegExp(`\\bid ${before}\\b`));
    expect(Object.values(stack.ids)).not.toContain(before);
  });
});

describe.each(byType(identifiableKinds))("a %s without a response", (type, kind) => {
  const label = `${type} it`;
  const program = one(kind, kind.args());
  /** The identity of the newest object is another one. */
  const rename = (account: Account) => {
    const id = kind.ids(account).at(-1)!;
    const changed = kind.identifying.map((name) => [name, kind.edited(kind.args(), name)[name]]);
    kind.change(account, id, Object.fromEntries(changed));
  };

  test.each(["before", "after"] as const)(
    "fails once, and the next run ends with one object: lost %s the effect",
    async (when) => {
      const { world, stack } = await start();
      lose(world, { when });
      expect(await messageOf(stack.up(program, DIRECTLY))).toContain("pulumi up --refresh");
      expect(stack.ids).toEqual({ [label]: UNDECIDED });
      const from = world.clock.monotonic();
      await stack.up(program, REFRESHED);
      const waited = world.clock.monotonic() - from;
      expect(waited).toBeGreaterThanOrEqual(39_000);
      expect(waited).toBeLessThanOrEqual(42_000);
      expect(creates(world)).toHaveLength(when === "after" ? 1 : 2);
      expect(kind.ids(world.account)).toEqual([stack.ids[label]]);
      expect((await stack.preview(program, { refresh: true })).changes).toEqual([]);
    },
  );

  test("that takes effect 25 s late is one object, also with lists 9 s old", async () => {
    const { world, stack } = await start();
    world.faults.rule({ on: `POST ${kind.list.writePath}add`, later: 25_000, fault: 502, times: 1 });
    world.faults.rule({ on: `GET ${kind.list.path}`, stale: 9000 });
    await messageOf(stack.up(program, DIRECTLY));
    await stack.up(program, REFRESHED);
    await world.faults.settled();
    expect(kind.ids(world.account)).toEqual([stack.ids[label]]);
    expect(creates(world)).toHaveLength(1);
  });

  test("of which eight are in flight, and four took effect and failed 20 s later, is one object each", async () => {
    const { world, stack } = await start();
    const eight = () => {
      for (let n = 0; n < 8; n++) new kind.class(`it${n}`, kind.args(n));
    };
    const on = `POST ${kind.list.writePath}add`;
    lose(world, { on, times: 4, every: 2, delay: 20_000 });
    lose(world, { on, times: 4, every: 2, after: 1, when: "before" });
    await messageOf(stack.up(eight, { ...DIRECTLY, parallel: 8 }));
    await stack.up(eight, { ...REFRESHED, parallel: 8 });
    expect(creates(world)).toHaveLength(12);
    expect(Object.values(stack.ids).sort()).toEqual([...kind.ids(world.account)].sort());
    expect(kind.ids(world.account)).toHaveLength(8);
  });

  test("that comes back under another name stays pending, blocks nothing else, and its entry decides", async () => {
    const { world, stack } = await start();
    lose(world, { edit: rename });
    const both = () => {
      one(kind, kind.args())();
      new Channel("other", { name: "Other" });
    };
    await messageOf(stack.up(program, DIRECTLY));
    // What failed an hour ago costs the refresh 10 s.
    await world.clock.advance(3_600_000);
    const from = world.clock.monotonic();
    const failure = await messageOf(stack.up(both, REFRESHED));
    expect(world.clock.monotonic() - from).toBeLessThanOrEqual(12_000);
    const [id = ""] = kind.ids(world.account);
    expect(failure).toMatch(new RegExp(`\\bid ${id}\\b`));
    expect(stack.ids).toMatchObject({ [label]: UNDECIDED, "Channel other": expect.stringMatching(/^\d+$/) });
    // A create-only identity is another object.
    const isSame = kind.createOnly.every((name) => !kind.identifying.includes(name));
    const onExisting = isSame ? { id } : "duplicate";
    await stack.up(one(kind, kind.args(), { onExisting }), REFRESHED);
    expect(stack.ids[label] === id).toBe(isSame);
    expect(creates(world).filter((one) => one.includes(kind.list.writePath))).toHaveLength(
      (isSame ? 1 : 2) + (type === "Channel" ? 1 : 0),
    );
  });

  test("is not mistaken for an equal one that was there before, and under `duplicate` not for a new one", async () => {
    const { world, stack } = await start();
    const before = kind.add(world.account, kind.args());
    const duplicate = one(kind, kind.args(), { onExisting: "duplicate" });
    lose(world);
    await messageOf(stack.up(duplicate, DIRECTLY));
    const failure = await messageOf(stack.up(duplicate, REFRESHED));
    const id = kind.ids(world.account).find((one) => one !== before)!;
    expect(failure).toMatch(new RegExp(`\\bid ${id}\\b`));
    expect(failure).not.toMatch(new RegExp(`\\bid ${before}\\b`));
    // It says so already.
    expect(failure).not.toContain("set onExisting: duplicate");
    expect(failure).toContain("pulumi state delete");
    expect(kind.ids(world.account)).toHaveLength(2);
    await stack.up(one(kind, kind.args(), { onExisting: { id } }), REFRESHED);
    expect(stack.ids[label]).toBe(id);
  });
});

describe("a QR code without a name", () => {
  const pending = async (when: "before" | "after", config = CODE) => {
    const { world, stack } = await startStack();
    world.account.qrs.create({ type: "text", data: "other" });
    lose(world, { when });
    expect(await messageOf(stack.up(config, DIRECTLY))).toContain("pulumi up --refresh");
    world.service.clearLog();
    return { world, stack };
  };
  const decided = (word: string, more = "") =>
    `qrCodes: { menu: { type: text, data: hello, options: { ${more}onExisting: ${word} } } }\n`;

  test("that took no effect is created by the next run", async () => {
    const { world, stack } = await pending("before");
    await stack.up(CODE, REFRESHED);
    expect(stack.ids).toEqual({ "QrCode menu": "102" });
    expect(world.account.qrs.list()).toHaveLength(2);
  });

  test("fails alone: a refresh and other entries go on, and the error names id and address of the new ones", async () => {
    const { world, stack } = await pending("after");
    await stack.refresh();
    const failure = await messageOf(stack.up(CODE + PIXEL, REFRESHED));
    expect(failure).toContain(`id 102 at ${world.account.qrs.list()[1]!.link}`);
    expect(failure).not.toMatch(/\bid 101\b/);
    await stack.up(CODE + PIXEL, { ...REFRESHED, target: ["Pixel ads"] });
    expect(stack.ids).toEqual({ "QrCode menu": UNDECIDED, "Pixel ads": "103" });
    expect(sent(world)).toEqual(["POST /api/pixel/add"]);
  });

  test.each([
    ["{ id: 102 }", "102", 2],
    ["duplicate", "103", 3],
  ])("is decided by its entry, also a protected one: %s", async (word, id, count) => {
    const { world, stack } = await pending("after", decided("fail", "protect: true, "));
    await stack.up(decided(word, "protect: true, "), REFRESHED);
    expect(stack.ids).toEqual({ "QrCode menu": id });
    expect(world.account.qrs.list()).toHaveLength(count);
    expect((await stack.preview(decided(word, "protect: true, "), { refresh: true })).changes).toEqual([]);
  });

  test("that replaces the one of `{ id }` is not decided by that id", async () => {
    const { world, stack } = await startStack();
    world.account.qrs.create({ type: "text", data: "hello" });
    await stack.up(decided("{ id: 101 }"), DIRECTLY);
    const replace = ["QrCode menu"];
    lose(world);
    await messageOf(stack.up(decided("{ id: 101 }"), { ...DIRECTLY, replace }));
    expect(await messageOf(stack.up(decided("{ id: 101 }"), REFRESHED))).toContain(
      "set onExisting: { id: 102 }",
    );
    await stack.up(decided("{ id: 102 }"), REFRESHED);
    expect(stack.ids).toEqual({ "QrCode menu": "102" });
    expect(world.account.qrs.list()).toHaveLength(1);
  });
});

describe("without a refresh, a pending create", () => {
  async function pending() {
    const { world, stack } = await applied(PIXEL);
    lose(world, { on: "POST /api/channel/add" });
    await messageOf(stack.up(CHANNEL + PIXEL, DIRECTLY));
    world.service.clearLog();
    return { world, stack };
  }

  test("is a change with a warning in a preview, and the update fails alone", async () => {
    const { world, stack } = await pending();
    const preview = await stack.preview(CHANNEL + PIXEL);
    expect(preview.changes).toContainEqual(expect.stringContaining("Channel spring"));
    expect(preview.messages).toContainEqual(
      expect.stringMatching(/^warning: channels\.spring.*up --refresh/),
    );
    const changed = CHANNEL + PIXEL.replace("Ads", "Shop ads");
    expect(await messageOf(stack.up(changed, DIRECTLY))).toMatch(/channels\.spring.*up --refresh/);
    expect(sent(world).filter((request) => !request.includes("pixel"))).toEqual([]);
    expect(stack.ids["Channel spring"]).toBe(UNDECIDED);
  });

  test("is forgotten with its entry, and by a destroy, which names the list that may have it", async () => {
    for (const end of ["up", "destroy"] as const) {
      const { world, stack } = await pending();
      const { messages } = end === "up" ? await stack.up(PIXEL, DIRECTLY) : await stack.destroy();
      expect(messages).toContainEqual(expect.stringMatching(/^warning: .*GET \/api\/channels.* id 0/));
      expect(stack.ids["Channel spring"]).toBeUndefined();
      expect(sent(world).filter((request) => request.includes("channel"))).toEqual([]);
    }
  });
});

test("a pending record whose object another record has is an error of a refresh, and then of each run", async () => {
  const { world, stack } = await applied("channels: { a: { name: A }, b: { name: B } }\n");
  const [a, b] = stack.resources.filter(({ type }) => type.endsWith(":Channel"));
  const metadata = JSON.parse(String(a!.outputs.__metadata));
  const __metadata = JSON.stringify({ ...metadata, id: UNDECIDED, pending: { at: 0, after: 0 } });
  Object.assign(a!, { id: UNDECIDED, outputs: { ...a!.outputs, name: b!.outputs.name, __metadata } });
  // The pending one is read first.
  expect(await messageOf(stack.refresh({ parallel: 1 }))).toMatch(/another resource.*pulumi state delete/);
  const both = "channels: { a: { name: B }, b: { name: B, options: { onExisting: duplicate } } }\n";
  expect(await messageOf(stack.up(both, REFRESHED))).toMatch(/channels\.b.*channels\.a.*pulumi state delete/);
  expect(sent(world)).toEqual([]);
});

test("a pending create that its entry has decided takes no object, also if the run fails then", async () => {
  const { world, stack } = await start();
  const spring = (onExisting: string) =>
    `channels: { spring: { name: Spring, options: { onExisting: ${onExisting} } } }\n`;
  lose(world, { when: "before" });
  await messageOf(stack.up(spring("fail"), DIRECTLY));
  world.faults.rule({ on: "POST /api/pixel/add", times: 1, reject: "no" });
  expect(await messageOf(stack.up(spring("duplicate") + PIXEL, DIRECTLY))).toContain("no");
  const own = stack.ids["Channel spring"];
  const other = world.account.channels.create({ name: "Spring" }).id;
  await stack.up(spring("duplicate"), REFRESHED);
  expect(stack.ids).toEqual({ "Channel spring": own });
  expect(world.account.channels.list().map(({ id }) => String(id))).toEqual([own, String(other)]);
});

test("several unclear creates of one list are decided from two readings, and Ctrl-C decides none", async () => {
  const { world, stack } = await start();
  lose(world, { times: 8 });
  await messageOf(stack.up(pixels(8), { ...DIRECTLY, parallel: 8 }));
  await messageOf(stack.up(pixels(8), { ...REFRESHED, ...cancelAt({ request: 1, timing: "before" }) }));
  world.service.clearLog();
  await stack.up(pixels(8), { ...REFRESHED, parallel: 8 });
  expect(stack.resources.map(({ id }) => id)).not.toContain(UNDECIDED);
  expect(readings(world)["/api/pixels"]).toBeLessThanOrEqual(2);
  expect(creates(world)).toEqual([]);
});

test("while the account lists nothing, a create stays pending if its list showed an object before", async () => {
  const { world, stack } = await start();
  world.account.pixels.create({ type: "gapixel", name: "By hand", tag: "by hand" });
  lose(world);
  await messageOf(stack.up(pixels(1), DIRECTLY));
  listsAreEmpty(world);
  expect(await messageOf(stack.up(pixels(1), REFRESHED))).toContain("lists no object");
  world.faults.clear();
  await stack.up(pixels(1), REFRESHED);
  expect(creates(world)).toHaveLength(1);
  expect(world.account.pixels.list()).toHaveLength(2);
});

test("after a list that showed fewer objects than it counts, an equal one may be older: the create stays pending", async () => {
  const { world, stack } = await start();
  world.account.pixels.create({ type: "gapixel", name: "By hand", tag: "by hand" });
  const { id } = world.account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
  const withoutNewest = (response: ServiceResponse) => {
    const body = structuredClone(response.body) as { data: { pixels: object[] } };
    body.data.pixels.shift();
    return { ...response, body };
  };
  // It is read twice.
  world.faults.rule({ on: "GET /api/pixels", respond: withoutNewest, times: 2 });
  lose(world, { when: "before" });
  await messageOf(stack.up(PIXEL, DIRECTLY));
  expect(await messageOf(stack.up(PIXEL, REFRESHED))).toContain(`id ${id}`);
  expect(stack.ids["Pixel ads"]).toBe(UNDECIDED);
});

test("an id that this run deleted, and the service uses again, is the new object", async () => {
  const go = (host: string) =>
    `domains: { go: { domain: https://${host}.example.com, options: { deleteBeforeReplace: true } } }\n`;
  const { world, stack } = await applied(go("old"));
  const edit = (account: Account) => {
    account.nextId = 101;
  };
  world.faults.rule({ on: "DELETE *", when: "after", edit });
  await stack.up(go("new"), DIRECTLY);
  expect(creates(world)).toHaveLength(1);
  expect(stack.ids).toEqual({ "Domain go": "101" });
});

test("a rejection is none: nothing was created, and the next run does", async () => {
  const { world, stack } = await start();
  world.faults.rule({ on: "POST /api/pixel/add", times: 1, reject: "no" });
  expect(await messageOf(stack.up(PIXEL, DIRECTLY))).toContain("no");
  expect(stack.resources).toEqual([]);
  await stack.up(PIXEL);
  expect(world.account.pixels.list()).toHaveLength(1);
});

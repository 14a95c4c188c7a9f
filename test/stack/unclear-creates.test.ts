// A create without a clear result: one object, or an error. Never two objects and a run that succeeded.
import { describe, expect, test } from "vitest";
import type { Account } from "../../src/emulator/index";
import { Channel, ChannelItem } from "../../src/index";
import { ALL_KINDS } from "../support/dialects";
import type { FaultRule } from "../support/faults";
import { cancelAt } from "../support/interruptions";
import { byType, identifiableKinds, type Kind, listedKinds, one } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import type { Config, Stack } from "../support/stack";
import { applied, CHANNEL, CODE, DIRECTLY, DOMAIN, PIXEL, REFRESHED, sent } from "../support/what-exists";
import { startStack, type World } from "../support/world";

const SPRING = 'channels: { spring: { name: Spring, color: "#22aa66" } }\n';
const NAMED = "qrCodes: { menu: { type: text, data: hello, name: Menu } }\n";
/** The service shows names of codes as given. */
const SHOWN = { qrNames: "accepted" } as const;
const UNDECIDED = "undecided";

const start = () => startStack({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });

/** The first create takes effect, and its response gets lost. */
const lose = (world: World, rule: Partial<FaultRule> = {}) =>
  world.faults.rule({ on: "POST /api/*/add", fault: "reset", when: "after", times: 1, ...rule });

const creates = (world: World) => sent(world).filter((request) => request.endsWith("/add"));

/** No command but a person's decision sends anything for it. */
async function expectPending(world: World, stack: Stack, config: Config, label: string): Promise<void> {
  expect(stack.ids[label]).toBe(UNDECIDED);
  world.service.clearLog();
  const failure = await messageOf(stack.up(config, DIRECTLY));
  expect(failure).toContain("onExisting");
  expect(failure).toContain("{ id");
  expect(await messageOf(stack.preview(config))).toContain("onExisting");
  expect(stack.ids[label]).toBe(UNDECIDED);
  expect((await stack.refresh()).with("gone")).toEqual([]);
  expect(sent(world)).toEqual([]);
}

test("an object that somebody changes meanwhile is ours, and the next refresh shows the change", async () => {
  const { world, stack } = await start();
  lose(world, { edit: ({ channels }) => void channels.update(101, { color: "#000000" }) });
  await stack.up(SPRING, DIRECTLY);
  expect(creates(world)).toHaveLength(1);
  expect(stack.ids).toEqual({ "Channel spring": "101" });
  const { changes } = await stack.preview(SPRING, { refresh: true });
  expect(changes).toContain("update Channel spring: color");
});

describe.each(byType(identifiableKinds))("a %s", (type, kind) => {
  const label = `${type} it`;
  const program = one(kind, kind.args());
  /** The identity of the newest object is another one. */
  const rename = (account: Account) => {
    const id = kind.ids(account).at(-1)!;
    const changed = kind.identifying.map((name) => [name, kind.edited(kind.args(), name)[name]]);
    kind.change(account, id, Object.fromEntries(changed));
  };

  const both = () => {
    new kind.class("one", kind.args(), { onExisting: "duplicate" });
    new kind.class("two", kind.args(), { onExisting: "duplicate" });
  };

  test("is not mistaken for an equal one that was there before", async () => {
    const { world, stack } = await start();
    const before = kind.add(world.account, kind.args());
    lose(world);
    await stack.up(program, { ...DIRECTLY, config: { onExisting: "duplicate" } });
    expect(creates(world)).toHaveLength(1);
    expect(stack.ids[label]).not.toBe(before);
  });

  test("and an equal one, of which one request got lost, do not take the same object", async () => {
    const { world, stack } = await start();
    lose(world);
    lose(world, { when: "before", after: 1 });
    await stack.up(both, DIRECTLY);
    expect(kind.ids(world.account)).toHaveLength(2);
    expect(Object.values(stack.ids).sort()).toEqual([...kind.ids(world.account)].sort());
  });

  test("that comes back under another name stays pending, and a person decides", async () => {
    const { world, stack } = await start();
    lose(world, { edit: rename });
    const failure = await messageOf(stack.up(program, DIRECTLY));
    expect(failure).toContain("onExisting");
    expect(failure).toContain("duplicate");
    expect(failure).toMatch(/\bid 101\b/);
    expect(creates(world)).toHaveLength(1);
    await expectPending(world, stack, program, label);
    expect(kind.ids(world.account)).toEqual(["101"]);
    // With its id it is ours.
    const decided = one(kind, kind.args(), { onExisting: { id: "101" } });
    const isSame = kind.createOnly.every((name) => !kind.identifying.includes(name));
    if (isSame) {
      await stack.up(decided);
      expect(stack.ids[label]).toBe("101");
    } else {
      await stack.up(one(kind, kind.args(), { onExisting: "duplicate" }));
      expect(stack.ids[label]).toBe("102");
    }
  });

  test("whose request takes effect 25 s late is one object, also with lists 9 s old, and a line says why the run waits", async () => {
    const { world, stack } = await start();
    world.faults.rule({ on: `POST ${kind.list.writePath}add`, later: 25_000, fault: 502, times: 1 });
    world.faults.rule({ on: `GET ${kind.list.path}`, stale: 9000 });
    const { messages } = await stack.up(program, DIRECTLY);
    await world.faults.settled();
    expect(kind.ids(world.account)).toEqual(["101"]);
    expect(stack.ids[label]).toBe("101");
    expect(creates(world)).toHaveLength(1);
    expect(messages).toContainEqual(expect.stringMatching(/wait 40 s: no response to the create/));
  });

  test("of which eight are in flight and four took effect ends with one object each", async () => {
    const { world, stack } = await start();
    const eight = () => {
      for (let n = 0; n < 8; n++) new kind.class(`it${n}`, kind.args(n));
    };
    const on = `POST ${kind.list.writePath}add`;
    lose(world, { on, times: 4, every: 2 });
    lose(world, { on, times: 4, every: 2, after: 1, when: "before" });
    await stack.up(eight, { ...DIRECTLY, parallel: 8 });
    expect(creates(world)).toHaveLength(12);
    expect(kind.ids(world.account)).toHaveLength(8);
    expect(Object.values(stack.ids).sort()).toEqual([...kind.ids(world.account)].sort());
    expect((await stack.preview(eight, { refresh: true })).changes).toEqual([]);
  });

  test("that says `duplicate` stays pending if the list cannot be read, and `duplicate` decides nothing later", async () => {
    const { world, stack } = await start();
    const duplicate = one(kind, kind.args(), { onExisting: "duplicate" });
    kind.add(world.account, kind.args());
    lose(world);
    const isCreated = () => kind.ids(world.account).length > 1;
    world.faults.rule({
      on: ({ method, path }) => method === "GET" && path === kind.list.path && isCreated(),
      fault: 500,
    });
    expect(await messageOf(stack.up(duplicate, DIRECTLY))).toContain("{ id");
    world.faults.clear();
    await expectPending(world, stack, duplicate, label);
    expect(kind.ids(world.account)).toHaveLength(2);
    await stack.up(one(kind, kind.args(), { onExisting: { id: "102" } }));
    expect(stack.ids).toEqual({ [label]: "102" });
  });

  test("whose response has the id of an object that was listed before is an error, and no record", async () => {
    const { world, stack } = await start();
    const before = kind.add(world.account, kind.args(1));
    answerWith(world, kind, before);
    expect(await messageOf(stack.up(program, DIRECTLY))).toMatch(new RegExp(`\\bid ${before}\\b`));
    expect(Object.values(stack.ids)).not.toContain(before);
    world.faults.clear();
    await messageOf(stack.destroy());
    expect(kind.ids(world.account)).toEqual([before]);
  });

  test("whose response has the id of another entry's object is an error, and no second record", async () => {
    const { world, stack } = await start();
    await stack.up(one(kind, kind.args(1)));
    const own = stack.ids[label]!;
    answerWith(world, kind, own);
    const both = () => {
      one(kind, kind.args(1))();
      new kind.class("other", kind.args());
    };
    expect(await messageOf(stack.up(both, DIRECTLY))).toMatch(new RegExp(`\\bid ${own}\\b`));
    expect(Object.values(stack.ids).filter((id) => id === own)).toHaveLength(1);
  });
});

/** A service that answers a create with an object that it has already. */
function answerWith(world: World, kind: Kind, id: string): void {
  world.faults.rule({
    on: `POST ${kind.list.writePath}add`,
    reject: true,
    respond: (response) => ({ ...response, status: 200, body: { error: 0, id: Number(id) } }),
  });
}

test.each(byType(listedKinds))(
  "a %s whose result is undecided by several new objects stays pending, whatever the kind",
  async (type, kind) => {
    const { world, stack } = await start();
    lose(world, { edit: (account) => void kind.add(account, kind.args()) });
    const program = one(kind, kind.args());
    const failure = await messageOf(stack.up(program, DIRECTLY));
    for (const id of ["101", "102"]) expect(failure).toMatch(new RegExp(`\\bid ${id}\\b`));
    await expectPending(world, stack, program, `${type} it`);
    await stack.destroy();
    expect(kind.ids(world.account)).toHaveLength(2);
  },
);

test("a pending campaign with links is named, and not its links", async () => {
  const { world, stack } = await startStack();
  lose(world, {
    edit: ({ campaigns }) => void campaigns.create({ name: "Launch", slug: "launch", public: true }),
  });
  const launch = "campaigns: { launch: { name: Launch, slug: launch, public: true, links: [4711] } }";
  await messageOf(stack.up(launch, DIRECTLY));
  expect(stack.ids).toEqual({ "Campaign launch": "undecided" });
  for (const run of [() => stack.preview(launch), () => stack.up(launch, DIRECTLY)]) {
    const failure = await messageOf(run());
    expect(failure).toContain("campaigns.launch");
    expect(failure).not.toContain("must be the id");
  }
});

test("what the service shows of a new object is short in the error, and without control and direction characters", async () => {
  const { world, stack } = await start();
  const name = `\u202e\u0007${"x".repeat(100_000)}`;
  lose(world, { edit: ({ qrs }) => void qrs.create({ type: "text", data: "other", name }) });
  const failure = await messageOf(stack.up(CODE, DIRECTLY));
  expect(failure).toContain("xxx");
  expect(failure.length).toBeLessThan(2000);
  expect(failure).not.toMatch(/\u202e|\u0007/);
});

test("an error names five of many new objects, and counts the others", async () => {
  const { world, stack } = await start();
  const names = ["a", "b", "c", "d", "e", "f"];
  lose(world, {
    edit: ({ qrs }) => {
      for (const name of names) qrs.create({ type: "text", data: "other", name });
    },
  });
  const failure = await messageOf(stack.up(CODE, DIRECTLY));
  expect(failure.match(/\bid \d+/g)).toHaveLength(5);
  expect(failure).toContain("2 more");
});

test("a create that waits a minute for the limit, and takes effect 25 s late, is one object", async () => {
  const { world, stack } = await startStack({ rateLimit: 5, dialect: { rejectedDuplicates: "none" } });
  const names = ["a", "b", "c", "d", "e"];
  // The account, the list, and three of them are within the limit.
  world.faults.rule({ on: "POST /api/channel/add", after: 3, times: 1, later: 25_000 });
  const before = world.clock.monotonic();
  await stack.up(`channels: { ${names.map((name) => `${name}: { name: ${name} }`).join(", ")} }`, DIRECTLY);
  expect(world.clock.monotonic() - before).toBeGreaterThan(60_000 + 25_000);
  await world.faults.settled();
  const created = world.account.channels.list().map(({ name }) => name);
  expect(created.toSorted()).toEqual(names);
  expect(Object.keys(stack.ids)).toHaveLength(5);
});

describe("an id that this run deleted and the service uses again", () => {
  const go = (host: string) =>
    `domains: { go: { domain: https://${host}.example.com, options: { deleteBeforeReplace: true } } }\n`;
  const reuse = ({ context }: Account) => {
    context.nextIds.domains = 101;
  };

  test.each([undefined, "reset"] as const)("is the new object (fault %s)", async (fault) => {
    const { world, stack } = await applied(go("old"));
    world.faults.rule({ on: "DELETE *", when: "after", edit: reuse });
    if (fault) lose(world, { fault });
    await stack.up(go("new"), DIRECTLY);
    expect(creates(world)).toHaveLength(1);
    expect(world.account.domains.list().map(({ domain }) => domain)).toEqual(["https://new.example.com"]);
    expect(stack.ids).toEqual({ "Domain go": "101" });
    expect((await stack.preview(go("new"), { refresh: true })).changes).toEqual([]);
  });
});

describe("a rejection", () => {
  test.each([400, 403, 404, 409, 422])(
    "is status %i with an empty body: nothing is sent again",
    async (status) => {
      const { world, stack } = await start();
      world.faults.rule({
        on: "POST /api/pixel/add",
        times: 1,
        reject: true,
        respond: (response) => ({ ...response, status, body: "" as unknown as object }),
      });
      expect(await messageOf(stack.up(PIXEL, DIRECTLY))).toContain(String(status));
      expect(creates(world)).toHaveLength(1);
      expect(stack.resources).toEqual([]);
      await stack.up(PIXEL);
      expect(world.account.pixels.list()).toHaveLength(1);
    },
  );

  test("of the second attempt is decided by a list, in which the first one took effect late", async () => {
    const { world, stack } = await startStack();
    world.faults.rule({ on: "POST /api/domain/add", later: 15_000, times: 1 });
    world.faults.rule({ on: "POST /api/domain/add", after: 1, times: 1, delay: 10_000 });
    await stack.up(DOMAIN, DIRECTLY);
    await world.faults.settled();
    expect(stack.ids).toEqual({ "Domain go": "101" });
    expect(world.account.domains.list()).toHaveLength(1);
  });
});

describe("a pending create", () => {
  /** A channel whose create took effect under another name, beside a pixel. */
  async function pending(config = CHANNEL + PIXEL) {
    const { world, stack } = await applied(PIXEL);
    lose(world, {
      on: "POST /api/channel/add",
      edit: ({ channels }) => void channels.update(101, { name: "Printemps" }),
    });
    expect(await messageOf(stack.up(config, DIRECTLY))).toContain("onExisting");
    expect(stack.ids["Channel spring"]).toBe(UNDECIDED);
    world.faults.clear();
    world.service.clearLog();
    return { world, stack };
  }

  test("stops a plain up, and not an up with --target of another entry", async () => {
    const { world, stack } = await pending();
    const changed = CHANNEL + PIXEL.replace("Ads", "Shop ads");
    expect(await messageOf(stack.up(changed))).toContain("channels.spring");
    expect(sent(world)).toEqual([]);
    await stack.up(changed, { target: ["Pixel ads"] });
    expect(world.account.pixels.list().map(({ name }) => name)).toEqual(["Shop ads"]);
    expect(stack.ids["Channel spring"]).toBe(UNDECIDED);
  });

  test("fails what depends on it: nothing is assigned", async () => {
    const { world, stack } = await pending();
    expect(Object.keys(stack.ids)).not.toContain("ChannelItem spring/link/4711");
    const program = () => {
      const channel = new Channel("spring", { name: "Spring" });
      new ChannelItem("item", { channel, itemType: "links", item: 4711 });
    };
    expect(await messageOf(stack.up(program, { ...DIRECTLY, target: ["ChannelItem item"] }))).not.toBe("");
    expect(world.requests.filter((request) => request.includes("assign"))).toEqual([]);
  });

  test("gets nothing sent by refresh, up --refresh and destroy", async () => {
    const { world, stack } = await pending();
    await stack.refresh();
    expect(await messageOf(stack.up(CHANNEL + PIXEL, REFRESHED))).toContain("channels.spring");
    expect(stack.ids["Channel spring"]).toBe(UNDECIDED);
    expect(sent(world)).toEqual([]);
    await stack.destroy();
    expect(sent(world)).toEqual(["DELETE /api/pixel/101/delete"]);
    expect(stack.resources).toEqual([]);
  });

  test("is decided by { id }, which updates what differs", async () => {
    const { world, stack } = await pending();
    const decided = CHANNEL.replace("name: Spring,", "name: Spring, options: { onExisting: { id: 101 } },");
    await stack.up(decided + PIXEL);
    expect(stack.ids["Channel spring"]).toBe("101");
    expect(world.account.channels.list().map(({ name }) => name)).toEqual(["Spring"]);
    expect((await stack.preview(CHANNEL + PIXEL, { refresh: true })).changes).toEqual([]);
  });

  test("is decided by duplicate, which creates another one", async () => {
    const { world, stack } = await pending();
    const decided = CHANNEL.replace("name: Spring,", "name: Spring, options: { onExisting: duplicate },");
    await stack.up(decided + PIXEL);
    expect(stack.ids["Channel spring"]).toBe("102");
    expect(world.account.channels.list()).toHaveLength(2);
  });
});

test("several unclear creates of one list are decided from one reading", async () => {
  const { world, stack } = await start();
  lose(world, { times: 8 });
  await stack.up(pixels(8), { ...DIRECTLY, parallel: 8 });
  expect(stack.resources).toHaveLength(8);
  expect(world.requests.filter((request) => request === "GET /api/pixels")).toHaveLength(2);
});

describe("a QR code", () => {
  test("that the list shows by its name is found", async () => {
    const { world, stack } = await startStack({
      dialect: SHOWN,
      up: "qrCodes: { other: { type: text, data: other, name: Other } }\n",
    });
    lose(world);
    const both = `qrCodes:\n  other: { type: text, data: other, name: Other }\n  menu: { type: text, data: hello, name: Menu }\n`;
    await stack.up(both, DIRECTLY);
    expect(world.account.qrs.list()).toHaveLength(2);
    expect(stack.ids["QrCode menu"]).toBe("102");
  });

  test("that replaces another one never takes the old one", async () => {
    const { world, stack } = await startStack({ dialect: { qrNames: "accepted" } });
    const menu = (type: string) =>
      `qrCodes: { menu: { type: ${type}, data: https://example.com, name: Menu } }`;
    await stack.up(menu("text"));
    await stack.refresh();
    world.faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "before" });
    await messageOf(stack.up(menu("link"), DIRECTLY));
    expect(stack.ids).toEqual({ "QrCode menu": "undecided" });
    expect(world.account.qrs.list().map(({ id }) => id)).toEqual([101]);
  });

  test("stays pending if Ctrl-C comes before the list that decides", async () => {
    const { world, stack } = await startStack();
    lose(world);
    const canceled = cancelAt({ request: 1, timing: "before" });
    await expect(stack.up(CODE, { ...DIRECTLY, ...canceled })).rejects.toThrow();
    expect(stack.ids).toEqual({ "QrCode menu": "undecided" });
  });

  test("whose response has no id is found, and not sent again", async () => {
    const { world, stack } = await startStack({ dialect: SHOWN });
    world.faults.rule({
      on: "POST /api/qr/add",
      times: 1,
      respond: (response) => ({ ...response, body: { error: 0 } }),
    });
    await stack.up(NAMED, DIRECTLY);
    expect(stack.ids).toEqual({ "QrCode menu": "101" });
    expect(world.account.qrs.list()).toHaveLength(1);
  });
});

test("a protected pending QR code is decided without pulumi state unprotect", async () => {
  const { world, stack } = await startStack();
  const code = "qrCodes: { c0: { type: text, data: code 0, options: { protect: true } } }";
  world.faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "after", times: 1 });
  await messageOf(stack.up(code, DIRECTLY));
  expect(stack.ids).toEqual({ "QrCode c0": "undecided" });
  expect(await messageOf(stack.up(code.replace("true", "true, onExisting: { id: 101 }")))).toBe("");
  expect(stack.ids).toEqual({ "QrCode c0": "101" });
});

// A create without a clear answer: lists tell whether it worked, and only what surely did not is sent once more.
import { afterEach, describe, expect, test } from "vitest";
import { HttpTransport } from "../../src/api/http/transport";
import { DEMO_KEY, type FaultName } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { World } from "./world";

let world: World;
afterEach(() => world.end());

const KINDS: readonly [
  handler: string,
  table: "pixels" | "domains" | "channels" | "campaigns" | "qrs",
  args: Props,
][] = [
  ["pixel", "pixels", { type: "fbpixel", name: "Shop ads", tag: "1" }],
  ["domain", "domains", { domain: "https://go.example.com" }],
  ["channel", "channels", { name: "Spring" }],
  ["campaign", "campaigns", { name: "Launch", slug: "launch", public: true }],
  ["qrCode", "qrs", { type: "text", data: "x" }],
];
const PIXEL = KINDS[0]![2];
const CODE = KINDS[4]![2];

const lose = (fault: FaultName, times = 1, ms?: number) =>
  world.emulator.faults.rule({ on: "POST /api/*/add", fault, times, ...(ms !== undefined && { ms }) });

const sent = (method: string) => world.emulator.log.filter((entry) => entry.method === method).length;
/** All but the one of the account. */
const listings = () => sent("GET") - 1;

/** Hanging answers are given up soon, in real time. */
const impatient = () =>
  world.process(
    {},
    new HttpTransport(world.emulator.url, DEMO_KEY, { connect: 5000, headers: 300, body: 300 }),
  );

describe.each(KINDS)("%s", (handler, table, args) => {
  test.each([
    "dropAfterCommit",
    "hangAfterCommit",
    "hangInBody",
    "cutBody",
    "truncatedJson",
    "wrongJson",
    "badGatewayAfterCommit",
    "serverErrorAfterCommit",
  ] as const)("that was made, but %s, is found and not made again", async (fault) => {
    world = await World.start();
    lose(fault);
    const process = impatient();
    const { id } = await process.create(handler, args);
    expect(world.account[table].list().map((row) => String(row.id))).toEqual([id]);
    expect(sent("POST")).toBe(1);
    expect(process.messages).toEqual([expect.stringContaining(`was made with id ${id}`)]);
  });

  test.each(["dropBeforeHandling", "gatewayTimeoutBeforeHandling", "serverErrorBeforeCommit"] as const)(
    "that was not made, since %s, is sent once more",
    async (fault) => {
      world = await World.start();
      lose(fault);
      const process = world.process();
      const { id } = await process.create(handler, args);
      expect(world.account[table].list().map((row) => String(row.id))).toEqual([id]);
      expect(process.messages).toEqual([expect.stringContaining("sent once more")]);
    },
  );

  test("that takes effect late, in a list that lags on top, is waited for", async () => {
    world = await World.start();
    await world.clock.advance(60_000);
    lose("dropThenCommit", 1, 4000);
    world.emulator.faults.rule({ on: "GET /api/*", fault: "staleList", ms: 5000 });
    const { id } = await world.process().create(handler, args);
    expect(world.account[table].list().map((row) => String(row.id))).toEqual([id]);
  });

  test("needs no time where nothing has to settle", async () => {
    world = await World.start();
    lose("dropBeforeHandling");
    lose("dropAfterCommit");
    const before = world.clock.now();
    await world.process({ settleTime: "0" }).create(handler, args);
    expect(world.account[table].size).toBe(1);
    expect(world.clock.now() - before).toBeLessThan(1000);
  });

  test("whose second try has no clear answer either is found, or an error says what to do", async () => {
    world = await World.start();
    lose("dropBeforeHandling");
    lose("dropAfterCommit");
    const { id } = await world.process().create(handler, args);
    expect(world.account[table].list().map((row) => String(row.id))).toEqual([id]);

    world.account[table].delete(Number(id));
    lose("dropBeforeHandling", 2);
    await expect(world.process().create(handler, args)).rejects.toThrow(
      handler === "qrCode" ? /onExisting: \{ id.*further runs stop here/ : /run `pulumi up` again/,
    );
    expect(world.account[table].size).toBe(0);
  });
});

describe("an outage that goes on after the try", () => {
  const outage = () => {
    lose("dropAfterCommit");
    let isOut = false;
    world.emulator.faults.rule({
      on: ({ method }) => {
        isOut ||= method === "POST";
        return isOut && method === "GET";
      },
      fault: "badGatewayBeforeHandling",
    });
  };

  test("ends in an error once the next run can see what was made, and that one takes it over", async () => {
    world = await World.start();
    outage();
    const before = world.clock.now();
    await expect(world.process().create("pixel", PIXEL)).rejects.toThrow(
      /the list that would tell could not be read.*run `pulumi up` again: if it was made, it is taken over/s,
    );
    expect(world.clock.now() - before).toBeGreaterThanOrEqual(10_000);
    world.emulator.faults.clear();
    const { id } = await world.process().create("pixel", PIXEL);
    expect(world.account.pixels.list().map((row) => String(row.id))).toEqual([id]);
  });

  test("means a handful of listings for fifty creates", async () => {
    world = await World.start({}, { rateLimit: 1000 });
    lose("dropBeforeHandling", 50);
    const process = world.process();
    const names = Array.from({ length: 50 }, (_, index) => `Channel ${index}`);
    await Promise.all(names.map((name) => process.create("channel", { name })));
    expect(world.account.channels.size).toBe(50);
    // One before; then one soon, one in between, and two once all is settled.
    expect(listings()).toBeLessThanOrEqual(5);
  });
});

test("an object that somebody else made meanwhile, and one of another entry, is not taken for ours", async () => {
  world = await World.start();
  const process = world.process();
  lose("dropAfterCommit");
  world.emulator.faults.rule({
    on: "GET /api/channels",
    fault: "concurrentEditor",
    times: 1,
    edit: ({ channels }) => channels.create({ name: "Autumn" }),
  });
  const [spring, summer] = await Promise.all([
    process.create("channel", { name: "Spring" }),
    process.create("channel", { name: "Summer" }),
  ]);
  const names = new Map(world.account.channels.list().map(({ id, name }) => [String(id), name]));
  expect([names.get(spring.id), names.get(summer.id)]).toEqual(["Spring", "Summer"]);
  expect(names.size).toBe(3);
});

test("equal entries, whose creates both had no clear answer, get one object each", async () => {
  world = await World.start();
  lose("dropAfterCommit", 2);
  const process = world.process();
  const [one, two] = await Promise.all([process.create("pixel", PIXEL), process.create("pixel", PIXEL)]);
  expect(
    world.account.pixels
      .list()
      .map(({ id }) => String(id))
      .sort(),
  ).toEqual([one.id, two.id].sort());
});

test("a name that the service writes in its own way is recognised", async () => {
  world = await World.start({ trimNames: true, lowercaseSlugs: true });
  lose("cutBody");
  await world.process().create("campaign", { name: " Launch ", slug: "LAUNCH", public: true });
  expect(world.account.campaigns.size).toBe(1);
});

test("several new objects that equal the entry are an error that names them", async () => {
  world = await World.start();
  await world.process().create("channel", { name: "before" });
  lose("dropAfterCommit");
  const process = world.process();
  const creation = process.create("channel", { name: "Spring" });
  world.emulator.faults.rule({
    on: "GET /api/channels",
    fault: "concurrentEditor",
    times: 1,
    edit: ({ channels }) => channels.create({ name: "Spring" }),
  });
  await expect(creation).rejects.toThrow(
    /id 10\d \(name "Spring", starred false\); id 10\d \(name "Spring", .*onExisting: \{ id/s,
  );
});

test("what takes effect later than the settle time is told when it is sent once more", async () => {
  world = await World.start({ duplicateDomains: "rejected" });
  lose("dropThenCommit", 1, 30_000);
  const process = world.process({ settleTime: "5" });
  await process.create("pixel", PIXEL);
  await world.emulator.faults.settled();
  expect(world.account.pixels.size).toBe(2);
  expect(process.messages).toEqual([expect.stringMatching(/Pixel fbpixel 1: sent once more.*settleTime/)]);
});

test("a repeat that is refused because the first try worked after all finds what that one made", async () => {
  world = await World.start({ duplicateDomains: "rejected" });
  lose("dropThenCommit", 1, 12_000);
  world.emulator.faults.rule({ on: "GET /api/domains", fault: "staleList", ms: 13_000 });
  await world.clock.advance(60_000);
  const { id } = await world.process().create("domain", { domain: "https://go.example.com" });
  expect(world.account.domains.list().map((row) => String(row.id))).toEqual([id]);
});

describe("QR codes, of which nothing can be compared,", () => {
  test("are made one at a time, so that each is known", async () => {
    world = await World.start();
    lose("dropAfterCommit", 2);
    const process = world.process();
    const made = await Promise.all(
      ["a", "b", "c"].map((data) => process.create("qrCode", { type: "text", data })),
    );
    const contents = made.map(({ id }) => world.account.qrs.get(Number(id))?.data);
    expect(contents).toEqual(["a", "b", "c"]);
    expect(world.account.qrs.size).toBe(3);
  });

  test("are listed once before the first is made, and not again", async () => {
    world = await World.start();
    const process = world.process();
    for (const data of ["a", "b", "c"]) await process.create("qrCode", { type: "text", data });
    expect(listings()).toBe(1);
  });

  test("are told from those of others by the time at which they were made", async () => {
    world = await World.start({ utcOffsetMinutes: 345 });
    const process = world.process();
    await process.create("qrCode", { type: "text", data: "first" });
    await world.clock.advance(5 * 60_000);
    world.account.qrs.create({ type: "text", data: "of somebody else" });
    await world.clock.advance(5 * 60_000);
    lose("dropAfterCommit");
    const { id } = await process.create("qrCode", CODE);
    expect(process.messages.join("\n")).toMatch(
      /nothing more of it can be compared.*look at it before you use it/,
    );
    expect(world.account.qrs.get(Number(id))?.data).toBe("x");
  });

  test("that cannot be told apart are an error with the candidates, and the id that the user gives goes on", async () => {
    world = await World.start();
    const process = world.process();
    await process.create("qrCode", { type: "text", data: "first" });
    world.account.qrs.create({ type: "text", data: "of somebody else" });
    lose("dropAfterCommit");
    const error = await process.create("qrCode", CODE).catch((caught: Error) => caught);
    expect(String((error as Error).message)).toMatch(/id 10[23] \(.*link.*id 10[23] \(.*onExisting: \{ id/s);
    const kept = error as unknown as { id: string; properties: Props };
    const { diff, read } = world.process().of("qrCode");
    expect((await read(kept.id, kept.properties)).id).toBe(kept.id);
    await expect(diff(kept.id, kept.properties, CODE)).rejects.toThrow(
      /earlier run could not tell.*onExisting: \{ id/,
    );

    const ours = world.account.qrs.list().find(({ data }) => data === "x")!;
    const inputs = { ...CODE, onExisting: { id: ours.id } };
    const next = world.process();
    expect((await next.of("qrCode").diff(kept.id, kept.properties, inputs)).replaces).toEqual(["onExisting"]);
    expect((await next.create("qrCode", inputs)).id).toBe(String(ours.id));
    await next.delete("qrCode", { id: kept.id, outs: kept.properties });
    expect(world.account.qrs.size).toBe(3);
  });
});

test("an item is found assigned after a lost answer in a list that lags, and not assigned twice", async () => {
  world = await World.start({ repeatedAssignment: "duplicateEntry" });
  const { id } = world.account.channels.create({ name: "Spring" });
  await world.clock.advance(60_000);
  world.emulator.faults.rule({
    on: "POST /api/channel/*/assign/*",
    fault: "dropThenCommit",
    times: 1,
    ms: 3000,
  });
  world.emulator.faults.rule({ on: `GET /api/channel/${id}`, fault: "staleList", ms: 4000 });
  await world.process().create("channelItem", { channel: id, itemType: "links", item: 4711 });
  expect(world.account.channels.get(id)?.items).toHaveLength(1);
});

// A create without a clear response: lists decide whether it worked, and only what certainly had no effect is sent again.
import { afterEach, describe, expect, test } from "vitest";
import { HttpTransport } from "../../../src/api/http/transport";
import { DEMO_KEY, type FaultName } from "../../../src/emulator/index";
import { byType, listedKinds } from "../support/kinds";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

const lose = (fault: FaultName, times = 1, ms?: number) =>
  world.emulator.faults.rule({ on: "POST /api/*/add", fault, times, ...(ms !== undefined && { ms }) });

const posts = () => world.emulator.log.filter(({ method }) => method === "POST").length;

/** Gives hanging responses up soon, in real time. */
const impatient = () =>
  world.process(
    {},
    new HttpTransport(world.emulator.url, DEMO_KEY, {
      connectMs: 5000,
      headersMs: 300,
      bodyMs: 300,
      slowMs: 60_000,
    }),
  );

describe.each(byType(listedKinds))("a create of a %s", (_, kind) => {
  const { handler } = kind;
  const args = kind.args();
  let before: string[] = [];
  const start = async () => {
    world = await World.start();
    before = world.records(kind).ids;
  };
  const expectOnly = (id: string) => expect(world.records(kind).ids).toEqual([...before, id]);

  test.each([
    "dropAfterCommit",
    "hangAfterCommit",
    "hangInBody",
    "cutBody",
    "truncatedJson",
    "wrongJson",
    "badGatewayAfterCommit",
    "gatewayTimeoutAfterCommit",
    "serverErrorAfterCommit",
  ] as const)("that worked, but %s, is found and not sent again", async (fault) => {
    await start();
    lose(fault);
    const process = impatient();
    const { id } = await process.create(handler, args);
    expectOnly(id);
    expect(posts()).toBe(1);
    expect(process.messages).toEqual([
      expect.stringContaining(`created with id ${id}, although the create had no clear result`),
    ]);
  });

  test.each(["dropBeforeHandling", "gatewayTimeoutBeforeHandling", "serverErrorBeforeCommit"] as const)(
    "that had no effect, because %s, is sent again",
    async (fault) => {
      await start();
      lose(fault);
      const process = world.process();
      const { id } = await process.create(handler, args);
      expectOnly(id);
      expect(process.messages).toEqual([
        expect.stringMatching(/: sent again\. The first attempt had no clear result.*settleTime \(10 s\)$/),
      ]);
    },
  );

  test("that takes effect late, in a list that lags in addition, is awaited", async () => {
    await start();
    await world.clock.advance(60_000);
    lose("dropThenCommit", 1, 4000);
    world.emulator.faults.rule({ on: "GET /api/*", fault: "staleList", ms: 5000 });
    const { id } = await world.process().create(handler, args);
    expectOnly(id);
  });

  test("takes no time if nothing has to settle", async () => {
    await start();
    lose("dropBeforeHandling");
    lose("dropAfterCommit");
    const startedAt = world.clock.now();
    const { id } = await world.process({ settleTime: "0" }).create(handler, args);
    expectOnly(id);
    expect(world.clock.now() - startedAt).toBeLessThan(1000);
  });

  test("whose second attempt has no clear result either is found, or its error says what to do", async () => {
    await start();
    lose("dropBeforeHandling");
    lose("dropAfterCommit");
    const { id } = await world.process().create(handler, args);
    expectOnly(id);

    world.records(kind).remove(id);
    lose("dropBeforeHandling", 2);
    await expect(world.process().create(handler, args)).rejects.toThrow(
      kind.isIdentifiable
        ? /after 2 attempts\. Run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up, which adopts the object if it exists/
        : /after 2 attempts\. The entry stays pending\. Look at the account, and set onExisting: \{ id: … \}/,
    );
    expect(world.records(kind).ids).toEqual(before);
  });
});

describe("an outage after the attempt", () => {
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

  test.each(byType(listedKinds.filter((kind) => kind.isIdentifiable)))(
    "%s: ends in an error when the next run can see the object, which adopt recovers",
    async (_, kind) => {
      world = await World.start();
      const before = world.records(kind).ids;
      outage();
      const startedAt = world.clock.now();
      await expect(world.process().create(kind.handler, kind.args())).rejects.toThrow(
        /The list that decides could not be read.*Run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up/s,
      );
      expect(world.clock.now() - startedAt).toBeGreaterThanOrEqual(10_000);
      world.emulator.faults.clear();
      expect(await world.process().collision(kind.handler, kind.args())).toMatchObject({ kind: "exists" });
      const { id } = await world.process({ onExisting: "adopt" }).create(kind.handler, kind.args());
      expect(world.records(kind).ids).toEqual([...before, id]);
    },
  );

  test("costs a handful of listings for fifty creates", async () => {
    world = await World.start({}, { rateLimit: 1000 });
    lose("dropBeforeHandling", 50);
    const process = world.process();
    const names = Array.from({ length: 50 }, (_, index) => `Channel ${index}`);
    await Promise.all(names.map((name) => process.create("channel", { name })));
    expect(world.account.channels.size).toBe(50);
    const listings = world.requests().filter((request) => request === "GET /api/channels");
    // One before. Then one soon, one later, and two when everything has settled.
    expect(listings.length).toBeLessThanOrEqual(5);
  });
});

test("an attempt that takes effect after the settle time is announced when the second one is sent", async () => {
  world = await World.start();
  lose("dropThenCommit", 1, 30_000);
  const process = world.process({ settleTime: "5" });
  await process.create("pixel", { type: "fbpixel", name: "Shop ads", tag: "1" });
  await world.emulator.faults.settled();
  expect(world.account.pixels.size).toBe(2);
  expect(process.messages).toEqual([
    expect.stringMatching(/^Pixel fbpixel 1: sent again\..*settleTime \(5 s\)/),
  ]);
});

test("a second attempt that is rejected, because the first one worked after all, finds its object", async () => {
  world = await World.start({ duplicateDomains: "rejected" });
  lose("dropThenCommit", 1, 12_000);
  world.emulator.faults.rule({ on: "GET /api/domains", fault: "staleList", ms: 13_000 });
  await world.clock.advance(60_000);
  const { id } = await world.process().create("domain", { domain: "https://go.example.com" });
  expect(world.account.domains.list().map((record) => String(record.id))).toEqual([id]);
});

// The client against the emulator, over sockets and in virtual time.
import { afterEach, describe, expect, it } from "vitest";
import { AmbiguousError, RejectedKeyError } from "../../src/api/errors";
import { AccountSession } from "../../src/api/session";
import type { Settings } from "../../src/api/settings";
import {
  DEMO_KEY,
  DIALECT_KNOBS,
  type Dialect,
  type Emulator,
  OBSERVED_DIALECT,
  startEmulator,
} from "../../src/emulator/index";
import { pairwise } from "../support/pairwise";
import { VirtualClock } from "../support/virtual-clock";
import { errorOf, SETTINGS } from "./support/fake-service";
import { PIXELS } from "./support/list-pages";

const pixel = (n: number) => ({ type: "fbpixel" as const, name: `p${n}`, tag: String(n) });

let emulator: Emulator;
let clock: VirtualClock;
const sessions: AccountSession[] = [];

async function start(dialect: Partial<Dialect> = {}) {
  clock = new VirtualClock({ autoAdvance: true, quietMs: 2 });
  emulator = await startEmulator({ dialect, clock });
}
function open(settings: Partial<Settings> = {}): AccountSession {
  const session = new AccountSession(
    { ...SETTINGS, apiKey: DEMO_KEY, baseUrl: emulator.url, ...settings },
    { clock },
  );
  sessions.push(session);
  return session;
}
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  await emulator.close();
});

const account = () => emulator.store.account("acme");
const rateLimited = () => emulator.log.filter(({ rateLimited }) => rateLimited);
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const createPixels = (session: AccountSession, count: number) =>
  Promise.all(times(count, (n) => session.create("/api/pixel/add", pixel(n))));
/** The preview runs in a process of its own and uses the same key. */
const runPreview = () => {
  const session = open();
  return Promise.all(times(25, () => session.read("/api/pixels")));
};

const RESPONSES = [
  "successErrorField",
  "failureErrorField",
  "statusCodes",
  "createStatus",
  "contentTypeRequired",
  "idsAs",
  "pageNumbersAs",
  "registeredField",
] as const;
const LISTS = [
  "maxPageSize",
  "limitParameter",
  "nextpageOnLastPage",
  "resultField",
  "maxpageField",
  "currentpageField",
  "pageBeyondLast",
  "listOrder",
] as const;
const RATE_LIMIT = [
  "rateLimitHeaders",
  "rateLimitHeadersOnFailure",
  "resetFormat",
  "resetRounding",
  "rateLimitWindow",
  "rateLimitResponse",
  "retryAfterHeader",
  "dateHeader",
] as const;
type Knob = (typeof RESPONSES | typeof LISTS | typeof RATE_LIMIT)[number];
const knobs = Object.fromEntries(
  [...RESPONSES, ...LISTS, ...RATE_LIMIT].map((name) => [name, DIALECT_KNOBS[name]]),
) as Pick<typeof DIALECT_KNOBS, Knob>;

describe("in every pair of dialect knobs", () => {
  it.each([...pairwise(knobs), OBSERVED_DIALECT].map((dialect, index) => [index, dialect] as const))(
    "lists are complete and nothing is rate limited (row %i)",
    async (index, dialect) => {
      await start(dialect);
      const count = [0, 1, 30, 45, 100][index % 5]!;
      for (let n = 0; n < count; n++) account().pixels.create(pixel(n));
      const session = open();
      const ids = [...(await session.collection(PIXELS).items()).keys()].map(Number).sort((a, b) => a - b);
      expect(ids).toEqual(
        account()
          .pixels.list()
          .map(({ id }) => id),
      );
      await Promise.all([1000, 1001, 1002].map((n) => session.create("/api/pixel/add", pixel(n))));
      expect((await session.collection(PIXELS).refresh()).size).toBe(count + 3);
      expect(rateLimited()).toEqual([]);
    },
  );
});

describe("a session sends", () => {
  it.each([0, 1, 99, 100, 101, 250])(
    "one request for the account and one per page of a list of %i",
    async (count) => {
      await start();
      for (let n = 0; n < count; n++) account().pixels.create(pixel(n));
      await open().collection(PIXELS).items();
      expect(emulator.log.length).toBe(1 + Math.max(1, Math.ceil(count / 100)));
    },
  );

  it("one more request in total if `limit` is rejected", async () => {
    await start({ limitParameter: "rejected" });
    const session = open();
    const keys = ["pixels", "domains", "channels", "campaigns"];
    const specs = keys.map((key) => ({ path: `/api/${key}`, key, writePath: `/api/${key.slice(0, -1)}/` }));
    await Promise.all(specs.map((spec) => session.collection(spec).items()));
    expect(emulator.log.length).toBe(1 + specs.length + 1);
  });
});

describe("the rate limit", () => {
  it("allows 120 creates in the smallest number of windows", async () => {
    await start();
    await createPixels(open(), 120);
    expect(rateLimited()).toEqual([]);
    expect(emulator.log.length).toBe(121);
    const windows = (emulator.log.at(-1)!.at - emulator.log[0]!.at) / 60_000;
    expect(windows / Math.ceil((121 - 30) / 30)).toBeLessThan(1.02);
  });

  it.each(["429", "200WithError", "403"] as const)(
    "delays a process that follows another one on the same key, with at most one rejection (%s)",
    async (rateLimitResponse) => {
      await start({ rateLimitResponse });
      await runPreview();
      await createPixels(open(), 20);
      expect(account().pixels.size).toBe(20);
      expect(rateLimited().length).toBeLessThanOrEqual(1);
    },
  );

  it("only delays a process that follows another one if there are no headers", async () => {
    await start({ rateLimitHeaders: "absent" });
    await runPreview();
    await createPixels(open(), 40);
    expect(account().pixels.size).toBe(40);
  });
});

describe("a wrong key", () => {
  it.each(["real", "always200"] as const)("is reported (status codes: %s)", async (statusCodes) => {
    await start({ statusCodes });
    await expect(open({ apiKey: "wrong" }).account()).rejects.toThrow(RejectedKeyError);
    expect(emulator.log.length).toBe(1);
  });
});

describe("a service that shuts down", () => {
  it("leaves a create ambiguous only if it was sent", async () => {
    await start();
    const session = open();
    await session.account();
    await emulator.close();
    const error = await errorOf(session.create("/api/pixel/add", pixel(1)));
    const { message } = error as Error;
    expect(message).toMatch(/POST \/api\/pixel\/add: the connection was (refused|reset|closed)/);
    expect(error instanceof AmbiguousError).toBe(!message.includes("refused"));
  });
});

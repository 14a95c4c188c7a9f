// The client against the emulator, over sockets and in virtual time, in every pair of dialect knobs that concern it.
import { afterEach, describe, expect, it } from "vitest";
import { AmbiguousError, RejectedKeyError } from "../../src/api/errors";
import { AccountSession } from "../../src/api/session";
import {
  DEMO_KEY,
  DIALECT_KNOBS,
  type Dialect,
  type Emulator,
  startEmulator,
} from "../../src/emulator/index";
import { pairwise } from "../support/pairwise";
import { VirtualClock } from "../support/virtual-clock";

const SETTINGS = { apiKey: DEMO_KEY, pageSize: 100, settleTimeMs: 10_000 };
const pixels = { path: "/api/pixels", key: "pixels" };
const pixel = (n: number) => ({ type: "fbpixel" as const, name: `p${n}`, tag: String(n) });

let emulator: Emulator;
let clock: VirtualClock;
const sessions: AccountSession[] = [];

async function begin(dialect: Partial<Dialect> = {}) {
  clock = new VirtualClock({ autoAdvance: true, quietMs: 2 });
  emulator = await startEmulator({ dialect, clock });
}
function open(settings: Partial<typeof SETTINGS> = {}): AccountSession {
  const session = new AccountSession({ ...SETTINGS, ...settings, baseUrl: emulator.url }, { clock });
  sessions.push(session);
  return session;
}
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  await emulator.close();
});

const {
  successErrorField,
  failureErrorField,
  statusCodes,
  createStatus,
  contentTypeRequired,
  idsAs,
  pageNumbersAs,
  registeredField,
} = DIALECT_KNOBS;
const {
  maxPageSize,
  limitParameter,
  nextpageOnLastPage,
  resultField,
  maxpageField,
  currentpageField,
  pageBeyondLast,
  listOrder,
} = DIALECT_KNOBS;
const {
  rateLimitHeaders,
  rateLimitHeadersOnFailure,
  resetFormat,
  resetRounding,
  rateLimitWindow,
  rateLimitResponse,
  retryAfterHeader,
  dateHeader,
} = DIALECT_KNOBS;
const KNOBS = {
  ...{
    successErrorField,
    failureErrorField,
    statusCodes,
    createStatus,
    contentTypeRequired,
    idsAs,
    pageNumbersAs,
    registeredField,
  },
  ...{
    maxPageSize,
    limitParameter,
    nextpageOnLastPage,
    resultField,
    maxpageField,
    currentpageField,
    pageBeyondLast,
    listOrder,
  },
  ...{
    rateLimitHeaders,
    rateLimitHeadersOnFailure,
    resetFormat,
    resetRounding,
    rateLimitWindow,
    rateLimitResponse,
    retryAfterHeader,
    dateHeader,
  },
};

describe("in every pair of dialects", () => {
  const rows = pairwise(KNOBS);

  it.each(rows.map((row, index) => [index, row] as const))(
    "row %i: lists are complete and nothing is refused",
    async (index, row) => {
      await begin(row);
      const account = emulator.store.account("acme");
      const count = [0, 1, 30, 45, 100][index % 5]!;
      for (let n = 0; n < count; n++) account.pixels.create(pixel(n));
      const session = open();
      const before = [...(await session.collection(pixels).items()).keys()].map(Number).sort((a, b) => a - b);
      expect(before).toEqual(account.pixels.list().map(({ id }) => id));
      await Promise.all([1000, 1001, 1002].map((n) => session.create("/api/pixel/add", pixel(n))));
      const after = await session.collection(pixels).refresh();
      expect(after.size).toBe(count + 3);
      expect(emulator.log.filter(({ rateLimited }) => rateLimited)).toEqual([]);
    },
  );
});

describe("the requests of a session", () => {
  it.each([0, 1, 99, 100, 101, 250])(
    "are one for the account and the pages of a list of %i",
    async (count) => {
      await begin();
      const account = emulator.store.account("acme");
      for (let n = 0; n < count; n++) account.pixels.create(pixel(n));
      await open().collection(pixels).items();
      expect(emulator.log.length).toBe(1 + Math.max(1, Math.ceil(count / 100)));
    },
  );

  it("are one more for a whole session where `limit` is refused", async () => {
    await begin({ limitParameter: "rejected" });
    const session = open();
    const specs = ["pixels", "domains", "channels", "campaigns"].map((key) => ({ path: `/api/${key}`, key }));
    await Promise.all(specs.map((spec) => session.collection(spec).items()));
    expect(emulator.log.length).toBe(1 + specs.length + 1);
  });
});

describe("the rate limit", () => {
  it("lets 120 creates through in the fewest windows", async () => {
    await begin();
    const session = open();
    await Promise.all(Array.from({ length: 120 }, (_, n) => session.create("/api/pixel/add", pixel(n))));
    expect(emulator.log.filter(({ rateLimited }) => rateLimited)).toEqual([]);
    expect(emulator.log.length).toBe(121);
    const windows = (emulator.log.at(-1)!.at - emulator.log[0]!.at) / 60_000;
    expect(windows / Math.ceil((121 - 30) / 30)).toBeLessThan(1.02);
  });

  it.each(["429", "200WithError", "403"] as const)(
    "is waited out by a process that follows another one on the same key, also when told with %s",
    async (rateLimitResponse) => {
      await begin({ rateLimitResponse });
      const preview = open();
      await Promise.all(Array.from({ length: 25 }, () => preview.read("/api/pixels")));
      const update = open();
      await Promise.all(Array.from({ length: 20 }, (_, n) => update.create("/api/pixel/add", pixel(n))));
      expect(emulator.store.account("acme").pixels.size).toBe(20);
      expect(emulator.log.filter(({ rateLimited }) => rateLimited).length).toBeLessThanOrEqual(1);
    },
  );

  it("is survived without headers by a process that follows another one", async () => {
    await begin({ rateLimitHeaders: "absent" });
    const preview = open();
    await Promise.all(Array.from({ length: 25 }, () => preview.read("/api/pixels")));
    const update = open();
    await Promise.all(Array.from({ length: 40 }, (_, n) => update.create("/api/pixel/add", pixel(n))));
    expect(emulator.store.account("acme").pixels.size).toBe(40);
  });
});

describe("the key", () => {
  it.each(["real", "always200"] as const)(
    "refused (status codes %s) is told as that",
    async (statusCodes) => {
      await begin({ statusCodes });
      await expect(open({ apiKey: "wrong" }).account()).rejects.toThrow(RejectedKeyError);
      expect(emulator.log.length).toBe(1);
    },
  );
});

describe("an emulator that goes away", () => {
  it("leaves a create ambiguous or unsent, and says which", async () => {
    await begin();
    const session = open();
    await session.account();
    await emulator.close();
    const failure = await session.create("/api/pixel/add", pixel(1)).catch((error: unknown) => error);
    expect((failure as Error).message).toMatch(
      /POST \/api\/pixel\/add: the connection was (refused|reset|closed)/,
    );
    expect(failure instanceof AmbiguousError).toBe(!/refused/.test((failure as Error).message));
  });
});

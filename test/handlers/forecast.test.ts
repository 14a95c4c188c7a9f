// What a preview tells of its apply: the requests and the time, in agreement with the apply that follows; and nothing
// where there is no apply to come.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect } from "../../src/emulator/index";
import { pairwise } from "../support/pairwise";
import { type Entry, entry, PlannedStack } from "./planned-stack";
import { type Process, World } from "./world";

const WINDOW_MS = 60_000;
/** The gate's guards after the ends of windows. */
const GUARDS_MS = WINDOW_MS / 100;
/** Short links of the account, 40 from here on. */
const FIRST_LINK = 1000;

let world: World;
afterEach(() => world.end());

async function start(dialect: Partial<Dialect> = {}): Promise<void> {
  world = await World.start(dialect, { windowMs: WINDOW_MS });
  for (let id = FIRST_LINK; id < FIRST_LINK + 40; id++) world.account.links.create({ id });
}

const many = (count: number, make: (index: number) => Entry): Entry[] =>
  Array.from({ length: count }, (_, index) => make(index));

const pixels = (count: number, changes = {}): Entry[] =>
  many(count, (index) =>
    entry("pixel", `pixel ${index}`, { type: "forum", name: `P${index}`, tag: `t${index}`, ...changes }),
  );
const channels = (count: number): Entry[] =>
  many(count, (index) => entry("channel", `channel ${index}`, { name: `C${index}`, starred: true }));
const items = (channel: number, count: number): Entry[] =>
  many(count, (index) => ({
    name: `item ${channel}/${index}`,
    handler: "channelItem",
    args: (idOf) => ({
      channel: idOf(`channel ${channel}`),
      itemType: "links",
      item: FIRST_LINK + index,
    }),
  }));
const campaigns = (count: number, word = "G"): Entry[] =>
  many(count, (index) => entry("campaign", `campaign ${index}`, { name: `${word}${index}` }));
const links = (campaign: number, count: number): Entry[] =>
  many(count, (index) => ({
    name: `link ${campaign}/${index}`,
    handler: "campaignLink",
    args: (idOf) => ({ campaign: idOf(`campaign ${campaign}`), link: FIRST_LINK + index }),
  }));
const codes = (count: number, data = "https://example.com"): Entry[] =>
  many(count, (index) =>
    entry("qrCode", `code ${index}`, {
      type: "link",
      data: `${data}/${index}`,
      foreground: "rgb(0,0,0)",
      background: "rgb(255,255,255)",
    }),
  );

interface Plan {
  title: string;
  before: Entry[];
  after: Entry[];
}

const plans: Plan[] = [
  { title: "few new objects", before: [], after: pixels(3) },
  {
    title: "a new stack of every kind",
    before: [],
    after: [
      ...pixels(30),
      ...codes(5),
      ...channels(3),
      ...items(0, 10),
      ...items(1, 10),
      ...campaigns(3),
      ...links(0, 10),
      entry("domain", "go", { domain: "https://go.example.com" }),
      entry("account", "account", { email: "new@example.com" }),
    ],
  },
  { title: "updates of managed fields alone", before: codes(40), after: codes(40, "https://example.org") },
  { title: "updates that need a listing", before: campaigns(40), after: campaigns(40, "H") },
  { title: "replacements", before: pixels(35), after: pixels(35, { type: "pinboard" }) },
  {
    title: "items of channels that are there",
    before: [...channels(4), ...items(0, 5)],
    after: [...channels(4), ...items(0, 20), ...items(1, 10), ...items(2, 10)],
  },
  {
    title: "links of campaigns that are there",
    before: [...campaigns(2), ...links(0, 3)],
    after: [...campaigns(2), ...links(0, 40)],
  },
  {
    title: "new objects, updates and replacements at once",
    before: [...pixels(10), ...campaigns(10), ...channels(1)],
    after: [
      ...pixels(10, { type: "pinboard" }),
      ...campaigns(10, "H"),
      ...channels(2),
      ...items(0, 8),
      ...items(1, 8),
    ],
  },
];

interface Forecast {
  requests: number;
  /** 0 when all may go out at once. */
  ms: number;
}

function parse(line = "(nothing)"): Forecast {
  const [, requests, amount, unit] =
    /takes about (\d+) requests?(?: and about (\d+) (s|min)|, which the rate limit lets through at once) \(/.exec(
      line,
    ) ?? [];
  expect(requests, line).toBeDefined();
  expect(line).toContain("deletions, which a provider does not see in a preview, come on top");
  return { requests: Number(requests), ms: Number(amount ?? 0) * (unit === "min" ? 60_000 : 1000) };
}

/** A preview and the apply after it: what the one told, and what the other took. */
async function foreseen(dialect: Partial<Dialect>, { before, after }: Omit<Plan, "title">) {
  await start(dialect);
  const stack = new PlannedStack();
  await stack.apply(world.process(), before);
  await world.clock.sleep(WINDOW_MS);
  const preview = world.process();
  await stack.plan(preview, after);
  const forecast = parse(await preview.runtime.lastWords());
  world.emulator.clearLog();
  await stack.apply(world.process(), after);
  const { log } = world.emulator;
  const ms = (log.at(-1)?.at ?? 0) - (log[0]?.at ?? 0);
  return { forecast, requests: log.filter(({ rateLimited }) => !rateLimited).length, ms };
}

describe("the forecast of a preview agrees with its apply", () => {
  test.each(plans)("for $title", async ({ before, after }) => {
    const { forecast, requests, ms } = await foreseen({}, { before, after });
    expect(forecast.requests).toBe(requests);
    expect(Math.abs(forecast.ms - ms)).toBeLessThanOrEqual(WINDOW_MS + GUARDS_MS);
  });

  const {
    rateLimitHeaders,
    resetFormat,
    rateLimitWindow,
    limitParameter,
    maxPageSize,
    nextpageOnLastPage,
    dateHeader,
  } = DIALECT_KNOBS;
  const knobs = {
    rateLimitHeaders,
    resetFormat,
    rateLimitWindow,
    limitParameter,
    maxPageSize,
    nextpageOnLastPage,
    dateHeader,
  };
  const mixed = plans.at(-1) as Plan;
  test.each(pairwise(knobs))("in the dialect %o", async (dialect) => {
    const { forecast, requests, ms } = await foreseen(dialect as Partial<Dialect>, mixed);
    expect(Math.abs(forecast.requests - requests)).toBeLessThanOrEqual(30);
    expect(Math.abs(forecast.ms - ms)).toBeLessThanOrEqual(WINDOW_MS + GUARDS_MS);
  });
});

test("what is taken over instead of made is not counted", async () => {
  await start();
  for (const { args } of pixels(20)) world.account.pixels.create(args(() => "") as never);
  const preview = world.process();
  await new PlannedStack().plan(preview, pixels(21));
  // The account, the list, and the one pixel that is not there yet.
  expect(parse(await preview.runtime.lastWords()).requests).toBe(3);
});

test("a resource that is compared again, and does not differ any more, takes nothing away from new ones", async () => {
  await start();
  const stack = new PlannedStack();
  await stack.apply(world.process(), pixels(1));
  const preview = world.process();
  await stack.plan(preview, [...pixels(1, { name: "P" }), ...codes(1)]);
  await stack.plan(preview, [...pixels(1), ...campaigns(1)]);
  // The account, the lists of codes and campaigns, and one of each.
  expect(parse(await preview.runtime.lastWords()).requests).toBe(5);
});

test("a preview that refreshes first counts what the update lists again", async () => {
  await start();
  const stack = new PlannedStack();
  await stack.apply(world.process(), pixels(5));
  const preview = world.process();
  await stack.refresh(preview, pixels(5));
  await stack.plan(preview, pixels(5, { name: "P" }));
  expect(parse(await preview.runtime.lastWords()).requests).toBe(1 + 1 + 5);
});

describe("nothing is told", () => {
  /** What a process says that did something with a stack of two pixels. */
  const saidAfter = async (act: (process: Process, stack: PlannedStack) => Promise<unknown>) => {
    await start();
    const stack = new PlannedStack();
    await stack.apply(world.process(), pixels(2));
    const process = world.process();
    await act(process, stack);
    return process.runtime.lastWords();
  };

  test("after a preview without changes", async () => {
    expect(await saidAfter((process, stack) => stack.plan(process, pixels(2)))).toBeUndefined();
  });

  test("after an update", async () => {
    expect(await saidAfter((process, stack) => stack.apply(process, pixels(3)))).toBeUndefined();
  });

  test("after a refresh, also one that found drift", async () => {
    const refresh = async (process: Process, stack: PlannedStack) => {
      for (const { id } of world.account.pixels.list()) world.account.pixels.update(id, { name: "By hand" });
      await stack.refresh(process, pixels(2));
    };
    expect(await saidAfter(refresh)).toBeUndefined();
  });

  test("of what a refresh found in a resource that has left the program", async () => {
    const plan = async (process: Process, stack: PlannedStack) => {
      for (const { id } of world.account.pixels.list()) world.account.pixels.update(id, { name: "By hand" });
      await stack.refresh(process, pixels(2));
      await stack.plan(process, codes(0));
    };
    expect(await saidAfter(plan)).toBeUndefined();
  });

  test("after a preview with an error, which no apply follows", async () => {
    const plan = async (process: Process, stack: PlannedStack) => {
      await stack.plan(process, pixels(3));
      await process.of("pixel").check({}, { type: "no such type", name: "P", tag: "t" });
    };
    expect(await saidAfter(plan)).toBeUndefined();
  });

  test("while a call is under way: the preview was broken off", async () => {
    const plan = async (process: Process, stack: PlannedStack) => {
      await stack.plan(process, pixels(3));
      void process.of("pixel").check({}, { type: "forum", name: "P", tag: "t" });
    };
    expect(await saidAfter(plan)).toBeUndefined();
  });

  test("by a process that was stopped before the engine asked anything", async () => {
    expect(await saidAfter(async () => {})).toBeUndefined();
  });
});

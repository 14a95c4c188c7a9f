// What a preview tells of its apply where the service is slow, against the apply with as many resources under way as
// the engine has.
import { availableParallelism } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HttpTransport, type Transport } from "../../src/api/http/transport";
import { DEMO_KEY } from "../../src/emulator/index";
import { type Entry, entry, PlannedStack } from "./planned-stack";
import { type Process, World } from "./world";

const WINDOW_MS = 60_000;
/** What the engine does without `--parallel`. */
const PARALLEL = 4 * availableParallelism();

let world: World;
beforeEach(async () => {
  world = await World.start({}, { windowMs: WINDOW_MS });
});
afterEach(() => world.end());

const many = (count: number, make: (index: number) => Entry): Entry[] =>
  Array.from({ length: count }, (_, index) => make(index));
const pixels = (count: number): Entry[] =>
  many(count, (index) =>
    entry("pixel", `pixel ${index}`, { type: "forum", name: `P${index}`, tag: `t${index}` }),
  );
const codes = (count: number): Entry[] =>
  many(count, (index) =>
    entry("qrCode", `code ${index}`, {
      type: "link",
      data: `https://example.com/${index}`,
      foreground: "rgb(0,0,0)",
      background: "rgb(255,255,255)",
    }),
  );

/** A process whose requests take so long, half of it on the way there. */
function process(tripMs: number): Process {
  const { clock, emulator } = world;
  const real = new HttpTransport(emulator.url, DEMO_KEY);
  const transport: Transport = {
    async send(request) {
      await clock.sleep(tripMs / 2);
      const answer = await real.send(request);
      await clock.sleep(tripMs / 2);
      return answer;
    },
    close: () => real.close(),
  };
  return world.process({}, transport);
}

/** Milliseconds that the last words of a preview tell, which name the documented limit. */
async function told(preview: Process): Promise<number> {
  const line = (await preview.runtime.lastWords()) ?? "(nothing)";
  expect(line).toContain("(the limit is 30 in 60 s)");
  const [, amount, unit] = / and about (\d+) (s|min) \(/.exec(line) ?? [];
  expect(amount, line).toBeDefined();
  return Number(amount) * (unit === "min" ? 60_000 : 1000);
}

/** Milliseconds that something takes, from its first request to its last one. */
async function taken(act: () => Promise<unknown>): Promise<number> {
  world.emulator.clearLog();
  await act();
  const { log } = world.emulator;
  return log.at(-1)!.at - log[0]!.at;
}

async function createAll(apply: Process, entries: readonly Entry[]): Promise<void> {
  const waiting = [...entries];
  const oneByOne = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await apply.create(
        next.handler,
        next.args(() => ""),
      );
  };
  await Promise.all(Array.from({ length: PARALLEL }, oneByOne));
}

describe("the forecast of new objects agrees with their creation to within one window", () => {
  test.each(
    [
      {
        what: "QR codes, which are made one at a time",
        entries: codes(60),
        trips: [1, 1000, 3000, 5000, 10_000],
      },
      { what: "pixels", entries: pixels(120), trips: [1, 1000, 3000, 5000] },
      { what: "many pixels", entries: pixels(300), trips: [10_000] },
      { what: "QR codes before pixels", entries: [...codes(40), ...pixels(60)], trips: [3000, 5000] },
      { what: "pixels before QR codes", entries: [...pixels(60), ...codes(40)], trips: [3000, 5000] },
    ].flatMap(({ trips, ...plan }) => trips.map((tripMs) => ({ ...plan, tripMs }))),
  )("for $what, at $tripMs ms a request", async ({ entries, tripMs }) => {
    const preview = process(tripMs);
    await new PlannedStack().plan(preview, entries);
    const foreseen = await told(preview);
    const ms = await taken(() => createAll(process(tripMs), entries));
    expect(Math.abs(foreseen - ms)).toBeLessThanOrEqual(WINDOW_MS);
  });
});

test("what went side by side in the preview does so in the apply", async () => {
  const tripMs = 5000;
  const link = world.account.links.create({}).id;
  const channels = many(10, (index) => entry("channel", `channel ${index}`, { name: `C${index}` }));
  const items = many(10, (index) => ({
    name: `item ${index}`,
    handler: "channelItem",
    args: (idOf) => ({ channel: idOf(`channel ${index}`), itemType: "links", item: link }),
  }));
  const stack = new PlannedStack();
  await stack.apply(world.process(), [...channels, ...items]);
  await world.clock.sleep(WINDOW_MS);
  // Each channel has an item list of its own; all fits into one window, with the preview.
  const refresh = (of: Process) => Promise.all(items.map((item) => stack.refresh(of, [item])));

  const preview = process(tripMs);
  await refresh(preview);
  await stack.plan(preview, pixels(1));
  const foreseen = await told(preview);
  const apply = process(tripMs);
  const ms = await taken(() => refresh(apply).then(() => stack.apply(apply, pixels(1))));
  expect(Math.abs(foreseen - ms)).toBeLessThanOrEqual(tripMs);
});

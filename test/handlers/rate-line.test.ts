// What the line about the rate limit tells of commands that take several windows, of which the engine hands over a few
// resources at a time: what is left and when it ends, as it then comes true.
import { afterEach, expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import { addRecords } from "../../src/kind/hidden-inputs";
import type { StateRecord } from "../../src/provider/state-record";
import { World } from "./world";

const WINDOW_MS = 60_000;
/** Resources that the engine hands over at once: 4 per processor. */
const AT_ONCE = 8;

let world: World;
afterEach(() => world.end());

interface Told {
  readonly at: number;
  readonly line: string;
}

/** A process whose wait lines are kept, one each half a minute. */
function process(held: () => StateRecord["held"] = () => [], isPartial = false) {
  const { clock } = world;
  const told: Told[] = [];
  const process = world.process({}, undefined, {
    readState: async () => ({ held: held(), begun: [] }),
    isPartial: async () => isPartial,
    waiting: { show: (line) => told.push({ at: clock.now(), line }), interval: async () => WINDOW_MS / 2 },
  });
  return { of: (handler: string) => process.of(handler), told, end: () => process.runtime.close() };
}

async function fewAtOnce<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const rest = [...all];
  const worker = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Every line names what is left and the end, and both come true. */
function expectTrue(told: readonly Told[], lines: number): void {
  const sent = world.emulator.log.map(({ at }) => at);
  expect(told.length).toBeGreaterThanOrEqual(lines);
  for (const { at, line } of told) {
    const [, left, next, end, unit] =
      /^rate limit: (?:about )?(\d+) requests? left, next window in (\d+) s(?:, the last one goes out in about (\d+) (s|min))?$/.exec(
        line,
      ) ?? [];
    expect(left, line).toBeDefined();
    const reallyLeft = sent.filter((time) => time > at).length;
    expect(Math.abs(Number(left) - reallyLeft), `${line}; really ${reallyLeft} left`).toBeLessThanOrEqual(2);
    const seconds = end === undefined ? Number(next) : Number(end) * (unit === "min" ? 60 : 1);
    const reallyEnds = (Math.max(...sent) - at) / 1000;
    expect(Math.abs(seconds - reallyEnds), `${line}; really ${reallyEnds} s`).toBeLessThanOrEqual(32);
  }
}

function expectOnlyWaiting(told: readonly Told[]): void {
  expect(told.length).toBeGreaterThanOrEqual(1);
  for (const { line } of told)
    expect(line).toMatch(/^rate limit: \d+ requests? waits?, next window in \d+ s$/);
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const pixel = (index: number) => ({ type: "forum", name: `P${index}`, tag: `t${index}` });

async function start(): Promise<void> {
  world = await World.start({ resetFormat: "epochMs" }, { windowMs: WINDOW_MS });
}

test("creates, of which the program tells how many it has registered", async () => {
  await start();
  const { of, told, end } = process();
  const entries = numbers(120).map(pixel);
  await fewAtOnce(entries, async (args) => {
    const given: Props = { ...args };
    addRecords(given, { registered: entries.length });
    await of("pixel").check({}, given);
    await of("pixel").create(args);
  });
  await end();
  expectTrue(told, 8);
});

test("where other resources change too, only what waits is told", async () => {
  await start();
  const { of, told, end } = process();
  const { id } = world.account.pixels.create(pixel(0));
  await of("pixel").check(pixel(0), { ...pixel(0), name: "Other" });
  await of("pixel").diff(String(id), pixel(0), { ...pixel(0), name: "Other" });
  await fewAtOnce(numbers(60).map(pixel), async (args) => {
    const given: Props = { ...args };
    addRecords(given, { registered: 60 });
    await of("pixel").check({}, given);
    await of("pixel").create(args);
  });
  await end();
  expectOnlyWaiting(told);
});

test("a refresh of what the state holds", async () => {
  await start();
  const channels = numbers(70).map(() => world.account.channels.create({ name: "C" }).id);
  const link = world.account.links.create({}).id;
  for (const channel of channels) world.account.assignItem(channel, "links", link);
  const pixels = numbers(250).map((index) => world.account.pixels.create(pixel(index)).id);
  const held = [
    ...pixels.map((id) => ({ type: "Pixel", handler: "pixel", id: String(id), state: pixel(0) })),
    ...channels.map((id) => ({ type: "Channel", handler: "channel", id: String(id), state: { name: "C" } })),
    ...channels.map((channel) => ({
      type: "ChannelItem",
      handler: "channelItem",
      id: `${channel}/links/${link}`,
      state: { channel, itemType: "links", item: link },
    })),
  ].map((one) => ({ ...one, holder: undefined }));
  const { of, told, end } = process(() => held);
  await fewAtOnce(held, ({ handler, id, state }) => of(handler).read(id, state));
  await end();
  expectTrue(told, 3);
});

/** Pixels as the state has them. */
const heldPixels = () =>
  world.account.pixels.list().map(({ id }) => ({ type: "Pixel", id: String(id), holder: undefined }));

/** The state as it is later lacks what was deleted by then. */
async function destroy(): Promise<readonly Told[]> {
  for (const index of numbers(100)) world.account.pixels.create(pixel(index));
  const { of, told, end } = process(heldPixels);
  await fewAtOnce(heldPixels(), ({ id }) => of("pixel").delete(id, pixel(0)));
  await end();
  return told;
}

test("a destroy of what the state holds", async () => {
  await start();
  expectTrue(await destroy(), 6);
});

test("a destroy that begins with the window used up, so that its first request waits", async () => {
  await start();
  const session = await world.process().runtime.session();
  for (const _ of numbers(29)) await session.read("/api/account");
  const told = await destroy();
  expect(told[0]?.line).toMatch(/^rate limit: about 101 requests left, next window in 3[01] s/);
  expectTrue(told, 7);
});

test.each([
  ["a part of the stack", true],
  ["a state that tells nothing", false],
])("of %s only what waits is told", async (_, isPartial) => {
  await start();
  for (const index of numbers(100)) world.account.pixels.create(pixel(index));
  const { of, told, end } = process(isPartial ? heldPixels : undefined, isPartial);
  await fewAtOnce(heldPixels().slice(0, 50), ({ id }) => of("pixel").delete(id, pixel(0)));
  await end();
  expectOnlyWaiting(told);
});

// A new entry that equals what another entry holds: the object of an entry that stays is never taken over, whatever
// comes first, and the object of one that leaves is.
import { afterEach, expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import { addRecords } from "../../src/kind/hidden-inputs";
import { type Process, type State, World } from "./world";

let world: World;
afterEach(() => world.end());

const SPRING = { name: "Spring" };
const LAST_YEAR = { name: "Spring 2023" };

/** What the program tells of entries that stay. */
const besides = (args: Props, ...kept: State[]): Props => {
  const inputs = { ...args };
  addRecords(inputs, { kept: kept.map(({ id }) => id).join(" ") });
  return inputs;
};

/** The entry stays in the program with these arguments. */
async function plan(process: Process, { id, outs }: State, news: Props): Promise<void> {
  await process.of("channel").check(outs, news);
  await process.of("channel").diff(id, outs, news);
}

const names = () => world.account.channels.list().map(({ id, name }) => `${id} ${name}`);

test("a new entry that comes before the one that keeps the object makes another one, and its check says nothing else", async () => {
  world = await World.start();
  const old = await world.process().create("channel", SPRING);
  const process = world.process();
  const { failures } = await process.of("channel").check({}, besides(SPRING, old));
  expect([failures, process.messages]).toEqual([[], []]);
  const fresh = await process.of("channel").create(SPRING);
  await plan(process, old, LAST_YEAR);
  await process.update("channel", old, LAST_YEAR);
  expect(fresh.id).not.toBe(old.id);
  expect(names()).toEqual([`${old.id} Spring 2023`, `${fresh.id} Spring`]);
});

test("a new entry that comes after the one that keeps the object makes another one, though nothing was told", async () => {
  world = await World.start();
  const old = await world.process().create("channel", SPRING);
  const process = world.process();
  await plan(process, old, LAST_YEAR);
  const { failures } = await process.of("channel").check({}, SPRING);
  expect([failures, process.messages]).toEqual([[], []]);
  const fresh = await process.of("channel").create(SPRING);
  await process.update("channel", old, LAST_YEAR);
  expect(names()).toEqual([`${old.id} Spring 2023`, `${fresh.id} Spring`]);
});

test.each(["before", "after"])(
  "an entry that is replaced gives its domain up, which a new one that comes %s it takes over",
  async (order) => {
    world = await World.start({ duplicateDomains: "rejected" });
    const [a, b] = ["https://a.example.com", "https://b.example.com"].map((domain) => ({ domain }));
    const old = await world.process().create("domain", a!);
    const process = world.process();
    const checkNew = () => process.of("domain").check({}, besides(a!, old));
    await process.of("domain").check(a!, b!);
    if (order === "before") await checkNew();
    expect((await process.of("domain").diff(old.id, old.outs, b!)).replaces).toEqual(["domain"]);
    await process.of("domain").check({}, b!);
    if (order === "after") await checkNew();
    expect(process.messages.join()).toContain(`with id ${old.id}; it is taken over`);
    const fresh = await process.of("domain").create(a!);
    await process.of("domain").create(b!);
    await process.delete("domain", old);
    expect(fresh.id).toBe(old.id);
    expect(world.account.domains.list().map(({ domain }) => domain)).toEqual([a!.domain, b!.domain]);
  },
);

test("an equal entry that is added later gets an object of its own", async () => {
  world = await World.start();
  const old = await world.process().create("channel", SPRING);
  const process = world.process();
  await plan(process, old, SPRING);
  expect((await process.create("channel", SPRING)).id).not.toBe(old.id);
});

test("an object that was announced before its entry is known to stay is an error that names both, in a preview too", async () => {
  world = await World.start();
  const old = await world.process().create("channel", SPRING);
  world.emulator.clearLog();
  const process = world.process();
  await process.of("channel").check({}, SPRING);
  await expect(plan(process, old, LAST_YEAR)).rejects.toThrow(
    /^Channel 101: .*Channel Spring 2023.*stays.*Channel Spring\. Nothing.*onExisting: "duplicate".*renamedFrom/,
  );
  // Where the create comes later still, it knows.
  expect((await process.of("channel").create(SPRING)).id).not.toBe(old.id);
  expect(world.changes()).toEqual(["POST /api/channel/add"]);
});

test("an object that was taken over before its entry is known to stay is not changed, now or by the next run", async () => {
  world = await World.start();
  const old = await world.process().create("channel", SPRING);
  world.emulator.clearLog();
  const process = world.process();
  const fresh = await process.create("channel", SPRING);
  const two = /two entries of this stack name this one object/;
  await expect(plan(process, old, LAST_YEAR)).rejects.toThrow(two);
  await expect(process.update("channel", old, LAST_YEAR)).rejects.toThrow(two);

  const next = world.process();
  await plan(next, fresh, SPRING);
  await expect(plan(next, old, LAST_YEAR)).rejects.toThrow(two);
  await expect(next.update("channel", old, LAST_YEAR)).rejects.toThrow(two);
  expect(world.changes()).toEqual([]);
});

test("an id that a new entry gives is refused where an entry that stays holds the object, whatever comes first", async () => {
  world = await World.start();
  const old = await world.process().create("channel", SPRING);
  const inputs = { name: "Autumn", onExisting: { id: old.id } };
  const { failures } = await world.process().of("channel").check({}, besides(inputs, old));
  expect(failures).toEqual([{ reason: expect.stringMatching(/held by an entry of this stack already/) }]);
});

test("`fail` makes a second object where only entries of this stack hold an equal one", async () => {
  world = await World.start();
  const old = await world.process().create("channel", SPRING);
  const process = world.process({ onExisting: "fail" });
  await process.of("channel").check({}, besides(SPRING, old));
  expect((await process.of("channel").create(SPRING)).id).not.toBe(old.id);
});

test("after a refresh, which compares what leaves as well, a renamed key takes its object over", async () => {
  world = await World.start();
  const old = await world.process().create("channel", SPRING);
  const process = world.process();
  await process.of("channel").diff(old.id, old.outs, SPRING);
  const renamed = await process.create("channel", SPRING);
  await process.delete("channel", old);
  expect(renamed.id).toBe(old.id);
  expect(names()).toEqual([`${old.id} Spring`]);
});

test("two new entries that equal one object: it is announced once, and up makes the second", async () => {
  world = await World.start();
  world.account.channels.create(SPRING);
  const process = world.process();
  await process.of("channel").check({}, SPRING);
  await process.of("channel").check({}, SPRING);
  expect(process.messages).toEqual([expect.stringMatching(/id 101; it is taken over/)]);
  const made = await Promise.all([SPRING, SPRING].map((args) => process.of("channel").create(args)));
  expect(made.map(({ id }) => id).sort()).toEqual(["101", "102"]);
});

test("two new entries that give one id: the check of the second refuses it", async () => {
  world = await World.start();
  const { id } = world.account.channels.create(SPRING);
  const process = world.process();
  const check = () => process.of("channel").check({}, { name: "Autumn", onExisting: { id } });
  expect((await check()).failures).toEqual([]);
  expect((await check()).failures).toEqual([{ reason: expect.stringMatching(/id 101 is held/) }]);
});

test("an object whose delete waits for the rate limit is not taken over", async () => {
  world = await World.start({}, { rateLimit: 4, windowMs: 60_000 });
  const old = await world.process().create("channel", SPRING);
  await world.clock.advance(61_000);
  const process = world.process();
  for (const name of ["a", "b"]) await process.create("channel", { name });
  const gone = process.delete("channel", old);
  const fresh = await process.create("channel", SPRING);
  await gone;
  expect(fresh.id).not.toBe(old.id);
  expect(names()).toContain(`${fresh.id} Spring`);
});

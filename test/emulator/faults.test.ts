// What each fault of the test kit does to a request, its effect and its response.
import { describe, expect, test } from "vitest";
import { DEMO_KEY, type Dialect } from "../../src/emulator/index";
import { CONCURRENT_EDITOR_PREFIX, FAULT_KINDS, type Fault, type FaultKind, Faults } from "../support/faults";
import { VirtualClock } from "../support/virtual-clock";
import { type Api, start } from "./support/api";

async function startWithFaults(dialect: Partial<Dialect> = {}) {
  const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
  const faults = new Faults(clock);
  const api = await start({ clock, dialect, intercept: faults.intercept });
  const account = api.emulator.account();
  return { ...api, clock, faults, account };
}

const addChannel = ({ call }: Pick<Api, "call">) => call("POST /api/channel/add", { name: "Spring" });
/** The status that the client gets, or the code of the error. */
const outcome = (answer: ReturnType<Api["call"]>): Promise<unknown> =>
  answer.then(
    ({ status }) => status,
    ({ cause }) => cause?.code,
  );
const names = async ({ call }: Pick<Api, "call">) =>
  (await call("GET /api/channels")).body.data.channels.map(({ name }: { name: string }) => name);

describe.each(["before", "after"] as const)("%s the effect", (when) => {
  const count = when === "before" ? 0 : 1;

  test.each<[Fault, unknown]>([
    ["reset", "ECONNRESET"],
    ["cut", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"],
    [500, 500],
    [502, 502],
    [503, 503],
  ])("%s", async (fault, expected) => {
    const world = await startWithFaults();
    world.faults.rule({ on: "POST *", fault, when, times: 1 });
    expect(await outcome(addChannel(world))).toBe(expected);
    expect(world.account.channels.list().length).toBe(count);
    const status = fault === "reset" ? 0 : fault === "cut" ? 200 : fault;
    expect(world.emulator.log).toMatchObject([{ status, changes: count === 1 }]);
  });

  test("hang", async () => {
    const world = await startWithFaults();
    const request = new AbortController();
    const arrived = new Promise<void>((resolve) => {
      world.faults.rule({ on: "POST *", fault: "hang", when, edit: () => resolve() });
    });
    const answer = fetch(`${world.emulator.url}/api/channel/add`, {
      method: "POST",
      headers: { Authorization: `Bearer ${DEMO_KEY}`, "Content-Type": "application/json" },
      body: '{"name":"Spring"}',
      signal: request.signal,
    });
    await arrived;
    expect(world.account.channels.list().length).toBe(count);
    request.abort();
    await expect(answer).rejects.toThrow();
  });

  test("an edit of somebody else", async () => {
    const world = await startWithFaults();
    world.faults.rule({ on: "GET *", when, edit: ({ channels }) => void channels.create({ name: "Other" }) });
    expect(await names(world)).toEqual(when === "before" ? ["Other"] : []);
    expect(world.account.channels.list().length).toBe(1);
  });
});

test("429 comes before the effect only and does not count", async () => {
  const world = await startWithFaults();
  world.faults.rule({ on: "POST *", fault: 429, times: 1 });
  expect([await outcome(addChannel(world)), await outcome(addChannel(world))]).toEqual([429, 200]);
  expect(world.account.channels.list().length).toBe(1);
  expect(() => world.faults.rule({ on: "*", fault: 429, when: "after" })).toThrow(TypeError);
});

test("a stale list shows the past until the faults are settled", async () => {
  const world = await startWithFaults();
  world.faults.rule({ on: "GET *", stale: 5000 });
  await addChannel(world);
  world.account.channels.update(101, { items: [{ type: "bio", id: 12 }] });
  expect([await names(world), (await world.call("GET /api/channel/101")).body.data.items]).toEqual([[], []]);
  await world.faults.settled();
  expect(await names(world)).toEqual(["Spring"]);
  expect((await world.call("GET /api/channel/101")).body.data.items).toMatchObject([{ id: 12 }]);
});

test("an empty list is well-formed", async () => {
  const world = await startWithFaults({ responses: "strings" });
  world.faults.rule({ on: "GET *", empty: true });
  await addChannel(world);
  expect((await world.call("GET /api/channels")).body).toMatchObject({
    error: "0",
    data: { result: "0", maxpage: "1", channels: [] },
  });
  expect((await world.call("GET /api/account")).body.data.username).toBe("acme");
});

test("any other response", async () => {
  const world = await startWithFaults();
  world.faults.rule({
    on: ({ path, query }) => path === "/api/channels" && query.page === "2",
    respond: () => ({ status: 404, headers: {}, body: "<html>" }),
  });
  expect((await world.call("GET /api/channels?page=2")).body).toBe("<html>");
  expect(await names(world)).toEqual([]);
});

test("a late request resets its connection and takes effect later", async () => {
  const world = await startWithFaults();
  const before = world.clock.now();
  world.faults.rule({ on: "POST *", later: 5000 });
  expect(await outcome(addChannel(world))).toBe("ECONNRESET");
  await world.faults.settled();
  expect(world.account.channels.list().length).toBe(1);
  expect(world.clock.now() - before).toBe(5000);
});

test("a delayed response takes time of the clock", async () => {
  const world = await startWithFaults();
  const before = world.clock.now();
  world.faults.rule({ on: "*", delay: 700 });
  await addChannel(world);
  expect(world.clock.now() - before).toBe(700);
});

test("a rule skips, repeats and ends; clear ends all", async () => {
  const world = await startWithFaults();
  world.faults.rule({ on: "POST /api/*/add", fault: 500, after: 1, every: 2, times: 2 });
  const statuses: unknown[] = [];
  for (let n = 0; n < 7; n++) statuses.push(await outcome(addChannel(world)));
  expect(statuses).toEqual([200, 500, 200, 500, 200, 200, 200]);
  world.faults.rule({ on: "*", fault: 503 });
  world.faults.clear();
  expect(await outcome(addChannel(world))).toBe(200);
  expect(() => world.faults.rule({ on: "pixels" })).toThrow(TypeError);
});

describe("a seed", () => {
  const KINDS: readonly FaultKind[] = FAULT_KINDS.filter((kind) => kind !== "later" && kind !== "delay");

  /** What the requests of each page get, one after the other. */
  async function outcomes(seed: number, order: readonly number[]): Promise<unknown> {
    const world = await startWithFaults();
    world.faults.seed(seed, { rate: 0.5, kinds: KINDS });
    const byPage = new Map(PAGES.map((page) => [page, [] as unknown[]]));
    for (const page of order) {
      byPage.get(page)?.push(await outcome(world.call(`GET /api/pixels?page=${page}`)));
    }
    return [...byPage.values()];
  }
  const PAGES = [1, 2, 3, 4, 5, 6];
  const order = [...PAGES, ...PAGES, ...PAGES];

  test("gives each repetition of a request the same fault in any order of requests", async () => {
    const faults = (await outcomes(7, order)) as unknown[][];
    expect(await outcomes(7, order.toSorted())).toEqual(faults);
    expect(await outcomes(8, order)).not.toEqual(faults);
    expect(faults.some((repetitions) => new Set(repetitions).size > 1)).toBe(true);
  });

  test("the editor creates and deletes its own objects only", async () => {
    const world = await startWithFaults();
    world.account.channels.create({ name: "Spring" });
    world.faults.seed(1, { rate: 1, kinds: ["editor"] });
    for (let n = 0; n < 6; n++) await names(world);
    const all = world.account.channels.list().map(({ name }) => name.split("-")[0]);
    expect(all).toEqual(["Spring", ...Array(all.length - 1).fill(CONCURRENT_EDITOR_PREFIX.split("-")[0])]);
    expect([all.length, world.account.channels.list().at(-1)?.id]).toEqual([3, 105]);
  });
});

// The faults of the test kit happen: a test of a fault that does not happen would prove nothing.
import { expect, test } from "vitest";
import { type Fault, Faults } from "../support/faults";
import { VirtualClock } from "../support/virtual-clock";
import { type Api, start } from "./support/api";

async function startWithFaults() {
  const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
  const faults = new Faults(clock);
  const api = await start({ clock, intercept: faults.intercept });
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

test.each<[Fault, "before" | "after", unknown]>([
  ["reset", "before", "ECONNRESET"],
  ["reset", "after", "ECONNRESET"],
  ["cut", "after", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"],
  [500, "before", 500],
  [502, "after", 502],
  [429, "before", 429],
])("%s, %s the effect", async (fault, when, expected) => {
  const world = await startWithFaults();
  world.faults.rule({ on: "POST *", fault, when, times: 1 });
  expect(await outcome(addChannel(world))).toBe(expected);
  expect(world.account.channels.list().length).toBe(when === "after" ? 1 : 0);
  if (fault === "reset") expect(world.emulator.log[0]?.status).toBe(0);
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
  const world = await startWithFaults();
  world.faults.rule({ on: "GET *", empty: true });
  await addChannel(world);
  expect((await world.call("GET /api/channels")).body).toMatchObject({
    error: "0",
    data: { result: 0, maxpage: 1, channels: [] },
  });
  expect((await world.call("GET /api/account")).body.data.username).toBe("acme");
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

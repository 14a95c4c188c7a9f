// Old lists and late requests of the test kit happen: without them, no test of what they cause would fail.
import { expect, test } from "vitest";
import { Faults } from "../support/faults";
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
const names = async ({ call }: Pick<Api, "call">) =>
  (await call("GET /api/channels")).body.data.channels.map(({ name }: { name: string }) => name);

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

test("a late request resets its connection and takes effect later", async () => {
  const world = await startWithFaults();
  const before = world.clock.now();
  world.faults.rule({ on: "POST *", later: 5000 });
  await expect(addChannel(world)).rejects.toThrow();
  await world.faults.settled();
  expect(world.account.channels.list().length).toBe(1);
  expect(world.clock.now() - before).toBe(5000);
});

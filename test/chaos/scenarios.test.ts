// Sequences of commands with an exact result, on the simulated engine.
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_DIALECT } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { Stack } from "./engine";
import type { Entry } from "./random-stack";
import { type ProcessOptions, World } from "./world";

let world: World;
let stack: Stack;

beforeEach(async () => {
  world = await World.start(DEFAULT_DIALECT, 100_000);
  stack = new Stack({ parallel: 8 });
});

afterEach(() => world.end());

const entry = (key: string, handler: string, args: Props, options: Partial<Entry> = {}): Entry => ({
  key,
  handler,
  args,
  ...options,
});
const ANALYTICS = { type: "gapixel", name: "Board", tag: "42" };
const MANAGER = { ...ANALYTICS, type: "gtmpixel" };
const pixel = (key: string, args: Props, options?: Partial<Entry>) => entry(key, "pixel", args, options);

type OnExisting = ProcessOptions["onExisting"];

const preview = (desired: readonly Entry[], onExisting?: OnExisting) =>
  stack.preview(world.process({ onExisting }), { desired });

/** A preview and an update. */
async function up(desired: readonly Entry[], onExisting?: OnExisting): Promise<void> {
  expect(await preview(desired, onExisting)).toEqual([]);
  expect(await stack.update(world.process({ onExisting }), { desired })).toEqual([]);
}

/** An update whose deletes fail. */
async function upWithoutDeletes(desired: readonly Entry[], onExisting?: OnExisting): Promise<void> {
  world.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorBeforeCommit" });
  expect(await stack.update(world.process({ onExisting }), { desired })).not.toEqual([]);
  world.emulator.faults.clear();
}

const deletes = () => world.emulator.log.filter(({ method }) => method === "DELETE").map(({ path }) => path);
const pixelIds = () => world.account.pixels.list().map(({ id }) => id);
const stateIds = () => [...stack.state.live].map(([key, { id }]) => `${key} ${id}`);

test("a pending delete does not remove an object that its entry has adopted again", async () => {
  await up([pixel("ads", ANALYTICS)]);
  await upWithoutDeletes([pixel("ads", MANAGER)]);
  expect(stack.state.pendingDeletes.map(({ id }) => id)).toEqual(["101"]);

  world.emulator.clearLog();
  await up([pixel("ads", ANALYTICS)], "adopt");
  expect(stateIds()).toEqual(["ads 101"]);
  expect(pixelIds()).toEqual([101]);
  expect(deletes()).toEqual(["/api/pixel/102/delete"]);
  expect(stack.state.pendingDeletes).toEqual([]);
});

test("a pending delete does not remove an object that another entry has adopted in an earlier run", async () => {
  await up([pixel("ads", ANALYTICS)]);
  await upWithoutDeletes([pixel("ads", MANAGER)]);
  const both = [pixel("ads", MANAGER), pixel("board", ANALYTICS)];
  const desired = [...both, entry("menu", "qrCode", { type: "text", data: "menu" })];
  world.emulator.faults.rule({ on: "POST /api/qr/add", fault: "badGatewayBeforeHandling" });
  expect(await stack.update(world.process({ onExisting: "adopt" }), { desired })).not.toEqual([]);
  world.emulator.faults.clear();
  expect(stateIds()).toContain("board 101");

  world.emulator.clearLog();
  await up(both);
  expect(stateIds()).toEqual(["ads 102", "board 101"]);
  expect(pixelIds()).toEqual([101, 102]);
  expect(deletes()).toEqual([]);
});

test("an entry with the id of its own object is replaced by another object", async () => {
  const { id } = world.account.qrs.create({ type: "text", data: "menu" });
  const code = (type: string) => entry("menu", "qrCode", { type, data: "menu" }, { onExisting: { id } });
  await up([code("text")]);
  await up([code("link")]);
  expect(world.account.qrs.list()).toEqual([expect.objectContaining({ id: 102, type: "link" })]);
});

test("adopts none of several objects, also if the stack manages all others", async () => {
  await up([pixel("ads", ANALYTICS)]);
  const { id } = world.account.pixels.create(ANALYTICS);
  const desired = [pixel("ads", ANALYTICS), pixel("board", ANALYTICS)];
  for (const onExisting of ["fail", "adopt", "overwrite"] as const) {
    const [failure] = await preview(desired, onExisting);
    expect(failure).toMatchObject({ key: "board", existing: [String(id)], owner: { key: "ads" } });
  }
  await up([pixel("ads", ANALYTICS), pixel("board", ANALYTICS, { onExisting: { id } })]);
  expect(stateIds()).toEqual(["ads 101", `board ${id}`]);
});

// What the state records about the config file of an entry: the deletion guard of the loader reads it back.
import { afterEach, expect, test } from "vitest";
import type { EntryPlan } from "../../../src/kind/entry";
import { ENTRY, planOf, toText } from "../../../src/kind/entry";
import { byType, kinds, prepareArgs } from "../support/kinds";
import { type State, World, withoutEntry } from "../support/world";

let world: World;
afterEach(() => world.end());

const FILE = { file: "link-management.yaml" };
const RETAINED = { ...FILE, isRetained: true } as const;
const CHANNEL = { name: "Spring" };

/** A state of an earlier version, or of a program. */
const withoutRecord = (state: State): State => ({
  ...state,
  outs: { ...state.outs, [ENTRY]: "{}" },
  inputs: { ...state.inputs, [ENTRY]: "{}" },
});

async function created(request: EntryPlan = FILE): Promise<State> {
  world = await World.start();
  const state = await world.process().create("channel", CHANNEL, request);
  world.emulator.clearLog();
  return state;
}

/** What the engine does: an update only if there is a difference. */
async function applied(state: State, args: object, request: EntryPlan): Promise<State> {
  const process = world.process();
  const { changes, inputs } = await process.diff("channel", state, { ...args }, request);
  if (changes === false) return { ...state, inputs };
  const { outs } = await process.of("channel").update(state.id, state.outs, inputs);
  return { id: state.id, outs, inputs };
}

test.each(byType(kinds))("%s: a create records the file, and a refresh keeps it", async (_, kind) => {
  world = await World.start();
  const args = await prepareArgs(world.process(), kind);
  const state = await world.process().create(kind.handler, args, RETAINED);
  expect(planOf(state.outs)).toEqual(RETAINED);
  const read = await world.process().refresh(kind.handler, state);
  expect(planOf(read!.outs)).toEqual(RETAINED);
  const { changes, inputs } = await world.process().diff(kind.handler, read!, args, RETAINED);
  expect({ changes, inputs }).toEqual({ changes: false, inputs: state.inputs });
});

test("an adoption records the file", async () => {
  world = await World.start();
  world.account.channels.create(CHANNEL);
  const { outs } = await world.process({ onExisting: "adopt" }).create("channel", CHANNEL, FILE);
  expect(planOf(outs)).toEqual({ adopt: expect.any(String), ...FILE });
});

test("an older state gets its record with the next real update, and the package alone changes nothing", async () => {
  const older = withoutRecord(await created());
  for (const request of [FILE, RETAINED]) {
    const { changes, inputs } = await world.process().diff("channel", older, CHANNEL, request);
    expect({ changes, plan: planOf(inputs) }).toEqual({ changes: false, plan: request });
    expect(withoutEntry(inputs)).toEqual(withoutEntry(older.inputs));
  }
  const updated = await applied(older, { name: "Summer" }, RETAINED);
  expect(planOf(updated.outs)).toEqual(RETAINED);
});

test.each([
  ["another file", { file: "other.yaml" }],
  ["a program", {}],
  ["retainOnDelete", RETAINED],
])("an entry that moves to %s is updated once, and nothing is sent", async (_, request) => {
  const state = await created();
  const moved = await applied(state, CHANNEL, request);
  expect(planOf(moved.outs)).toEqual(request);
  expect(withoutEntry(moved.outs)).toEqual(withoutEntry(state.outs));
  expect(world.changes()).toEqual([]);
  expect((await world.process().diff("channel", moved, CHANNEL, request)).changes).toBe(false);
});

test("an update of an entry that moves shows the changed arguments, and no hidden input", async () => {
  const state = await created();
  for (const from of [state, withoutRecord(state)]) {
    const request = { ...RETAINED, secrets: ["description"], ownId: state.id };
    const process = world.process();
    const args = { ...CHANNEL, description: "By the window" };
    const { changes, inputs } = await process.diff("channel", from, args, request);
    expect({ changes, inputs }).toEqual({ changes: undefined, inputs: { ...from.inputs, ...args } });
    const { outs } = await process.of("channel").update(from.id, from.outs, inputs);
    expect(planOf(outs)).toEqual({ ...RETAINED, secrets: ["description"] });
    // Without an update, the engine stores the hidden input of the next run.
    const next = await world.process().diff("channel", { id: from.id, outs, inputs }, args, request);
    expect({ changes: next.changes, plan: planOf(next.inputs) }).toEqual({
      changes: false,
      plan: planOf(outs),
    });
  }
});

test("an update keeps the rest of the plan", async () => {
  const state = await created();
  const adopted = { [ENTRY]: toText({ adopt: "5", ...FILE }) };
  const older = { ...state, outs: { ...state.outs, ...adopted }, inputs: { ...state.inputs, ...adopted } };
  expect(planOf((await applied(older, CHANNEL, RETAINED)).outs)).toEqual({ adopt: "5", ...RETAINED });
});

// The life of an object of every kind in every dialect: an unchanged object has no difference, a change by hand
// is drift, an update changes what it should and nothing else, and a deletion is final.
import { afterEach, describe, expect, test } from "vitest";
import { looksRewritten } from "../../../src/kind/field";
import { allDialects } from "../../support/dialects";
import { byType, type Kind, listedKinds, singleKinds } from "../support/kinds";
import { type State, World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** Text fields that a list shows. Without a flag, some fields cannot be read. */
function readableTexts(kind: Kind): readonly string[] {
  const args = kind.args();
  return kind.readable.filter((name) => typeof args[name] === "string");
}

async function expectUnchanged(kind: Kind, state: State): Promise<void> {
  // The types of the class rely on it.
  for (const [name, { isAlwaysPresent }] of Object.entries(kind.definition.outputs))
    if (isAlwaysPresent) expect(state.outs[name], name).toEqual(expect.any(String));
  const same = await world.process().refresh(kind.handler, state);
  expect(same?.inputs).toEqual(state.inputs);
  expect(await world.process().hasChanges(kind.handler, same!, state.inputs!)).toBe(false);
}

async function expectUpdate(kind: Kind, state: State): Promise<State> {
  const edited = kind.allEdited(kind.args());
  const process = world.process();
  expect(await process.hasChanges(kind.handler, state, edited)).toBe(true);
  const updated = await process.update(kind.handler, state, edited);
  await expectUnchanged(kind, updated);
  return updated;
}

async function expectDriftUndone(kind: Kind, state: State, byHand: Readonly<Record<string, unknown>>) {
  const args = kind.args();
  const drifted = await world.process().refresh(kind.handler, state);
  const { fields } = kind.definition;
  for (const [name, value] of Object.entries(byHand)) {
    const shown = drifted?.inputs[name];
    const isShown = fields[name]!.same(value, shown) || looksRewritten(value, shown);
    expect(isShown, `${name}: ${JSON.stringify(shown)}`).toBe(true);
  }
  const process = world.process();
  expect(await process.hasChanges(kind.handler, drifted!, args)).toBe(true);
  await expectUnchanged(kind, await process.update(kind.handler, drifted!, args));
}

describe.each(allDialects)("dialect %s", (_, dialect) => {
  test.each(byType(listedKinds))("%s is created, read, updated and deleted", async (_, kind) => {
    world = await World.start(dialect);
    const records = world.records(kind);
    const before = records.ids;
    const created = await world.process().create(kind.handler, kind.args());
    expect(records.ids).toEqual([...before, created.id]);
    await expectUnchanged(kind, created);

    const texts = readableTexts(kind);
    if (texts.length > 0) {
      const byHand = Object.fromEntries(texts.map((name) => [name, kind.edited(kind.args(), name)[name]]));
      records.change(created.id, byHand);
      await expectDriftUndone(kind, created, byHand);
    }
    const updated = await expectUpdate(kind, created);

    // Deleted by hand: proven gone. Deleting it again is no error.
    const second = await world.process().create(kind.handler, kind.args(1));
    records.remove(second.id);
    expect(await world.process().refresh(kind.handler, second)).toBeUndefined();
    await world.process().delete(kind.handler, second);

    await world.process().delete(kind.handler, updated);
    expect(records.ids).toEqual(before);
    expect(await world.process().refresh(kind.handler, updated)).toBeUndefined();
  });

  test.each(byType(listedKinds))(
    "an update of a %s changes nothing that the config does not have",
    async (_, kind) => {
      world = await World.start(dialect);
      const { handler, definition } = kind;
      const managed = kind.minimal();
      // Somebody else set the other fields.
      const created = await world.process().create(handler, kind.args());
      const unmanaged = kind.updatable.filter((name) => !(name in managed));
      const outs = { ...created.outs };
      for (const name of unmanaged) delete outs[name];
      const edited = kind.edited(managed, kind.updatable[0]!);
      await world.process().update(handler, { id: created.id, outs }, edited);

      const record = world.records(kind).get(created.id)!;
      const expected = { ...kind.args(), ...edited };
      for (const name of kind.updatable.filter((one) => one in edited || kind.readable.includes(one))) {
        const { api, same } = definition.fields[name]!;
        const isSame = same(record[api], expected[name]) || looksRewritten(expected[name], record[api]);
        expect(isSame, `${name}: ${JSON.stringify(record)}`).toBe(true);
      }
    },
  );

  test.each(byType(singleKinds))("%s is updated, and only leaves the state", async (_, kind) => {
    world = await World.start(dialect);
    const created = await world.process().create(kind.handler, kind.args());
    await expectUnchanged(kind, created);

    const byHand = Object.fromEntries(
      readableTexts(kind).map((name) => [name, kind.edited(kind.args(), name)[name]]),
    );
    world.account.update(byHand);
    await expectDriftUndone(kind, created, byHand);
    const updated = await expectUpdate(kind, created);

    world.emulator.clearLog();
    await world.process().delete(kind.handler, updated);
    expect(world.changes()).toEqual([]);
    expect(await world.process().refresh(kind.handler, updated)).toBeDefined();
  });
});

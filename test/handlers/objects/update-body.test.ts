// An update sends every field that is not create-only, whatever the service does with an omitted field. A field that an
// update forgets fails here, in every kind.
import { afterEach, describe, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import { UNKNOWN } from "../../../src/kind/unknown";
import { byType, type Kind, updatableKinds } from "../support/kinds";
import { type State, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const lastBody = () => world.bodies().at(-1)!;

/** The body of an update, without the values of secrets, which the log redacts. */
function expectBody(kind: Kind, body: Props, names: readonly string[], values: Props): void {
  const { fields } = kind.definition;
  expect(Object.keys(body)).toEqual(expect.arrayContaining(names.map((name) => fields[name]!.api)));
  for (const name of names.filter((one) => !fields[one]!.secret)) {
    const { api, same } = fields[name]!;
    expect(same(body[api], values[name]), `${name}: ${JSON.stringify(body)}`).toBe(true);
  }
}

/** Sends nothing that the API cannot change, unless its document asks for it. */
function expectNothingElse(kind: Kind, body: Props, names: readonly string[]): void {
  const { fields } = kind.definition;
  const createOnly = kind.createOnly.map((name) => fields[name]!.api);
  const others = Object.keys(body).filter((key) => !createOnly.includes(key));
  expect(others.sort()).toEqual(names.map((name) => fields[name]!.api).sort());
}

async function update(kind: Kind, state: State, args: Props): Promise<Props> {
  world.emulator.clearLog();
  await world.process().update(kind.handler, state, args);
  expect(world.changes()).toHaveLength(1);
  return lastBody();
}

const cases = updatableKinds.flatMap((kind) =>
  kind.updatable.map((name) => [kind.definition.type, name, kind] as const),
);

describe.each(["kept", "cleared"] as const)(
  "if the service treats an omitted field as %s",
  (omittedUpdateField) => {
    test.each(cases)("%s: an update of %s sends all managed fields", async (_, name, kind) => {
      world = await World.start({ omittedUpdateField });
      const created = await world.process().create(kind.handler, kind.args());
      const edited = kind.edited(kind.args(), name);
      const body = await update(kind, created, edited);
      expectBody(kind, body, kind.updatable, edited);
      expectNothingElse(kind, body, kind.updatable);
    });

    test.each(cases)(
      "%s: an update of %s sends the fields of others that it can read",
      async (_, name, kind) => {
        world = await World.start({ omittedUpdateField });
        const managed = kind.minimal();
        // Somebody else set the other fields.
        const created = await world.process().create(kind.handler, kind.args());
        const state = { id: created.id, outs: { ...created.outs } };
        for (const other of kind.updatable) if (!(other in managed)) delete state.outs[other];
        const edited = kind.edited(managed, name);
        const body = await update(kind, state, edited);
        const sent = kind.updatable.filter((one) => one in edited || kind.readable.includes(one));
        expectBody(kind, body, sent, { ...kind.args(), ...edited });
        expectNothingElse(kind, body, sent);
      },
    );
  },
);

test.each(byType(updatableKinds))("%s: the API ignores no field of an update", async (_, kind) => {
  world = await World.start();
  const created = await world.process().create(kind.handler, kind.args());
  const edited = kind.allEdited(kind.args());
  await update(kind, created, edited);
  if (!kind.isListed) return;
  const record = world.records(kind).get(created.id)!;
  for (const name of kind.updatable) {
    const { api, same } = kind.definition.fields[name]!;
    expect(same(record[api], edited[name]), name).toBe(true);
  }
});

test.each(byType(updatableKinds.filter((kind) => kind.createOnly.length > 0)))(
  "%s: a change of a create-only field replaces the object",
  async (_, kind) => {
    world = await World.start();
    const created = await world.process().create(kind.handler, kind.args());
    for (const name of kind.createOnly) {
      const edited = kind.edited(kind.args(), name);
      expect((await world.process().diff(kind.handler, created, edited)).replaces).toEqual([name]);
      // A value that is known only after an apply may be another one.
      const unknown = { ...kind.args(), [name]: UNKNOWN };
      expect((await world.process().diff(kind.handler, created, unknown)).replaces).toEqual([name]);
    }
  },
);

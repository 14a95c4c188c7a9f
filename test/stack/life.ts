// The life of a stack with every kind, derived from the definitions: a new kind needs no code here.
import { expect } from "vitest";
import type { Dialect } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { assignedKinds, type Kind, listedKinds, singleKinds, updatableKinds } from "../support/kinds";
import type { Run, Stack } from "../support/stack";
import { startWorld, type World } from "../support/world";

type ArgsByKind = ReadonlyMap<Kind, Props>;
type FieldsByKind = ReadonlyMap<Kind, readonly string[]>;

const examples: ArgsByKind = new Map([...listedKinds, ...singleKinds].map((kind) => [kind, kind.args()]));

/** One resource of each kind with the name `it`, and every form of every assignment. */
const program = (args: ArgsByKind) => () => {
  const ids = new Map<Kind, never>();
  for (const [kind, given] of args) ids.set(kind, new kind.class("it", given).id as never);
  for (const kind of assignedKinds) {
    const parent = ids.get(kind.parent!)!;
    for (const [n, entry] of kind.entries().entries())
      new kind.class(`it/${n}`, kind.memberArgs(parent, entry));
    for (const [n, { entry, kind: referenced }] of kind.references.entries())
      new kind.class(`it/key-${n}`, kind.memberArgs(parent, entry, ids.get(referenced)));
  }
};

const label = (kind: Kind) => `${kind.definition.type} it`;

/** Without kinds that have none. */
const fieldsOf = (kinds: readonly Kind[], of: (kind: Kind) => readonly string[]): FieldsByKind =>
  new Map(kinds.filter((kind) => of(kind).length > 0).map((kind) => [kind, of(kind)]));

/** Such as `update Pixel it: name`, as a run lists its changes. */
const lines = (operation: string, names: FieldsByKind) =>
  [...names].map(([kind, fields]) => `${operation} ${label(kind)}: ${[...fields].sort().join(", ")}`).sort();

/** The order of the fields of a line is that of the engine. */
const changesOf = ({ changes }: Run) =>
  changes.map((line) => {
    const [what, fields = ""] = line.split(": ");
    return `${what}: ${fields.split(", ").sort().join(", ")}`;
  });

/** The arguments with another value in these fields. */
const edited = (args: ArgsByKind, names: FieldsByKind, n?: number): ArgsByKind => {
  const edits = [...names].map(([kind, fields]) => {
    return [kind, fields.reduce((given, name) => kind.edited(given, name, n), args.get(kind)!)] as const;
  });
  return new Map([...args, ...edits]);
};

/** Services rewrite case, spaces and slashes. */
const plain = (value: unknown) => JSON.stringify(value).toLowerCase().replace(/[\s/]/g, "");

function expectApplied(world: World, stack: Stack, args: ArgsByKind): void {
  for (const kind of listedKinds) {
    const stored = kind.get(world.account, stack.ids[label(kind)]!)!;
    for (const [name, value] of Object.entries(args.get(kind)!))
      expect(plain(stored[kind.definition.fields[name]!.api]), `${label(kind)}: ${name}`).toBe(plain(value));
  }
  for (const kind of singleKinds) expect(world.account).toMatchObject(args.get(kind)!);
}

async function expectNoChange(stack: Stack, args: ArgsByKind): Promise<void> {
  expect((await stack.preview(program(args))).changes).toEqual([]);
  expect((await stack.drift()).changes).toEqual([]);
}

/** Each updatable field of every kind, one at a time. */
async function editFields(world: World, stack: Stack): Promise<ArgsByKind> {
  let args = examples;
  for (let n = 0; updatableKinds.some((kind) => n in kind.updatable); n++) {
    const names = fieldsOf(updatableKinds, (kind) => kind.updatable.slice(n, n + 1));
    args = edited(args, names);
    expect(changesOf(await stack.up(program(args)))).toEqual(lines("update", names));
    expectApplied(world, stack, args);
  }
  return args;
}

/**
 * Every readable text of every kind is changed by hand: what identifies an object, or everything else. Both together would
 * be another object.
 */
async function undoDrift(world: World, stack: Stack, isOfIdentity: boolean): Promise<void> {
  const names = fieldsOf([...examples.keys()], (kind) => {
    const [identity = []] = kind.definition.identity;
    const texts = kind.readable.filter((name) => typeof kind.args()[name] === "string");
    return texts.filter((name) => identity.includes(name) === isOfIdentity);
  });
  const byHand = edited(examples, names);
  for (const kind of names.keys()) {
    if (kind.isListed) kind.change(world.account, stack.ids[label(kind)]!, byHand.get(kind)!);
    else Object.assign(world.account, { email: byHand.get(kind)!.email });
  }
  expect(changesOf(await stack.drift())).toEqual(lines("refresh", names));
  await stack.up(program(examples), { refresh: true });
  expectApplied(world, stack, examples);
}

async function replaceAll(world: World, stack: Stack, args: ArgsByKind): Promise<void> {
  const names = fieldsOf(listedKinds, (kind) => kind.createOnly);
  const before = stack.ids;
  // The first variation is one that every service accepts.
  const replaced = edited(args, names, 1);
  const changes = changesOf(await stack.up(program(replaced)));
  expect(changes.filter((line) => / it:/.test(line))).toEqual(lines("replace", names));
  for (const kind of names.keys()) {
    expect(stack.ids[label(kind)]).not.toBe(before[label(kind)]);
    expect(kind.ids(world.account)).not.toContain(before[label(kind)]);
  }
  expectApplied(world, stack, replaced);
}

/** Items and links leave with the objects that contain them. */
async function recreateAll(world: World, stack: Stack): Promise<void> {
  for (const kind of listedKinds) kind.remove(world.account, stack.ids[label(kind)]!);
  const labels = [...listedKinds.map(label), ...assignedLabels(stack)];
  expect((await stack.drift()).changes).toEqual(labels.map((one) => `gone ${one}`).sort());
  await stack.up(program(examples), { refresh: true });
  expectApplied(world, stack, examples);
}

const assignedLabels = (stack: Stack) => Object.keys(stack.ids).filter((one) => one.includes("it/"));

/** @throws AssertionError if a phase of the life does not do what its preview shows */
export async function live(dialect: Partial<Dialect>): Promise<void> {
  const world = await startWorld({ dialect });
  const strangers = new Map(listedKinds.map((kind) => [kind, kind.add(world.account, kind.args(9))]));
  const stack = world.stack();
  await stack.up(program(examples));
  expectApplied(world, stack, examples);
  await expectNoChange(stack, examples);
  await undoDrift(world, stack, true);
  await undoDrift(world, stack, false);
  await expectNoChange(stack, examples);
  await recreateAll(world, stack);
  const args = await editFields(world, stack);
  await expectNoChange(stack, args);
  await replaceAll(world, stack, args);
  await stack.destroy();
  for (const [kind, id] of strangers) expect(kind.ids(world.account)).toEqual([id]);
}

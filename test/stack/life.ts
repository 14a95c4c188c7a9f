// The life of a stack with every kind, derived from the definitions: a new kind needs no code here.
import { expect } from "vitest";
import type { Definition, Props } from "../../src/kind/definition";
import type { Dialect } from "../support/emulator";
import { assignedKinds, type Kind, listedKinds, singleKinds, updatableKinds } from "../support/kinds";
import type { Run, Stack } from "../support/stack";
import { startWorld, type World } from "../support/world";

type ArgsByKind = ReadonlyMap<Kind, Props>;
type FieldsByKind = ReadonlyMap<Kind, readonly string[]>;

/** A stack with every kind and field that the service has. */
interface Life {
  readonly world: World;
  readonly stack: Stack;
  readonly examples: ArgsByKind;
  /** Kinds of which lists show the objects. */
  readonly listed: readonly Kind[];
}

const UNDOCUMENTED = listedKinds
  .filter(({ definition }) => definition.undocumented)
  .map(({ definition }) => definition.yaml.section);

/** Neither the kind nor one that it refers to is beyond the document. */
function isDocumented({ yaml }: Definition): boolean {
  const references = yaml.shape === "mapping" ? Object.values(yaml.references ?? {}) : [];
  return ![yaml.section, ...references].some((section) => UNDOCUMENTED.includes(section));
}

/** The document has neither links nor names of QR codes. */
function examplesFor({ linkEndpoints, qrNames }: Dialect): ArgsByKind {
  const kinds = [...listedKinds, ...singleKinds].filter(
    ({ definition }) => linkEndpoints === "present" || isDocumented(definition),
  );
  const examples = kinds.map((kind) => {
    const { name, ...others } = kind.args();
    const isNameless = qrNames === "rejected" && kind.definition.type === "QrCode";
    return [kind, isNameless ? others : kind.args()] as const;
  });
  return new Map(examples);
}

/** One resource of each kind with the name `it`, and every form of every assignment. */
const program = (args: ArgsByKind) => () => {
  const ids = new Map<Kind, never>();
  for (const [kind, given] of args) ids.set(kind, new kind.class("it", given).id as never);
  for (const kind of assignedKinds) {
    const parent = ids.get(kind.parent!)!;
    for (const [n, entry] of kind.entries().entries())
      new kind.class(`it/${n}`, kind.memberArgs(parent, entry));
    for (const [n, { entry, kind: referenced }] of kind.references.entries())
      if (ids.has(referenced))
        new kind.class(`it/key-${n}`, kind.memberArgs(parent, entry, ids.get(referenced)));
  }
};

const label = (kind: Kind) => `${kind.definition.type} it`;

/** Of the fields that the examples have. Without kinds that have none. */
const fieldsOf = (examples: ArgsByKind, of: (kind: Kind) => readonly string[]): FieldsByKind => {
  const all = [...examples].map(([kind, args]) => [kind, of(kind).filter((name) => name in args)] as const);
  return new Map(all.filter(([, names]) => names.length > 0));
};

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

function expectApplied({ world, stack, listed }: Life, args: ArgsByKind): void {
  for (const kind of listed) {
    const stored = kind.get(world.account, stack.ids[label(kind)]!)!;
    for (const [name, value] of Object.entries(args.get(kind)!))
      expect(plain(stored[kind.definition.fields[name]!.api]), `${label(kind)}: ${name}`).toBe(plain(value));
  }
  for (const kind of singleKinds) expect(world.account).toMatchObject(args.get(kind)!);
}

async function expectNoChange({ stack }: Life, args: ArgsByKind): Promise<void> {
  expect((await stack.preview(program(args))).changes).toEqual([]);
  expect((await stack.drift()).changes).toEqual([]);
}

/** Each updatable field of every kind, one at a time. */
async function editFields(life: Life): Promise<ArgsByKind> {
  let args = life.examples;
  for (let n = 0; updatableKinds.some((kind) => n in kind.updatable); n++) {
    const names = fieldsOf(life.examples, (kind) => kind.updatable.slice(n, n + 1));
    args = edited(args, names);
    expect(changesOf(await life.stack.up(program(args)))).toEqual(lines("update", names));
    expectApplied(life, args);
  }
  return args;
}

/**
 * Every readable text of every kind is changed by hand: what identifies an object, or everything else. Both together would
 * be another object.
 */
async function undoDrift(life: Life, isOfIdentity: boolean): Promise<void> {
  const { world, stack, examples } = life;
  const names = fieldsOf(examples, (kind) => {
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
  expectApplied(life, examples);
}

async function replaceAll(life: Life, args: ArgsByKind): Promise<void> {
  const { world, stack } = life;
  const names = fieldsOf(life.examples, (kind) => (kind.isListed ? kind.createOnly : []));
  const before = stack.ids;
  // The first variation is one that every service accepts.
  const replaced = edited(args, names, 1);
  const changes = changesOf(await stack.up(program(replaced)));
  expect(changes.filter((line) => / it:/.test(line))).toEqual(lines("replace", names));
  for (const kind of names.keys()) {
    expect(stack.ids[label(kind)]).not.toBe(before[label(kind)]);
    expect(kind.ids(world.account)).not.toContain(before[label(kind)]);
  }
  expectApplied(life, replaced);
}

/** Items and links leave with the objects that contain them. */
async function recreateAll(life: Life): Promise<void> {
  const { world, stack, listed, examples } = life;
  for (const kind of listed) kind.remove(world.account, stack.ids[label(kind)]!);
  const labels = [...listed.map(label), ...assignedLabels(stack)];
  expect((await stack.drift()).changes).toEqual(labels.map((one) => `gone ${one}`).sort());
  await stack.up(program(examples), { refresh: true });
  expectApplied(life, examples);
}

const assignedLabels = (stack: Stack) => Object.keys(stack.ids).filter((one) => one.includes("it/"));

/** @throws AssertionError if a phase of the life does not do what its preview shows */
export async function live(dialect: Dialect): Promise<void> {
  const world = await startWorld({ dialect });
  const examples = examplesFor(dialect);
  const listed = listedKinds.filter((kind) => examples.has(kind));
  const strangers = new Map(listed.map((kind) => [kind, kind.add(world.account, kind.args(9))]));
  const stack = world.stack();
  const life: Life = { world, stack, examples, listed };
  await stack.up(program(examples));
  expectApplied(life, examples);
  await expectNoChange(life, examples);
  await undoDrift(life, true);
  await undoDrift(life, false);
  await expectNoChange(life, examples);
  await recreateAll(life);
  const args = await editFields(life);
  await expectNoChange(life, args);
  await replaceAll(life, args);
  await stack.destroy();
  for (const [kind, id] of strangers) expect(kind.ids(world.account)).toEqual([id]);
}

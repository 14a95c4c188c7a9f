// The life of a stack with every kind in every named dialect, derived from the definitions: a new kind needs no code here.
import { expect, test } from "vitest";
import type { Preset } from "../../src/emulator/preset";
import { CampaignLink, ChannelItem } from "../../src/index";
import type { Props } from "../../src/kind/definition";
import { runsAllCases } from "../support/case-count";
import { namedServices } from "../support/dialects";
import { type Kind, listedKinds, singleKinds, updatableKinds } from "../support/kinds";
import type { Run } from "../support/stack";
import { startWorld } from "../support/world";

type ArgsByKind = ReadonlyMap<Kind, Props>;
type FieldsByKind = ReadonlyMap<Kind, readonly string[]>;

/** All kinds and fields that the service has: the document has neither links nor names of QR codes. */
function examplesFor({ linkEndpoints, qrNames }: Preset): ArgsByKind {
  const kinds = [...listedKinds, ...singleKinds].filter(
    ({ definition }) => linkEndpoints === "present" || !definition.undocumented,
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
  const ids = new Map<string, never>();
  for (const [kind, given] of args) ids.set(kind.definition.type, new kind.class("it", given).id as never);
  const [channel, campaign, link] = ["Channel", "Campaign", "Link"].map((type) => ids.get(type)!);
  const items = { links: link ?? 4711, bio: 12, qr: ids.get("QrCode")! };
  for (const [itemType, item] of Object.entries(items))
    new ChannelItem(`it/${itemType}`, { channel, itemType: itemType as "bio", item } as never);
  for (const one of [4712, ...(link ? [link] : [])])
    new CampaignLink(`it/${one === link ? "key" : one}`, { campaign, link: one } as never);
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

/** The presets, and by night all. */
const services = runsAllCases ? namedServices : namedServices.slice(0, 2);

test.each(services)(
  "%s: created, unchanged, drift undone, made again, each field changed, replaced, destroyed; strangers stay",
  async (_, service) => {
    const world = await startWorld(service);
    const stack = world.stack();
    const examples = examplesFor(service.dialect);
    const listed = listedKinds.filter((kind) => examples.has(kind));
    const strangers = new Map(listed.map((kind) => [kind, kind.add(world.account, kind.args(9))]));

    const expectApplied = async (args: ArgsByKind) => {
      for (const kind of listed) {
        const stored = kind.get(world.account, stack.ids[label(kind)]!)!;
        for (const [name, value] of Object.entries(args.get(kind)!))
          expect(plain(stored[kind.definition.fields[name]!.api]), `${label(kind)}: ${name}`).toBe(
            plain(value),
          );
      }
      const { user, password } = world.account;
      for (const kind of singleKinds) expect({ ...user, password }).toMatchObject(args.get(kind)!);
      expect((await stack.preview(program(args), { refresh: true })).changes).toEqual([]);
    };
    await stack.up(program(examples));
    await expectApplied(examples);

    // By hand, what identifies an object, or everything else. Both together would be another object.
    for (const isOfIdentity of [true, false]) {
      const names = fieldsOf(examples, (kind) => {
        const [identity = []] = kind.definition.identity;
        const texts = kind.readable.filter((name) => typeof kind.args()[name] === "string");
        return texts.filter((name) => identity.includes(name) === isOfIdentity);
      });
      const byHand = edited(examples, names);
      for (const kind of names.keys()) {
        if (kind.isListed) kind.change(world.account, stack.ids[label(kind)]!, byHand.get(kind)!);
        else Object.assign(world.account.user, { email: byHand.get(kind)!.email });
      }
      expect(changesOf(await stack.drift())).toEqual(lines("refresh", names));
      await stack.up(program(examples), { refresh: true });
      await expectApplied(examples);
    }

    // Items and links leave with the objects that contain them.
    for (const kind of listed) kind.remove(world.account, stack.ids[label(kind)]!);
    const assigned = Object.keys(stack.ids).filter((one) => one.includes("it/"));
    const gone = [...listed.map(label), ...assigned].map((one) => `gone ${one}`);
    expect((await stack.drift()).changes).toEqual(gone.sort());
    await stack.up(program(examples), { refresh: true });
    await expectApplied(examples);

    let args = examples;
    for (let n = 0; updatableKinds.some((kind) => n in kind.updatable); n++) {
      const names = fieldsOf(examples, (kind) => kind.updatable.slice(n, n + 1));
      args = edited(args, names);
      expect(changesOf(await stack.up(program(args)))).toEqual(lines("update", names));
      await expectApplied(args);
    }

    const names = fieldsOf(examples, (kind) => (kind.isListed ? kind.createOnly : []));
    const before = stack.ids;
    // The first variation is one that every service accepts.
    const replaced = edited(args, names, 1);
    const changes = changesOf(await stack.up(program(replaced)));
    expect(changes.filter((line) => / it:/.test(line))).toEqual(lines("replace", names));
    for (const kind of names.keys()) expect(kind.ids(world.account)).not.toContain(before[label(kind)]);
    await expectApplied(replaced);

    await stack.destroy();
    for (const [kind, id] of strangers) expect(kind.ids(world.account)).toEqual([id]);
  },
);

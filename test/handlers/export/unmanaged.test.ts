// The objects that no entry manages: `unmanaged: warn`, and an export of them.
import { afterEach, expect, test } from "vitest";
import { StackObjects } from "../../../src/commands/export/managed";
import { describeUnmanaged } from "../../../src/config/build/unmanaged";
import { METADATA, metadataText } from "../../../src/kind/metadata";
import { TYPE_PREFIX } from "../../../src/kind/provider-source";
import { registry } from "../../../src/resources/index";
import { exported, FILE, sessionOf } from "../support/exported";
import { byType, identifiableKinds, type Kind, listedKinds } from "../support/kinds";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

const definitions = registry.map(({ definition }) => definition);
const OWN = "1 registered 2024-01-15 09:30:00";

/** A resource as a program sees it in the state. */
const recorded = (kind: Kind, id: string, account?: string) => ({
  urn: `urn:pulumi:test::test::${TYPE_PREFIX}${kind.definition.type}::managed`,
  type: TYPE_PREFIX + kind.definition.type,
  id,
  account,
  provider: undefined,
  isPending: false,
  fileRecord: {},
  values: {},
  shown: {},
});

/** The same as `pulumi stack export` prints it. */
const inState = (kind: Kind, id: string, account = OWN) => ({
  type: TYPE_PREFIX + kind.definition.type,
  name: "managed",
  id,
  outputs: { [METADATA]: metadataText({ id, account }) },
  isLeaving: false,
});

async function describe(
  state: ReturnType<typeof recorded>[],
  ...newEntries: Parameters<typeof describeUnmanaged>[3]
) {
  const session = sessionOf(world);
  try {
    return await describeUnmanaged(session, definitions, state, newEntries);
  } finally {
    await session.close();
  }
}

test("an account without unmanaged objects is not mentioned", async () => {
  world = await World.start();
  expect(await describe([])).toBeUndefined();
  const pixel = listedKinds[0]!;
  const id = world.records(pixel).add(pixel.args());
  expect(await describe([recorded(pixel, id, OWN)])).toBeUndefined();
  // An import before its first refresh.
  expect(await describe([recorded(pixel, id)])).toBeUndefined();
});

test("one line counts the objects of each kind, for one list of each kind", async () => {
  world = await World.start();
  for (const kind of listedKinds) for (const n of [0, 1]) world.records(kind).add(kind.args(n));
  const counts = listedKinds.map(({ definition }) => `2 ${definition.yaml.section}`).join(", ");
  expect(await describe([])).toBe(
    `no entry manages ${2 * listedKinds.length} objects of the account: ${counts}. ` +
      "`npx pulumi-link-management export --unmanaged` writes the entries",
  );
  expect(world.requests()).toHaveLength(1 + listedKinds.length);
});

test.each(byType(identifiableKinds))("%s: an entry that is new counts as its manager", async (_, kind) => {
  world = await World.start();
  const { definition } = kind;
  const id = world.records(kind).add(kind.args());
  for (const onExisting of ["adopt", "overwrite", "fail", { id }] as const)
    expect(await describe([], { definition, args: kind.args(), onExisting })).toBeUndefined();
  expect(await describe([], { definition, args: kind.args(), onExisting: "duplicate" })).toMatch(
    /1 object of/,
  );
  expect(await describe([], { definition, args: kind.args(1), onExisting: "adopt" })).toMatch(/1 object of/);
});

test("an object with the same id on another account is no manager", async () => {
  world = await World.start();
  const [kind] = listedKinds;
  const id = world.records(kind!).add(kind!.args());
  expect(await describe([recorded(kind!, id, "2 registered 2024-01-15 09:30:00")])).toMatch(/1 object of/);
});

test.each(byType(identifiableKinds))(
  "%s: an export writes only what the stack does not manage",
  async (_, kind) => {
    world = await World.start();
    const { section } = kind.definition.yaml;
    const [managed] = [0, 1].map((n) => world.records(kind).add(kind.args(n)));
    const { files, counts } = await exported(world, { managed: new StackObjects([inState(kind, managed!)]) });
    expect([...counts]).toEqual([[section, 1]]);
    // The config that includes the file has these.
    expect(files.get(FILE)).not.toMatch(/^(account|defaults):/m);
  },
);

test("an unmanaged object with the name of a managed one gets another key, and its id", async () => {
  world = await World.start();
  const channels = listedKinds.find(({ definition }) => definition.yaml.section === "channels")!;
  const managed = world.records(channels).add({ name: "Managed" });
  world.records(channels).add({ name: "Managed" });
  const { files } = await exported(world, { managed: new StackObjects([inState(channels, managed)]) });
  expect(files.get(FILE)).toContain(
    "channels:\n  managed-2:\n    name: Managed\n    starred: false\n    options: { onExisting: { id: 102 } }\n",
  );
});

test("the state of another account is an error", async () => {
  world = await World.start();
  const [kind] = listedKinds;
  const managed = new StackObjects([inState(kind!, "101", "2 registered 2024-01-15 09:30:00")]);
  await expect(exported(world, { managed })).rejects.toThrow(
    /^wrong account: the resources of this stack belong to/,
  );
});

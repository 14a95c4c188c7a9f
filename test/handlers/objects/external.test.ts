// Objects that a program only reads (`get`): all readable properties, and nothing is managed.
import { afterEach, describe, expect, test } from "vitest";
import { ENTRY, toText } from "../../../src/kind/entry";
import { METADATA } from "../../../src/kind/metadata";
import { createEveryKind, parallel } from "../support/every-kind";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** What the engine passes to `read` for a `get`: the inputs, which are only the hidden ones. */
const inputs = (accounts: readonly string[] = []) => ({
  [ENTRY]: toText({ entry: "x", isPreview: false, accounts, isRead: true }),
});

test("a get of every kind returns every readable property, and sends only reads", async () => {
  world = await World.start();
  const resources = await createEveryKind(world.process());
  world.emulator.clearLog();
  const process = world.process();
  const read = await parallel(resources, ({ kind, state }) =>
    process.of(kind.handler).read(state.id, inputs()),
  );
  for (const [index, { kind, state }] of resources.entries()) {
    const { id, props, ...rest } = read[index]!;
    const { fields } = kind.definition;
    expect(rest).toEqual({});
    expect(id).toBe(state.id);
    // Those that the list shows; an assignment reads its arguments from its id.
    const readable = kind.readable.concat(kind.createOnly.filter((name) => !fields[name]!.writeOnly));
    expect(Object.keys(props!)).toEqual(expect.arrayContaining(readable));
    for (const name of readable) expect(fields[name]!.same(props![name], state.outs[name])).toBe(true);
    expect(JSON.parse(String(props![METADATA]))).toEqual({
      id,
      account: expect.stringMatching(/^1 registered /),
      external: true,
    });
    expect(props).not.toHaveProperty(ENTRY);
  }
  expect(world.changes()).toEqual([]);
});

test("a refresh returns the same state, and another one after a change by hand", async () => {
  world = await World.start();
  const { id } = world.account.channels.create({ name: "Spring", color: "#22AA66" });
  const got = await world.process().of("channel").read(String(id), inputs());
  const again = await world.process().of("channel").read(String(id), got.props!);
  expect(again).toEqual(got);
  world.account.channels.update(id, { name: "Summer" });
  const drifted = await world.process().of("channel").read(String(id), got.props!);
  expect(drifted).toEqual({ id: String(id), props: { ...got.props, name: "Summer" } });
});

test("a get of a missing object is an error, and a refresh finds it gone", async () => {
  world = await World.start();
  const { id } = world.account.channels.create({ name: "Spring" });
  const { props } = await world.process().of("channel").read(String(id), inputs());
  world.account.channels.delete(id);
  await expect(world.process().of("channel").read(String(id), inputs())).rejects.toThrow(
    `the account of the API key has no Channel ${id}, which the program reads. Correct the key or the id`,
  );
  expect(await world.process().of("channel").read(String(id), props!)).toEqual({ id: "" });
});

describe("a get is rejected", () => {
  test.each([
    ["channelItem", "3", "the id must be of the form channel/itemType/item"],
    ["channelItem", "3/qr/8/9", "the id must be of the form channel/itemType/item"],
    ["campaignLink", "../account", "the account of the API key has no CampaignLink ../account"],
    ["account", "2", "the account of the API key has no Account 2"],
    ["pixel", "undecided", "the account of the API key has no Pixel undecided"],
  ])("%s %s", async (handler, id, message) => {
    world = await World.start();
    await expect(world.process().of(handler).read(id, inputs())).rejects.toThrow(message);
    expect(world.changes()).toEqual([]);
    expect(world.requests().filter((path) => path.includes(".."))).toEqual([]);
  });

  test("with the key of another account than that of the stack", async () => {
    world = await World.start();
    const { id } = world.account.channels.create({ name: "Spring" });
    const read = world
      .process()
      .of("channel")
      .read(String(id), inputs(["2 registered 2020-01-01 00:00:00"]));
    await expect(read).rejects.toThrow("wrong account");
    expect(world.requests()).toEqual(["GET /api/account"]);
  });
});

test("an object that the program reads is never deleted, although the entry that managed it has left", async () => {
  world = await World.start();
  const managed = await world.process().create("channel", { name: "Spring" });
  const process = world.process();
  await process.of("channel").read(managed.id, inputs());
  world.emulator.clearLog();
  await process.delete("channel", managed);
  expect(world.changes()).toEqual([]);
  expect(process.messages).toEqual([
    `Channel ${managed.id} stays, because the program reads it: removed from the state only`,
  ]);
});

test("an entry may adopt an object that the program reads", async () => {
  world = await World.start();
  const { id } = world.account.channels.create({ name: "Spring" });
  const process = world.process();
  await process.of("channel").read(String(id), inputs());
  const adopted = await process.create("channel", { name: "Spring" }, { onExisting: "adopt" });
  expect(adopted.id).toBe(String(id));
});

test("a state of an earlier version is still one of an object that is only read", async () => {
  world = await World.start();
  const { id } = world.account.channels.create({ name: "Spring" });
  const { props: now } = await world.process().of("channel").read(String(id), inputs());
  const older = { ...inputs(), [METADATA]: now![METADATA] };
  const { props } = await world.process().of("channel").read(String(id), older);
  expect(props).toMatchObject({ name: "Spring" });
  expect(props).not.toHaveProperty(ENTRY);
});

test("content of a wifi that a service repeats is masked", async () => {
  world = await World.start();
  const { id } = world.account.channels.create({ name: "WIFI:T:WPA;S:Acme;P:guests-only-7;;" });
  const { props } = await world.process().of("channel").read(String(id), inputs());
  expect(props).toMatchObject({ name: "[secret]" });
});

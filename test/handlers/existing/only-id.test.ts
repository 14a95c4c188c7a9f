// An assignment and the account have one possible id. A program that names another one with `import` is wrong.
import { afterEach, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import { UNKNOWN } from "../../../src/kind/unknown";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

async function start(): Promise<Props> {
  world = await World.start();
  world.account.channels.create({ name: "Spring" });
  const [channel] = world.account.channels.list();
  return { channel: channel!.id, itemType: "links", item: 4711 };
}

test("its own id is accepted", async () => {
  const item = await start();
  const id = `${item.channel}/links/4711`;
  expect((await world.process().create("channelItem", item, { onExisting: { id } })).id).toBe(id);
  const account = { email: "new@example.com" };
  expect((await world.process().create("account", account, { onExisting: { id: 1 } })).id).toBe("1");
});

test("another id is a collision, and nothing is changed", async () => {
  const item = await start();
  const reject = (handler: string, args: Props, id: string) =>
    world.process().collision(handler, args, { onExisting: { id } });
  expect(await reject("channelItem", item, "9/links/4711")).toEqual({
    kind: "unusable",
    reason: `the id to adopt must be ${item.channel}/links/4711, not "9/links/4711"`,
  });
  expect(await reject("account", { email: "new@example.com" }, "2")).toEqual({
    kind: "unusable",
    reason: 'the id to adopt must be 1, not "2"',
  });
  const update = world.process().create("account", { email: "new@example.com" }, { onExisting: { id: "2" } });
  await expect(update).rejects.toThrow("the id to adopt must be 1");
  expect(world.changes()).toEqual([]);
});

test("an id with an unknown argument is compared in the update", async () => {
  const item = await start();
  const unknown = { ...item, channel: UNKNOWN };
  expect(
    await world.process().collision("channelItem", unknown, { onExisting: { id: "9/links/4711" } }),
  ).toBe(undefined);
});

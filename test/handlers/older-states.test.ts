// States from before the marks were one output: account, holder and time of the last write stand beside the others.
import { afterEach, expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import { metadataOf } from "../../src/kind/metadata";
import { type State, World } from "./world";

let world: World;
afterEach(() => world.end());

const ARGS = { name: "Launch", slug: "launch", public: true };
const EDITED = { ...ARGS, name: "Launch 2" };

/** A campaign with the state that a version from then left, and an empty log. */
async function madeThen(marks: Props = {}): Promise<State> {
  world = await World.start();
  const { id, outs } = await world.process().create("campaign", ARGS);
  const { marks: _, ...rest } = outs;
  world.emulator.clearLog();
  return { id, outs: { ...rest, ...metadataOf(outs), ...marks } };
}

const sent = () => world.emulator.log.map(({ method, path }) => `${method} ${path}`);

test.each([
  ["diff", (state) => world.process().hasChanges("campaign", state, EDITED)],
  ["read", (state) => world.process().refresh("campaign", state)],
  ["update", (state) => world.process().update("campaign", state, EDITED)],
  ["delete", (state) => world.process().delete("campaign", state)],
] as [string, (state: State) => Promise<unknown>][])(
  "one of another account is refused by %s, and nothing is asked but whose the key is",
  async (_, call) => {
    const account = "1 registered 2019-09-09 09:09:09";
    const state = await madeThen({ account });
    await expect(call(state)).rejects.toThrow(`belong to account ${account}, but`);
    expect(sent()).toEqual(["GET /api/account"]);
  },
);

test("one of the key's account stays as it is where nothing changed", async () => {
  const state = await madeThen();
  const process = world.process();
  const read = await process.of("campaign").read(state.id, state.outs);
  expect(read).toStrictEqual({ id: state.id, props: state.outs });
  expect(await process.hasChanges("campaign", state, ARGS)).toBe(false);
});

test("its next update writes the marks as one", async () => {
  const state = await madeThen();
  const { outs } = await world.process().update("campaign", state, EDITED);
  const { rotator, list } = state.outs;
  expect(outs).toEqual({ ...EDITED, rotator, list, marks: expect.any(String) });
  const { account, holder } = state.outs;
  expect(metadataOf(outs)).toEqual({ account, holder, writtenAt: expect.any(Number) });
});

test("a delete takes it away", async () => {
  const state = await madeThen();
  await world.process().delete("campaign", state);
  expect(world.account.campaigns.size).toBe(0);
});

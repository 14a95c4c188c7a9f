// One listing per process serves everything that needs the list, and shows the process's own changes.
import { afterEach, describe, expect, test } from "vitest";
import {
  assignedKinds,
  byType,
  identifiableKinds,
  type Kind,
  listedKinds,
  prepareArgs,
} from "../support/kinds";
import { entry, Stack } from "../support/stack";
import { range, type State, World } from "../support/world";
import { hasItemList } from "./whole-stack";

let world: World;
afterEach(() => world.end());

const SETTLE_MS = 10_000;
const PAGE = 3;

const start = async () => {
  world = await World.start(
    { duplicateDomains: "allowed", duplicateSlugs: "allowed" },
    { rateLimit: 1_000_000 },
  );
};

/** What a step sends after the request for the account. */
async function sentBy(run: () => Promise<unknown>): Promise<string[]> {
  world.emulator.clearLog();
  await run();
  const [account, ...rest] = world.requests();
  expect(account).toBe("GET /api/account");
  return rest;
}

const listing = (kind: Kind) => `GET ${kind.list.path}`;
const add = (kind: Kind) => `POST ${kind.list.writePath}add`;
const update = (kind: Kind, id: string) => `PUT ${kind.list.writePath}${id}/update`;
const remove = (kind: Kind, id: string) => `DELETE ${kind.list.writePath}${id}/delete`;

describe.each(byType(identifiableKinds.filter((kind) => kind.createOnly.length > 0)))("%s", (_, kind) => {
  test("a replacement costs the preview a list, and the update the same, a create and a delete", async () => {
    await start();
    const stack = new Stack();
    await stack.up(world.process(), [entry(kind, "a", kind.args())]);
    const { id } = stack.state("a");
    const replaced = [entry(kind, "a", kind.edited(kind.args(), kind.createOnly[0]!))];
    expect(await sentBy(() => stack.preview(world.process(), replaced))).toEqual([listing(kind)]);
    expect(await sentBy(() => stack.up(world.process(), replaced))).toEqual([
      listing(kind),
      add(kind),
      remove(kind, id),
    ]);
  });
});

describe.each(byType(identifiableKinds))("%s", (_, kind) => {
  test("a create, an update, reads and checks take everything from one listing", async () => {
    await start();
    const { handler } = kind;
    const minimal = kind.minimal();
    const old = await world.process().create(handler, minimal);
    const edited = kind.edited(minimal, kind.updatable[0]!);
    const process = world.process();
    const sent = await sentBy(async () => {
      const [created, updated] = await Promise.all([
        process.create(handler, kind.args(1)),
        process.update(handler, old, edited),
      ]);
      expect(await process.refresh(handler, created)).toMatchObject({ inputs: created.inputs });
      expect(await process.refresh(handler, updated)).toMatchObject({ inputs: updated.inputs });
      // The listing shows both as they are now.
      for (const { id, args } of [
        { id: created.id, args: kind.args(1) },
        { id: updated.id, args: edited },
      ]) {
        expect(await process.collision(handler, args)).toEqual({ kind: "managed", ids: [id] });
      }
    });
    expect(sent.sort()).toEqual([listing(kind), add(kind), update(kind, old.id)].sort());
  });
});

describe.each(byType(listedKinds))("%s, deleted by hand", (_, kind) => {
  test.each([1, 20])("%i failed deletes are judged by two listings", async (count) => {
    await start();
    const records = world.records(kind);
    for (let n = 0; records.size < PAGE + 1; n++) records.add(kind.args(100 + n));
    const earlier = world.process();
    const states = await Promise.all(range(count).map((n) => earlier.create(kind.handler, kind.args(n))));
    for (const { id } of states) records.remove(id);
    // An object that was written just now would be looked for once more.
    await world.clock.advance(SETTLE_MS);
    const process = world.process({ pageSize: String(PAGE) });
    const sent = await sentBy(() => Promise.all(states.map((state) => process.delete(kind.handler, state))));
    const listings = range(2 * 2).map(() => listing(kind));
    expect(sent.sort()).toEqual([...states.map(({ id }) => remove(kind, id)), ...listings].sort());
  });
});

test("missing parents are confirmed together with everything that is assigned to them", async () => {
  await start();
  const earlier = world.process();
  const states: [Kind, State][] = [];
  for (const kind of assignedKinds) {
    const parent = await earlier.create(kind.parent!.handler, kind.parent!.args());
    states.push([kind.parent!, parent]);
    for (const n of range(2)) {
      const args = kind.memberArgs(parent.id, kind.entries(n)[0]);
      states.push([kind, await earlier.create(kind.handler, args)]);
    }
    world.records(kind.parent!).remove(parent.id);
  }
  await world.clock.advance(SETTLE_MS);
  const process = world.process();
  const sent = await sentBy(() =>
    Promise.all(
      states.map(async ([kind, state]) => expect(await process.refresh(kind.handler, state)).toBeUndefined()),
    ),
  );
  const lists = assignedKinds.map((kind) => listing(kind.parent!));
  expect(sent.sort()).toEqual([...lists, ...lists].sort());
});

test.each(byType(assignedKinds.filter(hasItemList)))(
  "%s: the items of a parent are listed once, however many are assigned or read",
  async (_, kind) => {
    await start();
    const first = await prepareArgs(world.process(), kind);
    const parent = String(first[kind.definition.parent!]);
    const all = range(4).map((n) => kind.memberArgs(parent, kind.entries(n)[0]));
    const process = world.process();
    const sent = await sentBy(async () => {
      const created = await Promise.all(all.map((args) => process.create(kind.handler, args)));
      const again = await Promise.all(all.map((args) => process.create(kind.handler, args)));
      expect(again.map(({ id }) => id)).toEqual(created.map(({ id }) => id));
      await Promise.all(created.map((state) => process.refresh(kind.handler, state)));
    });
    expect(sent.filter((line) => line.startsWith("GET"))).toEqual([
      `GET ${kind.parent!.list.writePath}${parent}`,
      listing(kind.parent!),
    ]);
    expect(sent.filter((line) => line.startsWith("POST"))).toHaveLength(4);
  },
);

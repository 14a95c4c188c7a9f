// A create of a QR code whose result stays unknown. The state keeps it as a pending create, so that no later run creates a
// second object. It never blocks a refresh, and its entry decides it.
import { afterEach, describe, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import { ENTRY } from "../../../src/kind/entry";
import { DECIDE_PENDING, PENDING_ID } from "../../../src/kind/lifecycle/create-once";
import { METADATA, metadataOf } from "../../../src/kind/metadata";
import { PartialError } from "../../../src/kind/reported-error";
import { byType, listedKinds } from "../support/kinds";
import { entry, Stack } from "../support/stack";
import { type State, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const CANDIDATES = /2 new objects match: id \d+ \(.*\); id \d+ \(.*\)\./;

describe.each(byType(listedKinds.filter((kind) => !kind.isIdentifiable)))("%s", (type, kind) => {
  const { handler } = kind;
  const args = kind.args();
  const unreadable = Object.keys(args)
    .filter((name) => kind.definition.fields[name]!.writeOnly)
    .join(", ");
  const records = () => world.records(kind);

  /** Two new objects may be the created one: the process has listed the others. */
  function makeUnclear(): void {
    world.emulator.faults.rule({ on: "POST /api/*/add", fault: "dropAfterCommit", times: 1 });
    records().add(kind.args(1));
  }

  /** A stack with a pending create, and the id of the object that it has created. */
  async function pendingStack(): Promise<{ stack: Stack; id: string }> {
    world = await World.start({ listOrder: "oldestFirst" });
    const stack = new Stack();
    const process = world.process();
    await process.create(handler, kind.args(2));
    makeUnclear();
    await expect(stack.up(process, [entry(kind, "a", args)])).rejects.toThrow(CANDIDATES);
    world.emulator.faults.clear();
    world.emulator.clearLog();
    const name = kind.updatable[0]!;
    const { api, same } = kind.definition.fields[name]!;
    const id = records().ids.find((one) => same(records().get(one)![api], args[name]))!;
    return { stack, id };
  }

  test("the error keeps the entry in the state, and says how to decide it", async () => {
    world = await World.start();
    const process = world.process();
    await process.create(handler, kind.args(2));
    makeUnclear();
    const { inputs } = await process.check(handler, args);
    const error = await process
      .of(handler)
      .create({ ...inputs, __provider: "the source" })
      .catch((caught: PartialError) => caught);
    expect(error).toBeInstanceOf(PartialError);
    const { id, message, reasons, properties } = error as PartialError;
    expect(id).toBe(PENDING_ID);
    expect(message).toMatch(CANDIDATES);
    expect(message).toContain(DECIDE_PENDING);
    expect(reasons).toEqual([message]);
    expect(properties).toEqual({
      ...args,
      [ENTRY]: inputs[ENTRY],
      [METADATA]: expect.any(String),
      __provider: "the source",
    });
    expect(metadataOf(properties)).toEqual({
      id: PENDING_ID,
      account: "1 registered 2024-01-15 09:30:00",
      writtenAt: expect.any(Number),
      pending: true,
    });
  });

  test("a refresh and a drift check keep it as it is, without a list", async () => {
    const { stack } = await pendingStack();
    const { id, outs } = stack.state("a");
    const process = world.process();
    expect(await process.of(handler).read(id, outs)).toStrictEqual({ id, props: outs });
    expect(await process.of(handler).diff(id, outs, stack.state("a").inputs!)).toEqual({
      changes: false,
      replaces: [],
    });
    expect(world.requests()).toEqual(["GET /api/account"]);
  });

  test("the check of an update stops at it, and says how to decide it", async () => {
    const { stack } = await pendingStack();
    for (const news of [args, kind.edited(args, kind.updatable[0]!)]) {
      const undecided = entry(kind, "a", news);
      await expect(stack.up(world.process(), [undecided])).rejects.toThrow(
        new Error(`a: an earlier create has an unknown result. ${DECIDE_PENDING}`),
      );
      expect(stack.state("a").id).toBe(PENDING_ID);
    }
    expect(world.changes()).toEqual([]);
  });

  test("the check of a preview passes, because the program reports it with all other problems", async () => {
    const { stack } = await pendingStack();
    const process = world.process();
    const plans = await stack.preview(process, [entry(kind, "a", args), entry(kind, "b", kind.args(3))]);
    expect(plans).toEqual(new Map([["b", {}]]));
    // No estimate, because the preview fails.
    expect(await process.provider.lastMessages()).toEqual({ info: [], warnings: [] });
  });

  test("a forced replacement stops at it, too", async () => {
    const { stack } = await pendingStack();
    await expect(stack.replace(world.process(), entry(kind, "a", args))).rejects.toThrow("unknown result");
    expect(world.changes()).toEqual([]);
  });

  test("an entry that leaves the config only drops it", async () => {
    const { stack } = await pendingStack();
    const before = records().ids;
    const process = world.process();
    await stack.up(process, []);
    expect(process.messages).toEqual([`${type} ${PENDING_ID}: the pending create left the state`]);
    expect(records().ids).toEqual(before);
    expect(world.requests()).toEqual(["GET /api/account"]);
  });

  test("onExisting: { id } adopts the object. Nothing is sent, and the next runs change nothing", async () => {
    const { stack, id } = await pendingStack();
    const before = records().ids;
    const decided = entry(kind, "a", args, { onExisting: { id } });
    expect((await stack.preview(world.process(), [decided])).get("a")).toEqual({ adopt: id });
    const process = world.process();
    await stack.up(process, [decided]);
    expect(stack.state("a").id).toBe(id);
    expect(metadataOf(stack.state("a").outs)).toMatchObject({ id });
    expect(metadataOf(stack.state("a").outs)).not.toHaveProperty("pending");
    expect(process.messages).toEqual([
      `a: adopts id ${id}; not compared: ${unreadable}`,
      `${type} ${PENDING_ID}: the pending create left the state`,
    ]);
    for (const next of [decided, entry(kind, "a", args)]) await stack.up(world.process(), [next]);
    expect(world.changes()).toEqual([]);
    expect(records().ids).toEqual(before);
  });

  test("onExisting: duplicate creates another object", async () => {
    const { stack } = await pendingStack();
    const before = records().ids;
    const decided = entry(kind, "a", args, { onExisting: "duplicate" });
    expect((await stack.preview(world.process(), [decided])).get("a")).toEqual({});
    await stack.up(world.process(), [decided]);
    expect(records().ids).toEqual([...before, stack.state("a").id]);
    for (const next of [decided, entry(kind, "a", args)]) await stack.up(world.process(), [next]);
    expect(world.changes()).toHaveLength(1);
  });

  test("the hidden input is what replaces it", async () => {
    const { stack, id } = await pendingStack();
    const request = { onExisting: { id }, pending: "decided", ownId: PENDING_ID } as const;
    const { changes, replaces } = await world.process().diff(handler, stack.state("a"), args, request);
    expect({ changes, replaces }).toEqual({ changes: true, replaces: [ENTRY] });
  });

  test("an id that the account does not have leaves it pending", async () => {
    const { stack } = await pendingStack();
    const wrong = entry(kind, "a", args, { onExisting: { id: 999 } });
    const plans = await stack.preview(world.process(), [wrong]);
    expect(plans.get("a")?.collision).toMatchObject({ kind: "unusable" });
    await expect(stack.up(world.process(), [wrong])).rejects.toThrow("the account has no");
    expect(stack.state("a").id).toBe(PENDING_ID);
  });

  test("a second create without a clear result leaves it pending", async () => {
    const { stack } = await pendingStack();
    const process = world.process();
    await process.create(handler, kind.args(3));
    makeUnclear();
    const again = entry(kind, "a", args, { onExisting: "duplicate" });
    await expect(stack.up(process, [again])).rejects.toThrow(CANDIDATES);
    expect(stack.state("a").id).toBe(PENDING_ID);
  });

  test("two of them are decided one by one", async () => {
    const { stack, id } = await pendingStack();
    stack.add("b", handler, stack.state("a"));
    const decided = entry(kind, "a", args, { onExisting: { id } });
    const undecided = entry(kind, "b", args);
    await expect(stack.up(world.process(), [decided, undecided])).rejects.toThrow("unknown result");
    expect(stack.state("a").id).toBe(id);
    expect(stack.state("b").id).toBe(PENDING_ID);
    await stack.up(world.process(), [decided, entry(kind, "b", args, { onExisting: "duplicate" })]);
    expect(stack.state("b").id).not.toBe(PENDING_ID);
    expect(records().ids).toEqual(expect.arrayContaining([id, stack.state("b").id]));
  });

  describe("in a state of an earlier version", () => {
    const MARKS = {
      account: "1 registered 2024-01-15 09:30:00",
      holder: `${PENDING_ID}:0123456789ab`,
      writtenAt: Date.UTC(2024, 0, 1),
      unconfirmed: true,
    };
    const STATES: readonly [string, Props][] = [
      ["one output", { marks: JSON.stringify(MARKS) }],
      ["separate outputs", MARKS],
    ];

    test.each(STATES)("with %s is decided in the same way", async (_, marks) => {
      const { stack, id } = await pendingStack();
      const older: State = { id: PENDING_ID, outs: { ...args, ...marks }, inputs: args };
      stack.add("a", handler, older);
      expect(await world.process().refresh(handler, older)).toEqual(older);
      await expect(stack.up(world.process(), [entry(kind, "a", args)])).rejects.toThrow("unknown result");
      await stack.up(world.process(), [entry(kind, "a", args, { onExisting: { id } })]);
      expect(stack.state("a").id).toBe(id);
    });
  });
});

// Links of campaigns, and any later assignment without an item list: a rejection may mean "already assigned". It counts as
// assigned after an attempt without a clear result, and if the entry adopts existing objects.
import { afterEach, describe, expect, test } from "vitest";
import type { FaultName } from "../../../src/emulator/index";
import type { Props } from "../../../src/kind/definition";
import type { EntryRequest } from "../../../src/kind/entry";
import { assignedKinds, byType, type Kind } from "../support/kinds";
import { type Process, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const unlisted = assignedKinds.filter(
  (kind) => kind.definition.lifecycle.listsFor(kind.memberArgs("1", kind.entries()[0])).length === 0,
);

const COUNTS = /counts as assigned, although the service rejected it: It is already assigned/;

describe.each(byType(unlisted))("%s", (type, kind) => {
  const start = async () => {
    world = await World.start({ repeatedAssignment: "error" });
    const parent = world.records(kind.parent!).add(kind.parent!.args());
    return kind.memberArgs(parent, kind.entries()[0]);
  };
  const assign = (process: Process, args: Props, request?: Partial<EntryRequest>) =>
    process.create(kind.handler, args, request);
  const fault = (name: FaultName, times = 1, after = 0) =>
    world.emulator.faults.rule({ on: "POST /api/*/*/assign/*", fault: name, times, after });
  const posts = () => world.emulator.log.filter(({ method }) => method === "POST").length;

  test("is an error if it is rejected as assigned already, which says what to do", async () => {
    const args = await start();
    await assign(world.process(), args);
    await expect(assign(world.process(), args)).rejects.toThrow(
      new RegExp(
        `^create of ${type} .*already assigned.*Check that the account has .* and that it is not assigned already \\(onExisting: adopt accepts that\\)`,
      ),
    );
    expect(world.assignments(kind).count(args)).toBe(1);
  });

  test.each(["adopt", "overwrite", { id: "101/4711" }] as const)(
    "counts as assigned if its entry adopts (%j), with a warning",
    async (onExisting) => {
      const args = await start();
      await assign(world.process(), args);
      const process = world.process();
      expect((await assign(process, args, { onExisting })).id).toBe(Object.values(args).join("/"));
      expect(process.messages).toEqual([expect.stringMatching(COUNTS)]);
      expect(world.assignments(kind).count(args)).toBe(1);
    },
  );

  test.each(["adopt", "overwrite"] as const)(
    "counts as assigned if the stack adopts (%s)",
    async (onExisting) => {
      const args = await start();
      await assign(world.process(), args);
      const process = world.process({ onExisting });
      await assign(process, args);
      expect(process.messages).toEqual([expect.stringMatching(COUNTS)]);
    },
  );

  test.each(["fail", "duplicate"] as const)(
    "is an error with %s, whatever the stack says",
    async (onExisting) => {
      const args = await start();
      await assign(world.process(), args);
      await expect(assign(world.process({ onExisting: "adopt" }), args, { onExisting })).rejects.toThrow(
        /already assigned/,
      );
    },
  );

  test.each([
    "dropAfterCommit",
    "badGatewayAfterCommit",
    "serverErrorAfterCommit",
    "truncatedJson",
    "cutBody",
  ] as const)("counts as assigned if the attempt before had no clear result (%s)", async (name) => {
    const args = await start();
    fault(name);
    const process = world.process();
    const created = await assign(process, args);
    expect(world.assignments(kind).count(args)).toBe(1);
    expect(posts()).toBe(2);
    expect(process.messages).toEqual([expect.stringMatching(COUNTS)]);
    // The state records nothing about it.
    expect(await world.process().hasChanges(kind.handler, created, args)).toBe(false);
  });

  test.each(["dropBeforeHandling", "gatewayTimeoutBeforeHandling", "serverErrorBeforeCommit"] as const)(
    "is sent again if the attempt before had no effect (%s)",
    async (name) => {
      const args = await start();
      fault(name);
      const process = world.process();
      await assign(process, args);
      expect(world.assignments(kind).count(args)).toBe(1);
      expect(process.messages).toEqual([]);
    },
  );

  test("is an error if the response is foreign JSON. The error of the next run names adopt", async () => {
    const args = await start();
    fault("wrongJson");
    await expect(assign(world.process(), args)).rejects.toThrow(
      /may have taken effect\. Run the command again/,
    );
    await expect(assign(world.process(), args)).rejects.toThrow(/already assigned.*onExisting: adopt/);
    await assign(world.process(), args, { onExisting: "adopt" });
    expect(world.assignments(kind).count(args)).toBe(1);
  });

  test("is an error if no attempt has a clear result. The next run assigns it", async () => {
    const args = await start();
    fault("dropBeforeHandling", 4);
    await expect(assign(world.process(), args)).rejects.toThrow(
      /may have taken effect\. Run the command again/,
    );
    expect(posts()).toBe(4);
    await assign(world.process(), args);
    expect(world.assignments(kind).count(args)).toBe(1);
  });

  test("is an error if the item does not exist. With adopt, the warning has the words of the service", async () => {
    const args = await start();
    const missing = kind.memberArgs(String(args[kind.definition.parent!]), kind.entries(9000)[0]);
    await expect(assign(world.process(), missing)).rejects.toThrow(/does not exist/);
    const process = world.process();
    await assign(process, missing, { onExisting: "adopt" });
    expect(process.messages).toEqual([
      expect.stringMatching(/counts as assigned, although the service rejected it: .* does not exist/),
    ]);
  });
});

describe("an assignment with an item list", () => {
  const listed = assignedKinds.filter((kind) => !unlisted.includes(kind));
  const start = async (kind: Kind) => {
    world = await World.start({ repeatedAssignment: "error" });
    const parent = world.records(kind.parent!).add(kind.parent!.args());
    return kind.memberArgs(parent, kind.entries()[0]);
  };

  test.each(byType(listed))("%s: a rejection is an error, also with adopt", async (_, kind) => {
    const args = await start(kind);
    const missing = kind.memberArgs(String(args[kind.definition.parent!]), kind.entries(9000)[0]);
    await expect(world.process().create(kind.handler, missing, { onExisting: "adopt" })).rejects.toThrow(
      /does not exist.*Check that the account has/s,
    );
  });

  test.each(byType(listed))(
    "%s: the list decides after a lost response, even if it lags",
    async (_, kind) => {
      const args = await start(kind);
      world.emulator.setDialect({ repeatedAssignment: "duplicateEntry" });
      await world.clock.advance(60_000);
      world.emulator.faults.rule({
        on: "POST /api/*/*/assign/*",
        fault: "dropThenCommit",
        times: 1,
        ms: 3000,
      });
      world.emulator.faults.rule({ on: "GET *", fault: "staleList", ms: 4000 });
      await world.process().create(kind.handler, args);
      expect(world.assignments(kind).count(args)).toBe(1);
    },
  );

  test.each(byType(listed))("%s: it is sent again if the list never shows it", async (_, kind) => {
    const args = await start(kind);
    world.emulator.faults.rule({ on: "POST /api/*/*/assign/*", fault: "dropBeforeHandling", times: 3 });
    await world.process().create(kind.handler, args);
    expect(world.assignments(kind).count(args)).toBe(1);
    world.assignments(kind).remove(args);
    world.emulator.faults.rule({ on: "POST /api/*/*/assign/*", fault: "dropBeforeHandling", times: 4 });
    await expect(world.process().create(kind.handler, args)).rejects.toThrow(/may have taken effect/);
  });
});

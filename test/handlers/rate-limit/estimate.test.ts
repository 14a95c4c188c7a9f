// The last line of a preview: the requests and the time of its apply. No line if no apply follows.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect } from "../../../src/emulator/index";
import type { Props } from "../../../src/kind/definition";
import { pairwise } from "../../support/pairwise";
import {
  assignedKinds,
  byType,
  type Kind,
  kinds,
  listedKinds,
  singleKinds,
  updatableKinds,
} from "../support/kinds";
import { type Entry, entry, Stack } from "../support/stack";
import { type Process, range, World } from "../support/world";

const WINDOW_MS = 60_000;

let world: World;
afterEach(() => world.end());

const start = async (dialect: Partial<Dialect> = {}) => {
  world = await World.start(dialect, { windowMs: WINDOW_MS });
};

const many = (kind: Kind, count: number, argsOf: (n: number) => Props): Entry[] =>
  range(count).map((n) => entry(kind, `${kind.handler} ${n}`, argsOf(n)));

const created = (kind: Kind, count: number) => many(kind, count, (n) => kind.args(n));
const edited = (kind: Kind, count: number) =>
  many(kind, count, (n) => kind.edited(kind.args(n), kind.updatable[0]!, 500 + n));

/** Items of the first parent among the entries. */
const items = (kind: Kind, count: number): Entry[] =>
  range(count).map((n) => ({
    name: `${kind.handler} ${n}`,
    handler: kind.handler,
    args: (idOf) => kind.memberArgs(idOf(`${kind.parent!.handler} 0`), kind.entries(n)[0]),
  }));

const kindOf = (handler: string) => kinds.find((kind) => kind.handler === handler)!;

interface Estimate {
  readonly requests: number;
  /** 0 if nothing has to wait. */
  readonly ms: number;
}

async function estimateOf(process: Process): Promise<string | undefined> {
  const { info, warnings } = await process.provider.lastMessages();
  expect(warnings).toEqual([]);
  return info.at(-1);
}

function parse(line = "(no line)"): Estimate {
  const [, requests, seconds = "0"] =
    /^apply: (\d+) requests?, (?:about (\d+) s|no wait for the rate limit)$/.exec(line) ?? [];
  expect(requests, line).toBeDefined();
  return { requests: Number(requests), ms: Number(seconds) * 1000 };
}

/** The estimate of a preview, and what the apply after it took. */
async function compare(before: readonly Entry[], after: readonly Entry[]) {
  const stack = new Stack();
  await stack.up(world.process(), before);
  await world.clock.sleep(WINDOW_MS);
  const preview = world.process();
  await stack.preview(preview, after);
  const estimate = parse(await estimateOf(preview));
  world.emulator.clearLog();
  await stack.up(world.process(), after);
  const log = world.emulator.log.filter(({ rateLimited }) => !rateLimited);
  return { estimate, requests: log.length, ms: (log.at(-1)?.at ?? 0) - (log[0]?.at ?? 0) };
}

async function expectAgreement(before: readonly Entry[], after: readonly Entry[]): Promise<void> {
  const { estimate, requests, ms } = await compare(before, after);
  expect(estimate.requests).toBe(requests);
  expect(Math.abs(estimate.ms - ms)).toBeLessThanOrEqual(WINDOW_MS);
}

describe("the estimate agrees with the apply", () => {
  test.each(byType(listedKinds))("of 3 and 40 new objects (%s)", async (_, kind) => {
    for (const count of [3, 40]) {
      await start();
      await expectAgreement([], created(kind, count));
      if (count === 3) await world.end();
    }
  });

  test.each(byType(updatableKinds))("of an update of all managed fields (%s)", async (_, kind) => {
    await start();
    const count = kind.isListed ? 35 : 1;
    await expectAgreement(created(kind, count), edited(kind, count));
  });

  const partly = listedKinds.filter((kind) => kind.readable.some((name) => !(name in kind.minimal())));
  test.each(byType(partly))("of an update that needs a list (%s)", async (_, kind) => {
    await start();
    const minimal = many(kind, 5, (n) => kind.minimal(n));
    const changed = many(kind, 5, (n) => kind.edited(kind.minimal(n), kind.updatable[0]!, 500 + n));
    await expectAgreement(minimal, changed);
  });

  test.each(byType(listedKinds.filter((kind) => kind.createOnly.length > 0)))(
    "of replacements (%s)",
    async (_, kind) => {
      await start();
      const name = kind.createOnly[0]!;
      await expectAgreement(
        created(kind, 20),
        many(kind, 20, (n) => kind.edited(kind.args(n), name, 500 + n)),
      );
    },
  );

  test.each(byType(assignedKinds))(
    "of items of a new parent, and of an existing one (%s)",
    async (_, kind) => {
      const parent = created(kind.parent!, 1);
      for (const before of [[], [...parent, ...items(kind, 5)]]) {
        await start();
        await expectAgreement(before, [...parent, ...items(kind, 40)]);
        if (before.length === 0) await world.end();
      }
    },
  );

  /** Of every ten entries: one stays, five are updated, and four are replaced, or updated where nothing replaces. */
  const changedArgs = (kind: Kind, n: number) => {
    if (n === 0) return kind.args(n);
    const name = (n > 5 && kind.createOnly[0]) || kind.updatable[0]!;
    return kind.edited(kind.args(n), name, 500 + n);
  };
  const mixed = {
    before: listedKinds.flatMap((kind) => created(kind, 10)),
    after: [
      ...listedKinds.flatMap((kind) => many(kind, 12, (n) => (n < 10 ? changedArgs(kind, n) : kind.args(n)))),
      ...assignedKinds.flatMap((kind) => items(kind, 8)),
      ...singleKinds.flatMap((kind) => created(kind, 1)),
    ],
  };
  test("of everything at once", async () => {
    await start();
    await expectAgreement(mixed.before, mixed.after);
  });

  const {
    rateLimitHeaders,
    resetFormat,
    rateLimitWindow,
    limitParameter,
    maxPageSize,
    nextpageOnLastPage,
    dateHeader,
  } = DIALECT_KNOBS;
  const knobs = {
    rateLimitHeaders,
    resetFormat,
    rateLimitWindow,
    limitParameter,
    maxPageSize,
    nextpageOnLastPage,
    dateHeader,
  };
  test.each(pairwise(knobs))("of everything at once, by and large, in any dialect: %j", async (dialect) => {
    await start(dialect as Partial<Dialect>);
    const { estimate, requests, ms } = await compare(mixed.before, mixed.after);
    // A list counts as one request, however many pages it has.
    expect(Math.abs(estimate.requests - requests)).toBeLessThanOrEqual(30);
    expect(Math.abs(estimate.ms - ms)).toBeLessThanOrEqual(WINDOW_MS + WINDOW_MS / 100);
  });
});

describe("the estimate", () => {
  const pixel = kindOf("pixel");

  test("does not count objects that are adopted without a change", async () => {
    await start();
    for (const n of range(20)) world.records(pixel).add(pixel.args(n));
    const preview = world.process({ onExisting: "adopt" });
    await new Stack().preview(preview, created(pixel, 21));
    // The account, the list, and the one that is new.
    expect(parse(await estimateOf(preview)).requests).toBe(3);
  });

  test("counts an object that is adopted and updated", async () => {
    await start();
    world.records(pixel).add(pixel.edited(pixel.args(), "name"));
    const preview = world.process({ onExisting: "overwrite" });
    await new Stack().preview(preview, created(pixel, 1));
    expect(parse(await estimateOf(preview)).requests).toBe(3);
  });

  test("counts what the preview has listed in its own refresh, because the update lists it again", async () => {
    await start();
    const stack = new Stack();
    await stack.up(world.process(), created(pixel, 5));
    const preview = world.process();
    await stack.refresh(preview);
    await stack.preview(preview, edited(pixel, 5));
    expect(parse(await estimateOf(preview)).requests).toBe(1 + 1 + 5);
  });
});

describe("there is no estimate", () => {
  const pixel = kindOf("pixel");

  /** The last line of a process that does something with a stack of two pixels. */
  const lineOf = async (run: (process: Process, stack: Stack) => Promise<unknown>) => {
    await start();
    const stack = new Stack();
    await stack.up(world.process(), created(pixel, 2));
    const process = world.process();
    await run(process, stack);
    return estimateOf(process);
  };

  const changeByHand = () => {
    for (const id of world.records(pixel).ids) world.records(pixel).change(id, { name: "By hand" });
  };

  test("after a preview without changes", async () => {
    expect(await lineOf((process, stack) => stack.preview(process, created(pixel, 2)))).toBeUndefined();
  });

  test("after an update", async () => {
    expect(await lineOf((process, stack) => stack.up(process, created(pixel, 3)))).toBeUndefined();
    await world.end();
    expect(await lineOf((process, stack) => stack.up(process, edited(pixel, 2)))).toBeUndefined();
    await world.end();
    expect(await lineOf((process, stack) => stack.up(process, []))).toBeUndefined();
  });

  test("after a refresh that found drift", async () => {
    const refresh = async (process: Process, stack: Stack) => {
      const states = created(pixel, 2).map(({ name }) => stack.state(name));
      changeByHand();
      await stack.refresh(process);
      // The engine compares what it read.
      for (const { id, outs, inputs } of states) await process.of("pixel").diff(id, outs, inputs!);
    };
    expect(await lineOf(refresh)).toBeUndefined();
  });

  test("after a refresh that found drift in a resource that leaves the program", async () => {
    const preview = async (process: Process, stack: Stack) => {
      const { id, inputs } = stack.state("pixel 0");
      changeByHand();
      await stack.refresh(process);
      await process.of("pixel").diff(id, stack.state("pixel 0").outs, inputs!);
      await stack.preview(process, created(pixel, 0));
    };
    expect(await lineOf(preview)).toBeUndefined();
  });

  test("after a preview with an error, or with a collision", async () => {
    const invalid = async (process: Process, stack: Stack) => {
      await stack.preview(process, created(pixel, 3));
      await process.check("pixel", { type: "fbpixl", name: "P", tag: "t" });
    };
    expect(await lineOf(invalid)).toBeUndefined();
    await world.end();
    const colliding = async (process: Process, stack: Stack) => {
      world.records(pixel).add(pixel.args(3));
      await stack.preview(process, created(pixel, 4));
    };
    expect(await lineOf(colliding)).toBeUndefined();
  });

  test("while a call is in progress: the preview was canceled", async () => {
    const preview = async (process: Process, stack: Stack) => {
      await stack.preview(process, created(pixel, 3));
      void process.check("pixel", pixel.args(4));
    };
    expect(await lineOf(preview)).toBeUndefined();
  });

  test("from a process that the engine stopped before its first call", async () => {
    expect(await lineOf(async () => {})).toBeUndefined();
  });
});

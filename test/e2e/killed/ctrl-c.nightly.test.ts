// One Ctrl-C: operations in flight complete and are in the state, and nothing new starts.
import { availableParallelism } from "node:os";
import { beforeEach, expect, test } from "vitest";
import { acme, ids, program, project } from "../lifecycle/support";
import { start } from "./interruption";
import { descendants, isAlive, skipWithoutProc } from "./processes";

/** Concurrent operations of the engine. */
const PARALLEL = 4 * availableParallelism();
const PIXELS = 4 * PARALLEL;
const STACK = program(
  `for (let i = 0; i < ${PIXELS}; i++) new Pixel("p" + i, { type: "forum", name: "P" + i, tag: "t" + i });`,
);
/** The account, the list and as many creates as run concurrently. The next ones wait for the next window. */
const WINDOW = { rateLimit: 2 + PARALLEL, windowMs: 6000 };

const startedIn = (output: string) =>
  new Set([...output.matchAll(/Pixel (p\d+) creating/g)].map(([, name]) => name));

beforeEach(skipWithoutProc);

test("after Ctrl-C no create starts, waiting creates complete and are in the state, and no process stays", async () => {
  const app = await project(STACK, WINDOW);
  const run = start(app, ["up", "--yes", "--skip-preview"]);
  await run.waitForOutput(new RegExp(`(Pixel p\\d+ creating[^]*){${2 * PARALLEL}}`));
  const processes = descendants(run.pid);
  const startedBefore = startedIn(run.output);
  const interruptedAt = performance.now();
  run.signalGroup("SIGINT");
  expect(await run.ended()).not.toBe(0);
  const duration = performance.now() - interruptedAt;
  const stopping =
    /stopping: about \d+ s for the rate limit\. Still running: create of Pixel p\d+ for \d+ s, .* more\. /;
  expect(run.output).toMatch(stopping);
  expect(processes.length).toBeGreaterThanOrEqual(3);
  expect(processes.filter(isAlive)).toEqual([]);

  const created = [...acme(app).pixels.list()];
  expect(created.length).toBe(startedIn(run.output).size);
  expect(created.length).toBeLessThanOrEqual(startedBefore.size + PARALLEL);
  expect(created.length).toBeLessThan(PIXELS);
  expect(Object.values(await ids(app)).sort()).toEqual(created.map(({ id }) => String(id)).sort());
  expect(duration).toBeLessThan(2 * WINDOW.windowMs);

  app.emulator.resetRateLimit();
  await app.pulumi("up", "--yes", "--skip-preview");
  expect(acme(app).pixels.size).toBe(PIXELS);
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

// Ctrl-C once: what is in flight ends and is in the state, and nothing new is started.
import { availableParallelism } from "node:os";
import { beforeEach, expect, test } from "vitest";
import { acme, ids, program, project } from "../lifecycle/support";
import { begin } from "./interruption";
import { descendants, isAlive, skipWithoutProc } from "./processes";

/** The engine has so many operations under way at once. */
const AT_ONCE = 4 * availableParallelism();
const PIXELS = 4 * AT_ONCE;
const STACK = program(
  `for (let i = 0; i < ${PIXELS}; i++) new Pixel("p" + i, { type: "forum", name: "P" + i, tag: "t" + i });`,
);
/** Account, list and as many creates as are under way at once; those after them wait for the next window. */
const WINDOW = { rateLimit: 2 + AT_ONCE, windowMs: 6000 };

const begun = (output: string) =>
  new Set([...output.matchAll(/Pixel (p\d+) creating/g)].map(([, name]) => name));

beforeEach(skipWithoutProc);

test("after Ctrl-C no create is begun, those that wait for the rate limit end and are in the state, and no process stays", async () => {
  const app = await project(STACK, WINDOW);
  const run = begin(app, ["up", "--yes", "--skip-preview"]);
  await run.waitForOutput(new RegExp(`(Pixel p\\d+ creating[^]*){${2 * AT_ONCE}}`));
  const started = descendants(run.pid);
  const atInterrupt = begun(run.output);
  const interruptedAt = performance.now();
  run.signalGroup("SIGINT");
  expect(await run.ended()).not.toBe(0);
  const lasted = performance.now() - interruptedAt;
  expect(started.length).toBeGreaterThanOrEqual(3);
  expect(started.filter(isAlive)).toEqual([]);

  const made = [...acme(app).pixels.list()];
  expect(made.length).toBe(begun(run.output).size);
  expect(made.length).toBeLessThanOrEqual(atInterrupt.size + AT_ONCE);
  expect(made.length).toBeLessThan(PIXELS);
  expect(Object.values(await ids(app)).sort()).toEqual(made.map(({ id }) => String(id)).sort());
  expect(lasted).toBeLessThan(2 * WINDOW.windowMs);

  app.emulator.resetRateLimit();
  await app.pulumi("up", "--yes", "--skip-preview");
  expect(acme(app).pixels.size).toBe(PIXELS);
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

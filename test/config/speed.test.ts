// Loading takes little longer than the bare parse, with and without errors. The wall clock of both, measured in turn: the
// best of each counts, because other processes only ever slow down, and a ratio above the limit gets more rounds.
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { check, reportOf } from "./support/config";

const MAX_RATIO = 2.5;
const MIN_ROUNDS = 5;
const MAX_ROUNDS = 40;

function timeOf(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

test.each([0, 500])("thousands of entries with %i errors", async (errors) => {
  const { largeConfig } = await import("../../bench/support/large-config.mjs");
  const text = largeConfig(1500, errors);
  expect(check(text).problems).toHaveLength(errors);
  let best = { load: Number.POSITIVE_INFINITY, parse: Number.POSITIVE_INFINITY };
  for (
    let round = 0;
    round < MIN_ROUNDS || (round < MAX_ROUNDS && best.load >= MAX_RATIO * best.parse);
    round++
  ) {
    best = {
      load: Math.min(
        best.load,
        timeOf(() => reportOf(text)),
      ),
      parse: Math.min(
        best.parse,
        timeOf(() => parseDocument(text)),
      ),
    };
  }
  expect(best.load / best.parse).toBeLessThan(MAX_RATIO);
});

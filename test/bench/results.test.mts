// How the bench compares values and prints them.
import { describe, expect, test } from "vitest";
import { compare, interleave } from "../../bench/support/compare.mjs";
import { absoluteResult, isExceeded, relativeResult, worst } from "../../bench/support/result.mjs";
import { table } from "../../bench/support/table.mjs";

const pipe = { stdout: { isTTY: false }, env: {} };
const terminal = { stdout: { isTTY: true }, env: { TERM: "xterm" } };

const slow = relativeResult({
  name: "preview",
  value: 3,
  unit: "s",
  baseline: "no-op",
  baselineValue: 2,
  max: 1.15,
});
const small = absoluteResult({ name: "state", value: 1200, unit: "bytes", max: 1200 });
const informational = absoluteResult({ name: "memory", value: 190.46, unit: "MiB" });

describe("a result", () => {
  test("with a baseline fails when the ratio is above the max", () => {
    expect(slow).toMatchObject({ ratio: 1.5, pass: false });
    const equal = { name: "", value: 2, unit: "", baseline: "", baselineValue: 2, max: 1 };
    expect(relativeResult(equal).pass).toBe(true);
  });

  test("is the worst of several when its ratio is the largest, whatever its value", () => {
    const results = [
      [240, 240],
      [190, 180],
      [180, 180],
    ].map(([value = 0, baselineValue = 0]) =>
      relativeResult({ name: "creates", value, unit: "s", baseline: "ideal", baselineValue, max: 1.02 }),
    );
    expect(worst(results)).toMatchObject({ value: 190, baselineValue: 180, pass: false });
  });

  test("without a baseline passes up to and including its max", () => {
    expect(small.pass).toBe(true);
    expect(absoluteResult({ name: "", value: 1201, unit: "", max: 1200 }).pass).toBe(false);
  });

  test("without a max neither passes nor fails", () => {
    expect(informational).toMatchObject({ pass: null, max: null, ratio: null });
    expect([slow, small, informational].map(isExceeded)).toEqual([true, false, false]);
  });
});

describe("the comparison", () => {
  test("runs the contenders in turn", async () => {
    const order: string[] = [];
    const contender = (name: string) => async (round: number) => order.push(`${name}${round}`);
    const results = await interleave({ a: contender("a"), b: contender("b") }, 2);
    expect(order).toEqual(["a0", "b0", "a1", "b1"]);
    expect(results).toEqual({ a: [1, 3], b: [2, 4] });
  });

  test("uses the ratios of pairs, so a machine that slows down changes nothing", () => {
    expect(compare([2, 4, 40], [1, 2, 20])).toEqual({ value: 4, baselineValue: 2, ratio: 2 });
    expect(compare([2, 30], [1, 10])).toMatchObject({ value: 16, ratio: 2.5 });
  });
});

describe("the table", () => {
  const results = [slow, small, informational].map((result) => ({ suite: "scale", ...result }));

  test("shows each value with its baseline and max, and counts the limits met", () => {
    expect(table(results, pipe)).toBe(
      [
        "scale          value  baseline    ratio    max",
        "preview          3 s  no-op: 2 s    1.5   1.15  exceeded",
        "state    1,200 bytes                     1,200  ok",
        "memory       190 MiB",
        "",
        "1 of 2 limits met, 1 exceeded",
        "",
      ].join("\n"),
    );
  });

  test("has colors on a terminal, unless NO_COLOR is set", () => {
    expect(table(results, terminal)).toContain("\u001b[31m");
    expect(table(results, { ...terminal, env: { NO_COLOR: "1" } })).toBe(table(results, pipe));
  });
});

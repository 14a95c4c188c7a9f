// How the bench compares figures, and what it says of them.
import { describe, expect, test } from "vitest";
import { compared, isMissed, limited, worst } from "../../bench/support/row.mjs";
import { beside, inTurn } from "../../bench/support/side-by-side.mjs";
import { table } from "../../bench/support/table.mjs";

const pipe = { stdout: { isTTY: false }, env: {} };
const terminal = { stdout: { isTTY: true }, env: { TERM: "xterm" } };

const slow = compared({ row: "preview", figure: 3, unit: "s", rival: "floor", rivalFigure: 2, bound: 1.15 });
const small = limited({ row: "state", figure: 1200, unit: "bytes", bound: 1200 });
const told = limited({ row: "memory", figure: 190.46, unit: "MiB" });

describe("a figure", () => {
  test("beside a rival is missed when their ratio is above the bound", () => {
    expect(slow).toMatchObject({ ratio: 1.5, pass: false });
    expect(compared({ row: "", figure: 2, unit: "", rival: "", rivalFigure: 2, bound: 1 }).pass).toBe(true);
  });

  test("is the worst of several when its ratio is the largest, whatever it is itself", () => {
    const rows = [
      [240, 240],
      [190, 180],
      [180, 180],
    ].map(([figure = 0, rivalFigure = 0]) =>
      compared({ row: "creates", figure, unit: "s", rival: "bound", rivalFigure, bound: 1.02 }),
    );
    expect(worst(rows)).toMatchObject({ figure: 190, rivalFigure: 180, pass: false });
  });

  test("by itself is reached up to and with its bound", () => {
    expect(small.pass).toBe(true);
    expect(limited({ row: "", figure: 1201, unit: "", bound: 1200 }).pass).toBe(false);
  });

  test("without a bound is neither", () => {
    expect(told).toMatchObject({ pass: null, bound: null, ratio: null });
    expect([slow, small, told].map(isMissed)).toEqual([true, false, false]);
  });
});

describe("side by side", () => {
  test("contenders take turns", async () => {
    const order: string[] = [];
    const note = (name: string) => async (round: number) => order.push(`${name}${round}`);
    const results = await inTurn({ a: note("a"), b: note("b") }, 2);
    expect(order).toEqual(["a0", "b0", "a1", "b1"]);
    expect(results).toEqual({ a: [1, 3], b: [2, 4] });
  });

  test("the ratio is that of pairs, so that a machine that slows down changes nothing", () => {
    expect(beside([2, 4, 40], [1, 2, 20])).toEqual({ figure: 4, rivalFigure: 2, ratio: 2 });
    expect(beside([2, 30], [1, 10])).toMatchObject({ figure: 16, ratio: 2.5 });
  });
});

describe("the table", () => {
  const rows = [slow, small, told].map((row) => ({ group: "scale", ...row }));

  test("has every figure with what stands beside it, and says how many are reached", () => {
    expect(table(rows, pipe)).toBe(
      [
        "scale         figure  beside      ratio  at most",
        "preview          3 s  floor: 2 s    1.5     1.15  missed",
        "state    1,200 bytes                       1,200  ok",
        "memory       190 MiB",
        "",
        "1 of 2 figures reached, 1 missed",
        "",
      ].join("\n"),
    );
  });

  test("is coloured on a terminal, unless colours are not wanted", () => {
    expect(table(rows, terminal)).toContain("\u001b[31m");
    expect(table(rows, { ...terminal, env: { NO_COLOR: "1" } })).toBe(table(rows, pipe));
  });
});

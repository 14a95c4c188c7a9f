import { expect, test } from "vitest";
import { type Pace, type Step, timeOf } from "../../src/provider/apply-time";

const MINUTE = 60_000;
const fresh: Pace = { tripMs: 0, free: 30, renewsIn: MINUTE, limit: 30, windowMs: MINUTE };

const steps = (count: number, step: Step = { requests: 1 }): Step[] => Array<Step>(count).fill(step);
const seconds = (work: readonly Step[], pace: Partial<Pace> = {}, parallel = 8, opening: number[] = []) =>
  timeOf(opening, work, { ...fresh, ...pace }, parallel) / 1000;

test("what is free goes out at once, and of the rest as much as the limit in each window", () => {
  expect(seconds(steps(30))).toBe(0);
  expect(seconds(steps(31))).toBe(60);
  expect(seconds(steps(90))).toBe(120);
  expect(seconds(steps(30), { free: 10, renewsIn: 20_000 })).toBe(20);
  expect(seconds(steps(41), { free: 10, renewsIn: 20_000 })).toBe(80);
  expect(seconds(steps(10, { requests: 3 }))).toBe(0);
  expect(seconds(steps(11, { requests: 3 }))).toBe(60);
});

test("as many steps are under way as the engine takes, and the requests of one step follow one another", () => {
  expect(seconds(steps(9), { tripMs: 1000, limit: 100, free: 100 }, 3)).toBe(3);
  expect(seconds(steps(10), { tripMs: 1000, limit: 100, free: 100 }, 3)).toBe(4);
  expect(seconds(steps(3, { requests: 4 }), { tripMs: 1000 }, 3)).toBe(4);
  expect(seconds(steps(20, { requests: 0 }), { tripMs: 1000 }, 3)).toBe(0);
});

test("steps of one turn go one after the other, those of different turns side by side", () => {
  const [red, blue] = ["red", "blue"].map((turn) => steps(5, { requests: 1, turn }));
  expect(seconds(red!, { tripMs: 1000 })).toBe(5);
  expect(seconds([...red!, ...blue!], { tripMs: 1000 }, 10)).toBe(5);
});

test("a step that waits for its turn is under way", () => {
  const turn = steps(5, { requests: 1, turn: "red" });
  const first = [...turn, ...steps(8)];
  // While one of them waits behind another, nothing else has a place.
  expect(seconds(first, { tripMs: 1000 }, 2)).toBe(9);
  expect(seconds([...steps(8), ...turn], { tripMs: 1000 }, 2)).toBe(9);
  expect(seconds(first, { tripMs: 1000 }, 3)).toBe(7);
});

test("what is slower than the limit never waits for it", () => {
  expect(seconds(steps(60, { requests: 1, turn: "red" }), { tripMs: 3000 })).toBe(180);
});

test("a window is known by the answer to its first request, which the others wait for", () => {
  expect(seconds(steps(31), { tripMs: 2000, free: 0, renewsIn: 10_000 }, 100)).toBe(10 + 2 + 60 + 2);
  expect(seconds(steps(2), { tripMs: 2000, free: 0, renewsIn: 10_000 }, 100)).toBe(10 + 2 + 2);
});

test("first come, first served", () => {
  const work = [...steps(2), ...steps(5, { requests: 1, turn: "red" })];
  expect(seconds(work, { tripMs: 2000, free: 0, renewsIn: 10_000 }, 100)).toBe(10 + 2 + 5 * 2);
});

test("a window that begins while requests are under way is known by their answers", () => {
  // Four at once every ten seconds are fewer than the limit.
  expect(seconds(steps(400), { tripMs: 10_000 }, 4)).toBe(1000);
});

test("the first step begins when the opening is answered, whose requests count", () => {
  expect(seconds(steps(1), { tripMs: 2000 }, 8, [1000, 500])).toBe(1.5 + 2);
  expect(seconds(steps(29), {}, 8, [0, 0])).toBe(60);
});

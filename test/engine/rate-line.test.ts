import { expect, onTestFinished, test } from "vitest";
import type { GateStatus } from "../../src/api/session";
import { describeStatus, RateLine } from "../../src/provider/provider-process";
import { VirtualClock } from "../support/virtual-clock";

const MINUTE = 60_000;
const window = { ahead: undefined, limit: 30, windowMs: MINUTE };
const nothing: GateStatus = { ...window, queued: 0, free: 30, resetAt: undefined, eta: 0 };

/** A line that may come every `intervalMs`, and the minute after which what waits is sent. */
function lineOf(intervalMs: number) {
  const clock = new VirtualClock();
  const lines: string[] = [];
  let waiting: { queued: number; until: number } | undefined;
  const status = async (): Promise<GateStatus> =>
    waiting === undefined || clock.now() >= waiting.until
      ? nothing
      : {
          ...window,
          queued: waiting.queued,
          free: 0,
          resetAt: waiting.until,
          eta: waiting.until - clock.now(),
        };
  const line = new RateLine({
    clock,
    status,
    show: (text) => lines.push(text),
    interval: async () => intervalMs,
  });
  onTestFinished(() => line.end());
  return {
    clock,
    lines,
    line,
    wait(queued: number, ms: number) {
      waiting = { queued, until: clock.now() + ms };
      line.wake();
    },
  };
}

test("the line tells what waits, until when, and how long it takes until the last one goes out", () => {
  expect(describeStatus({ ...window, queued: 87, free: 0, resetAt: 41_000, eta: 161_000 }, 0)).toBe(
    "rate limit: 87 requests wait, next window in 41 s, the last one goes out in about 3 min",
  );
  expect(describeStatus({ ...window, queued: 1, free: 0, resetAt: 500, eta: 500 }, 0)).toBe(
    "rate limit: 1 request waits, next window in 1 s",
  );
  expect(describeStatus({ ...window, queued: 8, ahead: 79, free: 0, resetAt: 41_000, eta: 161_000 }, 0)).toBe(
    "rate limit: about 87 requests left, next window in 41 s, the last one goes out in about 3 min",
  );
  expect(describeStatus({ ...window, queued: 1, ahead: 0, free: 0, resetAt: 500, eta: 500 }, 0)).toBe(
    "rate limit: 1 request left, next window in 1 s",
  );
});

test("there is no line while nothing waits, or while an answer is to tell for how long", () => {
  expect(describeStatus(nothing, 0)).toBeUndefined();
  expect(describeStatus({ ...nothing, queued: 3, free: undefined, eta: undefined }, 0)).toBeUndefined();
});

test("where lines follow one upon the other they count down by themselves, and end with the wait", async () => {
  const { clock, lines, wait } = lineOf(1000);
  wait(8, 4500);
  await clock.advance(MINUTE);
  expect(lines).toEqual([
    "rate limit: 8 requests wait, next window in 4 s",
    "rate limit: 8 requests wait, next window in 3 s",
    "rate limit: 8 requests wait, next window in 2 s",
    "rate limit: 8 requests wait, next window in 1 s",
  ]);
  expect(clock.pending).toBe(0);
});

test("where lines stay there is at most one a minute, also over several waits", async () => {
  const { clock, lines, wait } = lineOf(MINUTE);
  wait(8, 50_000);
  await clock.advance(51_000);
  wait(5, MINUTE);
  await clock.advance(9_000);
  expect(lines).toEqual(["rate limit: 5 requests wait, next window in 51 s"]);
  await clock.advance(52_000);
  wait(3, 2 * MINUTE);
  await clock.advance(8_000);
  expect(lines.slice(1)).toEqual(["rate limit: 3 requests wait, next window in 112 s"]);
  await clock.advance(10 * MINUTE);
  expect(lines).toHaveLength(3);
});

test("where lines stay there is none in the first minute: the phase before may have ended with one", async () => {
  const { clock, lines, wait } = lineOf(MINUTE);
  wait(8, MINUTE - 1);
  await clock.advance(2 * MINUTE);
  expect(lines).toEqual([]);
  wait(8, 1500);
  await clock.advance(2 * MINUTE);
  expect(lines).toEqual(["rate limit: 8 requests wait, next window in 1 s"]);
});

test("a wait of less than a second is not worth a line", async () => {
  const { clock, lines, wait } = lineOf(1000);
  wait(8, 900);
  await clock.advance(MINUTE);
  expect(lines).toEqual([]);
});

test("a later wait has a line again", async () => {
  const { clock, lines, wait } = lineOf(1000);
  wait(8, 1500);
  await clock.advance(MINUTE);
  wait(2, 1500);
  await clock.advance(MINUTE);
  expect(lines).toEqual([
    "rate limit: 8 requests wait, next window in 1 s",
    "rate limit: 2 requests wait, next window in 1 s",
  ]);
});

test("nothing is said, and no timer is left, after the end", async () => {
  const { clock, lines, line, wait } = lineOf(1000);
  wait(8, MINUTE);
  await clock.advance(2000);
  line.end();
  await clock.advance(MINUTE);
  expect(lines).toHaveLength(2);
  expect(clock.pending).toBe(0);
});

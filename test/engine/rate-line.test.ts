import { expect, test } from "vitest";
import { describeStatus, rateLine } from "../../src/engine/rate-line";

const quota = { limit: 30, windowMs: 60_000 };

test("the line tells what waits, until when, and how long all of it takes", () => {
  expect(describeStatus({ ...quota, queued: 87, free: 0, resetAt: 41_000, eta: 161_000 }, 0)).toBe(
    "rate limit: 87 requests wait, next window in 41 s, about 3 min in all",
  );
  expect(describeStatus({ ...quota, queued: 1, free: 0, resetAt: 500, eta: 500 }, 0)).toBe(
    "rate limit: 1 request waits, next window in 1 s",
  );
});

test("a line is shown at most once a second, and none while nothing waits", () => {
  const lines: string[] = [];
  let now = 0;
  const notify = rateLine(
    (line) => lines.push(line),
    () => now,
  );
  notify({ ...quota, queued: 0, free: 30, resetAt: 1, eta: 0 });
  expect(lines).toEqual([]);
  for (const time of [0, 100, 999, 1000, 1500]) {
    now = time;
    notify({ ...quota, queued: 2, free: 0, resetAt: 60_000, eta: 60_000 });
  }
  expect(lines).toHaveLength(2);
});

import { expect, test } from "vitest";
import { progressLine } from "../../../src/commands/export/progress";

const status = (queued: number, free?: number, resetAt?: number) => ({ queued, free, resetAt, limit: 30 });

test.each([
  [status(0), "5 objects read, 2 requests sent"],
  [status(3, 30), "5 objects read, 2 requests sent; at least 3 left"],
  [status(3, 0, 43_000), "5 objects read, 2 requests sent; at least 3 left, about 42 s"],
  [status(31, 0, 43_000), "5 objects read, 2 requests sent; at least 31 left, about 102 s"],
  [status(1), "5 objects read, 2 requests sent; at least 1 left, about 60 s"],
])("%j", (limiter, line) => {
  expect(progressLine(5, 2, limiter, 1000)).toBe(line);
});

// What a user reads after Ctrl-C.
import { expect, test } from "vitest";
import { RunningOperations } from "../../src/provider/running";

const NOW = 100_000;
const limit = { limit: 30, free: 0, resetAt: NOW + 42_000 };
const started = (names: readonly string[], since = NOW - 3000) => {
  const running = new RunningOperations();
  return { running, ends: names.map((name) => running.start({ name }, since)) };
};

test("says what is still running and for how long, and how long the rate limit takes", () => {
  const { running } = started(["create of pixels.a", "update of pixels.b"]);
  expect(running.describe(NOW, { ...limit, queued: 2 })).toBe(
    "stopping: about 42 s for the rate limit. Still running: create of pixels.a for 3 s, update of pixels.b for 3 s. " +
      "Nothing else starts",
  );
  expect(running.describe(NOW, { ...limit, queued: 31 })).toMatch(/^stopping: about 102 s/);
});

test("names two operations, and counts the others", () => {
  const { running } = started(["a", "b", "c", "d"]);
  expect(running.describe(NOW)).toBe(
    "stopping: waits for the service. Still running: a for 3 s, b for 3 s, 2 more. Nothing else starts",
  );
});

test("estimates no time without a wait for the rate limit", () => {
  const { running } = started(["a"]);
  for (const status of [
    { ...limit, queued: 0 },
    { ...limit, queued: 1, resetAt: undefined },
  ]) {
    expect(running.describe(NOW, status)).toMatch(/^stopping: waits for the service\./);
  }
});

test("says nothing if nothing runs: the engine cancels at the end of each command, too", () => {
  const { running, ends } = started(["a", "b"]);
  for (const end of ends) end();
  expect(running.describe(NOW)).toBeUndefined();
});

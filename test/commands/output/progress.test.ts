import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Progress } from "../../../src/commands/output/progress";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ERASE = "\r\u001b[K";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 80, write: (text: string) => written.push(text), written };
}

const status = { queued: 0, free: 1, resetAt: undefined as number | undefined, limit: 30 };

test("shows what it waits for, and removes it", () => {
  const stderr = terminal(true);
  const session = { sent: 1, status: () => status, now: () => 1000 };
  const progress = new Progress(stderr);
  progress.show("reading the channels");
  vi.advanceTimersByTime(250);
  progress.watch(session);
  vi.advanceTimersByTime(250);
  Object.assign(session, { sent: 30, status: () => ({ ...status, queued: 2, resetAt: 42_500 }) });
  vi.advanceTimersByTime(250);
  progress.stop();
  vi.advanceTimersByTime(1000);
  expect(stderr.written).toEqual([
    `${ERASE}reading the channels`,
    `${ERASE}reading the channels, 1 request sent`,
    `${ERASE}reading the channels, 30 requests sent, at least 2 left, about 42 s`,
    ERASE,
  ]);
});

const limiter = (queued: number, free?: number, resetAt?: number) => ({ queued, free, resetAt, limit: 30 });

test.each([
  [limiter(0), "reading, 2 requests sent"],
  [limiter(3, 30), "reading, 2 requests sent, at least 3 left"],
  [limiter(3, 0, 43_000), "reading, 2 requests sent, at least 3 left, about 42 s"],
  [limiter(31, 0, 43_000), "reading, 2 requests sent, at least 31 left, about 102 s"],
  [limiter(1), "reading, 2 requests sent, at least 1 left, about 60 s"],
])("%j", (status, text) => {
  const progress = new Progress(terminal(false));
  progress.show("reading");
  progress.watch({ sent: 2, status: () => status, now: () => 1000 });
  expect(progress.text).toBe(text);
});

test("shows a slow response until the next request", () => {
  const session = { sent: 1, status: () => status, now: () => 1000 };
  const progress = new Progress(terminal(true));
  progress.show("reading");
  progress.watch(session);
  progress.notice("no response for 10 s");
  expect(progress.text).toBe("reading, 1 request sent, no response for 10 s");
  session.sent = 2;
  expect(progress.text).toBe("reading, 2 requests sent");
  progress.stop();
});

test("writes nothing about a quick command, and nothing in a pipe", () => {
  const [stderr, pipe] = [terminal(true), terminal(false)];
  const [quick, piped] = [new Progress(stderr), new Progress(pipe)];
  quick.show("reading");
  piped.show("reading");
  vi.advanceTimersByTime(200);
  quick.stop();
  vi.advanceTimersByTime(2000);
  piped.stop();
  expect(stderr.written).toEqual([ERASE]);
  expect(pipe.written).toEqual([]);
});

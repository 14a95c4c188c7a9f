// What a resource's trace keeps, and that everything is as before afterwards.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { shortenStackTraces } from "../../src/pulumi/stack-traces";

const { prepareStackTrace, stackTraceLimit } = Error;
const files = (_error: Error, frames: NodeJS.CallSite[]) => frames.map((frame) => frame.getFileName());

/** The files of a trace of any length, as the SDK takes one. */
function trace(): (string | null)[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  const { stack } = new Error("trace");
  Error.stackTraceLimit = limit;
  return stack as unknown as (string | null)[];
}

/** Runs in this file, called by node's timers. */
const calledByNode = <T>(call: () => T): Promise<T> =>
  new Promise((resolve) => setImmediate(() => resolve(call())));

describe("a stack trace of the SDK", () => {
  beforeEach(() => {
    Error.prepareStackTrace = files;
  });
  afterEach(() => {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  });

  test("ends where the program was called by node", async () => {
    const whole = await calledByNode(trace);
    expect(whole.at(-1)).toMatch(/^node:/);
    const shortened = await calledByNode(() => {
      const restore = shortenStackTraces();
      const result = trace();
      restore();
      return result;
    });
    expect(shortened.length).toBeGreaterThan(0);
    expect(new Set(shortened)).toEqual(new Set([__filename]));
  });

  test("is empty where it has the usual length", () => {
    const restore = shortenStackTraces();
    const { stack } = new Error("unseen");
    restore();
    expect(stack).toEqual([]);
  });

  test("is whole again afterwards", () => {
    shortenStackTraces()();
    expect(Error.prepareStackTrace).toBe(files);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });
});

// Which frames the trace of a resource keeps, and that the settings are restored.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { shortenStackTraces } from "../../../src/pulumi/patches/stack-traces";

const { prepareStackTrace, stackTraceLimit } = Error;
const files = (_error: Error, frames: NodeJS.CallSite[]) => frames.map((frame) => frame.getFileName());

/** The files of a trace without a length limit, as the SDK captures it. */
function trace(): (string | null)[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  const { stack } = new Error("trace");
  Error.stackTraceLimit = limit;
  return stack as unknown as (string | null)[];
}

/** Runs a function of this file that Node's timers call. */
const calledByNode = <T>(call: () => T): Promise<T> =>
  new Promise((resolve) => setImmediate(() => resolve(call())));

describe("a stack trace that the SDK captures", () => {
  beforeEach(() => {
    Error.prepareStackTrace = files;
  });
  afterEach(() => {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  });

  test("ends at the frame that Node called", async () => {
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

  test("is empty with the usual length limit", () => {
    const restore = shortenStackTraces();
    const { stack } = new Error("unseen");
    restore();
    expect(stack).toEqual([]);
  });

  test("is complete again afterwards", () => {
    shortenStackTraces()();
    expect(Error.prepareStackTrace).toBe(files);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });
});

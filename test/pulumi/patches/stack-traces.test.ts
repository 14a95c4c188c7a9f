// The traces that the SDK takes in a registration.
import { expect, onTestFinished, test } from "vitest";
import { shortenStackTraces } from "../../../src/pulumi/patches/stack-traces";

test.each([
  ["as Node writes traces", undefined],
  ["with source maps", (_: Error, frames: NodeJS.CallSite[]) => frames.map((frame) => frame.getFileName())],
])("are empty, and those with frames are without the callers of the program: %s", async (_, prepare) => {
  const before = [Error.stackTraceLimit, Error.prepareStackTrace] as const;
  onTestFinished(() => {
    [Error.stackTraceLimit, Error.prepareStackTrace] = before;
  });
  (Error as { prepareStackTrace: unknown }).prepareStackTrace = prepare;
  const restore = shortenStackTraces();
  const { stack: none } = new Error("of a promise");
  Error.stackTraceLimit = 50;
  // Node calls it.
  const stack = await new Promise<unknown>((resolve) => {
    setImmediate(() => resolve(new Error("of the resource").stack));
  });
  restore();
  expect(none).toEqual(prepare ? [] : "Error: of a promise");
  if (prepare) expect(stack).toEqual([__filename]);
  expect(Error.prepareStackTrace).toBe(prepare);
});

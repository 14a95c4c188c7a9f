// Rules of design.md 1 to 6 that the code does not keep yet: each of these tests fails today. If you make one pass,
// turn `test.fails` into `test`, in the file of its rule.
import { expect, test } from "vitest";
import { messageOf } from "../support/message-of";
import { startWorld } from "../support/world";

// All errors at once (6): a file with a syntax error reports only its syntax errors.
test.fails("a syntax error hides the other errors of its file", async () => {
  const world = await startWorld();
  const config = 'pixels:\n  a: { type: fbpixel, nmae: A, tag: "1" }\n  b: { name: "B, tag: "2" }\n';
  const failure = await messageOf(world.stack().preview(config));
  expect(failure).toContain("link-management.yaml:3:");
  expect(failure).not.toContain("link-management.yaml:2:");
});

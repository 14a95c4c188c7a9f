// What the provider reports once, although several objects have it.
import { expect, test } from "vitest";
import { ErrorResponse } from "../../src/api/errors";
import { ENTRY_DOOR } from "../../src/provider/door";
import { ErrorReporter } from "../../src/provider/reported-error";

const rejected = (message: string) => new ErrorResponse(message, 400, "", false);

test("what the service rejects for all codes is one error, with its hint", () => {
  const reporter = new ErrorReporter(ENTRY_DOOR, { hasProgram: true });
  const shown = (name: string, message: string) =>
    reporter.messageOf(rejected(message), { name, ifRejected: "Write an object" }, false);
  expect(shown("create of a", "POST /api/qr/add: wrong data")).toBe(
    "create of a: POST /api/qr/add: wrong data. Write an object",
  );
  expect(shown("create of b", "POST /api/qr/add: wrong data")).toMatch(
    /^create of b failed: see .*create of a/,
  );
  expect(shown("create of c", "POST /api/qr/add: wrong type")).toContain("Write an object");
});

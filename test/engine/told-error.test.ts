import { expect, test } from "vitest";
import { ApiError, ErrorResponse, RejectedKeyError } from "../../src/api/errors";
import { ErrorReporter, ReportedError, silenceReportedErrors } from "../../src/kind/reported-error";

function consoleOfSdk() {
  const lines: string[] = [];
  const console = { error: (...words: unknown[]) => void lines.push(words.join(" ")) };
  silenceReportedErrors(console);
  return { lines, write: (error: Error) => console.error(`${error}: ${error.stack}`) };
}

test("what the engine tells the user is not told a second time by the SDK's console", () => {
  const { lines, write } = consoleOfSdk();
  write(new ReportedError("the account holds 2 objects equal to it"));
  expect(lines).toEqual([]);
});

test("every other error still reaches the console", () => {
  const { lines, write } = consoleOfSdk();
  write(new TypeError("boom"));
  expect(lines).toEqual([expect.stringMatching(/^TypeError: boom: TypeError: boom\n\s+at /)]);
});

test("a told error has its message and no stack", () => {
  const { message, stack } = new ReportedError("what happened");
  expect({ message, stack }).toEqual({ message: "what happened", stack: "" });
});

test("an error of the session is told in full once, one of an object every time", () => {
  const teller = new ErrorReporter();
  const refused = new RejectedKeyError("the service refused the API key");
  const told = [refused, refused].map((error) => teller.toTold(error, { what: "check of Pixel" }).message);
  expect(told).toEqual(["the service refused the API key", "stopped: see the error about the account above"]);
  const own = () => new ErrorResponse("POST /api/pixel/add: the service refused: no");
  const deed = { what: "create of Pixel", ifRefused: "do this" };
  expect([own(), own()].map((error) => teller.toTold(error, deed).message)).toEqual([
    "create of Pixel: POST /api/pixel/add: the service refused: no; do this",
    "create of Pixel: POST /api/pixel/add: the service refused: no; do this",
  ]);
});

test("the very same error, met at another object, is only referred to", () => {
  const teller = new ErrorReporter();
  const shared = new ApiError("GET /api/pixels: no");
  expect(teller.toTold(shared, { what: "read of Pixel 1" }).message).toBe(
    "read of Pixel 1: GET /api/pixels: no",
  );
  expect(teller.toTold(shared, { what: "read of Pixel 2" }).message).toBe(
    "read of Pixel 2: stopped by an error told above",
  );
  expect(teller.toTold(new ApiError("GET /api/pixels: no"), { what: "read of Pixel 3" }).message).toBe(
    "read of Pixel 3: GET /api/pixels: no",
  );
});

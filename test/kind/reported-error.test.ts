import { expect, test } from "vitest";
import { ApiError, ErrorResponse, RejectedKeyError } from "../../src/api/errors";
import {
  ErrorReporter,
  PartialError,
  ReportedError,
  silenceReportedErrors,
} from "../../src/kind/reported-error";

function consoleOfSdk() {
  const lines: string[] = [];
  const console = { error: (...words: unknown[]) => void lines.push(words.join(" ")) };
  silenceReportedErrors(console);
  return { lines, write: (error: Error) => console.error(`${error}: ${error.stack}`) };
}

test("keeps an error that the engine reports out of the SDK's console", () => {
  const { lines, write } = consoleOfSdk();
  write(new ReportedError("2 existing objects match"));
  write(new PartialError("the result is unknown", "undecided", {}));
  expect(lines).toEqual([]);
});

test("lets every other error reach the console", () => {
  const { lines, write } = consoleOfSdk();
  write(new TypeError("boom"));
  expect(lines).toEqual([expect.stringMatching(/^TypeError: boom: TypeError: boom\n\s+at /)]);
});

test("has a message and no stack", () => {
  const { message, stack } = new ReportedError("what happened");
  expect({ message, stack }).toEqual({ message: "what happened", stack: "" });
});

test("passes the id and the properties to the engine if a create is pending", () => {
  const { message, id, properties, reasons } = new PartialError("unclear", "undecided", { type: "text" });
  expect({ message, id, properties, reasons }).toEqual({
    message: "unclear",
    id: "undecided",
    properties: { type: "text" },
    reasons: ["unclear"],
  });
});

test("reports an error of the session in full once, and an error of an object every time", () => {
  const reporter = new ErrorReporter(String);
  const rejected = new RejectedKeyError("the service rejected the API key");
  const ofSession = [rejected, rejected].map((error) =>
    reporter.toReported(error, { name: "check of pixels.ads" }),
  );
  expect(ofSession.map(({ message }) => message)).toEqual([
    "the service rejected the API key",
    "stopped: see the earlier error (check of pixels.ads)",
  ]);
  const details = { status: 400, reason: "no", isAfterAmbiguous: false, isAmbiguous: false, session: false };
  const own = () => new ErrorResponse("POST /api/pixel/add: the service rejected it: no", details);
  const operation = { name: "create of Pixel", ifRejected: "Do this" };
  expect([own(), own()].map((error) => reporter.toReported(error, operation).message)).toEqual([
    "create of Pixel: POST /api/pixel/add: the service rejected it: no. Do this",
    "create of Pixel: POST /api/pixel/add: the service rejected it: no. Do this",
  ]);
});

test("refers to the earlier report if the same error stops another object", () => {
  const reporter = new ErrorReporter(String);
  const message = (error: Error, name: string) => reporter.toReported(error, { name }).message;
  const shared = new ApiError("GET /api/pixels: no");
  expect(message(shared, "read of Pixel 1")).toBe("read of Pixel 1: GET /api/pixels: no");
  expect(message(shared, "read of Pixel 2")).toBe(
    "read of Pixel 2 failed: see the earlier error (read of Pixel 1)",
  );
  const equal = new ApiError("GET /api/pixels: no");
  expect(message(equal, "read of Pixel 3")).toBe("read of Pixel 3: GET /api/pixels: no");
});

test("names the operation of an unexpected error, and keeps a reported error as it is", () => {
  const reporter = new ErrorReporter(String);
  expect(reporter.toReported(new TypeError("boom"), { name: "read of Pixel 1" }).message).toBe(
    "read of Pixel 1: boom",
  );
  expect(reporter.toReported("text", { name: "read of Pixel 1" }).message).toBe("read of Pixel 1: text");
  const reported = new ReportedError("what happened");
  expect(reporter.toReported(reported, { name: "read of Pixel 1" })).toBe(reported);
});

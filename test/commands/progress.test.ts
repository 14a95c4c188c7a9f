// What a command says while it waits.
import { expect, test } from "vitest";
import { Progress } from "../../src/commands/account/progress";

function start(isTTY: boolean) {
  const written: string[] = [];
  const progress = new Progress({ isTTY, columns: 30, write: (text) => written.push(text) });
  progress.show("reading channels");
  progress.wait("wait 42 s: rate limit, 26 queued");
  progress.show("reading qrCodes");
  progress.show("");
  return written;
}

test("a pipe gets one line per wait", () => {
  expect(start(false)).toEqual(["wait 42 s: rate limit, 26 queued\n"]);
});

test("a terminal has one line, which is never wider than the terminal and disappears", () => {
  const written = start(true);
  expect(written.map((text) => text.replace("\r\u001b[K", ""))).toEqual([
    "reading channels",
    "reading channels, wait 42 s:…",
    "reading qrCodes",
    "",
  ]);
  expect(written.join("")).not.toContain("\n");
});

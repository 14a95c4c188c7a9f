import { describe, expect, it } from "vitest";
import { load } from "./sandbox";

describe("progress", () => {
  async function reporter(isTTY: boolean, variables: NodeJS.ProcessEnv = {}) {
    const { createReporter } = await load("progress.mjs");
    const written: string[] = [];
    const clock = { seconds: 0, tick: () => {} };
    const stream = { isTTY, columns: 40, write: (text: string) => written.push(text) };
    const { report, stop } = createReporter(stream, variables, {
      now: () => clock.seconds * 1000,
      every: (tick: () => void) => {
        clock.tick = tick;
        return {};
      },
    });
    return { report, stop, written, clock };
  }

  it("is a plain line at most every 20 s in a pipe", async () => {
    const { report, written, clock } = await reporter(false);
    for (; clock.seconds < 65; clock.seconds++) {
      report({ kind: "step", step: "building", detail: `${clock.seconds} packages` });
      clock.tick();
    }
    expect(written).toEqual([
      "building (0:00, 0 packages)\n",
      "building (0:20, 20 packages)\n",
      "building (0:40, 40 packages)\n",
      "building (1:00, 60 packages)\n",
    ]);
  });

  it("is one updated line on a terminal that never wraps and is cleared at the end", async () => {
    const { report, stop, written, clock } = await reporter(true, { NO_COLOR: "1" });
    report({ kind: "step", step: "building", detail: "x".repeat(100) });
    clock.seconds = 61;
    clock.tick();
    stop();
    expect(written).toEqual([
      `\r\u001b[Kbuilding 0:00, ${"x".repeat(24)}`,
      `\r\u001b[Kbuilding 1:01, ${"x".repeat(24)}`,
      "\r\u001b[K",
    ]);
  });

  it("has color only on a terminal that supports it, and not with NO_COLOR", async () => {
    for (const [variables, hasColor] of [
      [{}, true],
      [{ NO_COLOR: "1" }, false],
      [{ TERM: "dumb" }, false],
    ] as const) {
      const { report, written } = await reporter(true, variables);
      report({ kind: "step", step: "building" });
      expect(written.join("").includes("\u001b[2m")).toBe(hasColor);
    }
  });
});

// The message about the rate limit: one short line per window in which requests wait, none otherwise.
import { describe, expect, test } from "vitest";
import { diagnostics, program, project } from "./support";

const WINDOW = { rateLimit: 5, windowMs: 4000, dialect: { resetFormat: "epochMs" } } as const;

const pixels = (count: number) =>
  program(
    `for (let i = 0; i < ${count}; i++) new Pixel("p" + i, { type: "forum", name: "P" + i, tag: "t" + i });`,
  );

const messages = (output: string): string[] =>
  diagnostics(output).match(/rate limit: \d+ s, \d+ left/g) ?? [];

describe("the rate-limit status", () => {
  test("has one message for each window that an apply waits for", async () => {
    const app = await project(pixels(12), WINDOW);
    const output = await app.pulumi("up", "--yes", "--skip-preview");
    // Account, list and 12 creates need 3 windows.
    expect(app.emulator.log).toHaveLength(14);
    expect(messages(output)).toHaveLength(2);
  });

  test("is silent if nothing waits", async () => {
    const app = await project(pixels(3), WINDOW);
    expect(messages(await app.pulumi("up", "--yes", "--skip-preview"))).toEqual([]);
  });
});

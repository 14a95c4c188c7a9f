// The service's rate limit: used up, never exceeded.
import { describe, expect, test } from "vitest";
import { acme, program, project } from "./support";

const PIXELS = 40;

describe("the rate limit", () => {
  test("of 30 requests per window is never exceeded by an up of 40 objects, which needs no more than its requests", async () => {
    const app = await project(
      program(
        `for (let i = 0; i < ${PIXELS}; i++) new Pixel("p" + i, { type: "forum", name: "P" + i, tag: "t" + i });`,
      ),
      { rateLimit: 30, windowMs: 3000 },
    );
    await app.pulumi("up", "--yes");
    const { log } = app.emulator;
    expect(acme(app).pixels.size).toBe(PIXELS);
    expect(log.filter(({ rateLimited }) => rateLimited)).toEqual([]);
    // Account and list in the preview; account, list and the creates in the update.
    expect(log).toHaveLength(2 + 2 + PIXELS);
  });
});

// After the engine's end its processes send nothing any more, although creates wait for the next rate window.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { acme, program, project } from "../lifecycle/support";
import { atChange, begin, type Killing, kill } from "./interruption";

/** The account, the list and four creates; the others wait for the next window. */
const WINDOW = { rateLimit: 6, windowMs: 2000 };
const PIXELS = 12;
const STACK = program(
  `for (let i = 0; i < ${PIXELS}; i++) new Pixel("p" + i, { type: "forum", name: "P" + i, tag: "t" + i });`,
);

test.skipIf(!existsSync("/proc/self/stat"))(
  "nothing is sent a second after the engine was killed, and an up begun at once doubles nothing",
  async () => {
    const app = await project(STACK, WINDOW);
    let killing: Killing | undefined;
    atChange(app, 4, "slowBody", () => {
      killing = kill(run, ["engine"]);
    });
    const run = begin(app, ["up", "--yes", "--skip-preview"]);
    await run.ended();
    await killing?.ended();
    expect(Date.now() - killing!.at).toBeLessThan(1000);
    const sentBefore = app.emulator.log.length;
    expect(app.emulator.log.filter(({ method }) => method === "POST").length).toBeLessThan(PIXELS);

    // No lock is left to hold the next run back.
    await app.pulumi("cancel", "--yes");
    await app.pulumi("up", "--yes", "--skip-preview");
    expect(app.emulator.log.length).toBeGreaterThan(sentBefore);
    const tags = [...acme(app).pixels.list()].map(({ tag }) => tag);
    expect(tags.sort()).toEqual(Array.from({ length: PIXELS }, (_, i) => `t${i}`).sort());
    await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
  },
);

test("an up that is started while another one runs is held back by the stack's lock and sends nothing", async () => {
  const app = await project(STACK, { rateLimit: 100 });
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  atChange(app, 1, "hangBeforeHandling", begun);
  const first = begin(app, ["up", "--yes", "--skip-preview"]);
  await isBegun;
  const { code, output } = await app.try("up", "--yes", "--skip-preview");
  expect(code).not.toBe(0);
  expect(output).toContain("the stack is currently locked by 1 lock(s)");
  expect(app.emulator.log.filter(({ path }) => path === "/api/account")).toHaveLength(1);
  const killing = kill(first, ["engine"]);
  await first.ended();
  await killing.ended();
});

// Deletions are guarded where the file is the whole program.
import { afterEach, expect, test, vi } from "vitest";
import { loadStack, Pixel } from "../../src/index";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import { applied } from "../support/what-exists";

afterEach(() => void vi.unstubAllEnvs());

test("more than 30 % of 10 stop preview and update before anything changes, and the way on is named", async () => {
  const { world, stack } = await applied(pixels(10));
  for (const preview of [true, false]) {
    const failure = await messageOf(stack.up(pixels(6), { preview }));
    expect(failure).toContain("4 of 10");
    for (const n of [6, 7, 8, 9]) expect(failure).toContain(`pixels.p${n}`);
    expect(failure).toMatch(/maxDeletions: 4 into.*LINK_MANAGEMENT_MAX_DELETIONS=4 pulumi up/);
  }
  expect(world.changes).toEqual([]);
  vi.stubEnv("LINK_MANAGEMENT_MAX_DELETIONS", "4");
  // The variable wins.
  await stack.up(`maxDeletions: 1\n${pixels(6)}`);
  expect(world.account.pixels.list()).toHaveLength(6);
});

test("loadStack in a program guards deletions only with wholeStack: true", async () => {
  const { world, stack } = await applied(pixels(1));
  const { folder } = stack;
  const load = (options: object) => async () => void (await loadStack({ folder, ...options }));
  await stack.up(async () => {
    for (let n = 0; n < 12; n++) new Pixel(`own${n}`, { type: "fbpixel", name: `O${n}`, tag: `own${n}` });
    await load({})();
  });
  await expect(stack.up(load({ wholeStack: true }))).rejects.toThrow("12 of 13");
  await stack.up(load({}));
  expect(world.account.pixels.list()).toHaveLength(1);
});

// `npm run demo`, interrupted.
import { expect, test } from "vitest";
import type { Child } from "./support/child";
import { demo, expectCleanUp, rootFiles } from "./support/demo";

/** Starts the demo, interrupts it in the middle, and checks that it cleans up. */
async function expectInterruptible(interrupt: (child: Child) => void): Promise<void> {
  const before = await rootFiles();
  const child = demo();
  await child.waitForOutput(/\$ pulumi preview --refresh/);
  interrupt(child);
  expect(await child.ended(), child.output).toBe(130);
  expect(child.output).toContain("demo: interrupted; cleaned up");
  expect(child.output).not.toMatch(/Summary|^\s+at /m);
  await expectCleanUp(before);
}

test("cleans up and exits with 130 after SIGTERM to the demo process", async () => {
  await expectInterruptible((child) => child.signal("SIGTERM"));
});

test("starts again and cleans up after Ctrl-C in a terminal", async () => {
  await expectInterruptible((child) => child.signalGroup("SIGINT"));
});

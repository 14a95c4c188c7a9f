// `npm run demo` without its build, in the repository itself.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import { Child, groupIsAlive } from "./support/child";
import { packageRoot, run } from "./support/project";

/** In the environment of all processes that a test starts. */
const MARKER = `demo-${process.pid}-${Date.now()}`;
const children: Child[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (groupIsAlive(child.pid)) child.signalGroup("SIGKILL");
    await child.ended();
  }
});

function demo(env: NodeJS.ProcessEnv = {}): Child {
  const child = new Child([process.execPath, "tools/demo.mjs"], {
    cwd: packageRoot,
    env: { ...process.env, TEST_MARKER: MARKER, ...env },
  });
  children.push(child);
  return child;
}

/** The files in the repository's root and their git status. */
async function rootFiles(): Promise<unknown> {
  const status = await run(
    ["git", "status", "--porcelain", "--ignored", "--", ":(top,glob)*"],
    packageRoot,
    process.env,
  );
  const demoFiles = status.output.split("\n").filter((line) => /pulumi|demo/i.test(line));
  return { names: (await readdir(packageRoot)).sort(), demoFiles };
}

/** The command lines of processes with the marker, in any process group. */
async function remainingProcesses(): Promise<string[]> {
  if (!existsSync("/proc/self/environ")) return [];
  const remaining: string[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (environment.includes(MARKER))
      remaining.push(await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => pid));
  }
  return remaining;
}

/** Polls, because the engine's last process may exit after the CLI. */
async function expectCleanUp(before: unknown): Promise<void> {
  expect(await rootFiles()).toEqual(before);
  await expect.poll(remainingProcesses, { timeout: 10_000, interval: 100 }).toEqual([]);
}

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

test("completes in under a minute after an interrupted run, ignores the user's settings, and cleans up", async () => {
  const before = await rootFiles();
  const startedAt = Date.now();
  const child = demo({
    LINK_MANAGEMENT_FILE: "none.yaml",
    PULUMI_BACKEND_URL: "file:///none",
    NO_COLOR: "1",
  });
  expect(await child.ended(), child.output).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(60_000);
  expect(child.output).toContain('"#000000" => "#22AA66"');
  const [, table = ""] = child.output.split("\nSummary\n");
  expect(table.split("\n").map((line) => line.trim().split(/ {2,}/).slice(0, 4))).toEqual([
    ["command", "resources", "requests", "writes"],
    ["pulumi up --yes", "12 created", expect.stringMatching(/^\d+$/), "11"],
    ["pulumi preview --expect-no-changes", "12 unchanged", expect.stringMatching(/^\d+$/), "0"],
    ["pulumi preview --refresh --diff", "1 to create, 2 to update, 9 unchanged", expect.anything(), "0"],
    ["pulumi up --refresh --yes", "1 created, 2 updated, 9 unchanged", expect.anything(), "3"],
    ["pulumi preview --refresh --expect-no-changes", "12 unchanged", expect.anything(), "0"],
    ["pulumi destroy --yes", "12 deleted", expect.stringMatching(/^\d+$/), "6"],
    [""],
    [expect.stringContaining("nothing is left running")],
    [""],
  ]);
  // In a pipe the output is short and has no colors.
  expect(child.output.split("\n").length).toBeLessThan(60);
  expect(child.output).not.toContain("\u001b");
  await expectCleanUp(before);
});

test("starts again and cleans up after Ctrl-C in a terminal", async () => {
  await expectInterruptible((child) => child.signalGroup("SIGINT"));
});

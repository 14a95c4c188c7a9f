// `npm run demo` without its build, in the repository itself. A test file that uses it ends the demos after each test.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { afterEach, expect } from "vitest";
import { Child, groupIsAlive } from "./child";
import { packageRoot, run } from "./project";

/** In the environment of all processes that a test starts. */
const MARKER = `demo-${process.pid}-${Date.now()}`;
const children: Child[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (groupIsAlive(child.pid)) child.signalGroup("SIGKILL");
    await child.ended();
  }
});

export function demo(env: NodeJS.ProcessEnv = {}): Child {
  const child = new Child([process.execPath, "tools/demo.mjs"], {
    cwd: packageRoot,
    env: { ...process.env, TEST_MARKER: MARKER, ...env },
  });
  children.push(child);
  return child;
}

/** The files in the repository's root and their git status. */
export async function rootFiles(): Promise<unknown> {
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
export async function expectCleanUp(before: unknown): Promise<void> {
  expect(await rootFiles()).toEqual(before);
  await expect.poll(remainingProcesses, { timeout: 10_000, interval: 100 }).toEqual([]);
}

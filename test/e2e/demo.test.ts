// `npm run demo`, without the build before it: on the repository itself, as a newcomer runs it.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import { Child, groupIsAlive } from "./support/child";
import { packageRoot, run } from "./support/project";

const MARK = `demo-${process.pid}-${Date.now()}`;
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
    env: { ...process.env, TEST_MARK: MARK, ...env },
  });
  children.push(child);
  return child;
}

/** Files in the repository's root, and what git says of them. */
async function rootFiles(): Promise<unknown> {
  const status = await run(
    ["git", "status", "--porcelain", "--ignored", "--", ":(top,glob)*"],
    packageRoot,
    process.env,
  );
  const ours = status.output.split("\n").filter((line) => /pulumi|demo/i.test(line));
  return { names: (await readdir(packageRoot)).sort(), ours };
}

/** Processes that have the mark of this test in their environment, in whichever group they are. */
async function leftProcesses(): Promise<string[]> {
  if (!existsSync("/proc/self/environ")) return [];
  const left: string[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (environment.includes(MARK))
      left.push(await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => pid));
  }
  return left;
}

/** The last process of the engine may still be on its way out when the CLI has ended. */
async function expectNothingLeft(before: unknown): Promise<void> {
  expect(await rootFiles()).toEqual(before);
  await expect.poll(leftProcesses, { timeout: 10_000, interval: 100 }).toEqual([]);
}

/** Starts the demo, interrupts it in the middle, and looks what it left. */
async function interrupted(interrupt: (child: Child) => void): Promise<void> {
  const before = await rootFiles();
  const child = demo();
  await child.says(/\$ pulumi preview --refresh/);
  interrupt(child);
  expect(await child.ended(), child.output).toBe(130);
  expect(child.output).toContain("demo: interrupted; nothing is left behind");
  expect(child.output).not.toMatch(/What happened|^\s+at /m);
  await expectNothingLeft(before);
}

test("SIGTERM to the demo alone ends it with exit code 130 and leaves nothing", async () => {
  await interrupted((child) => child.signal("SIGTERM"));
});

test("after that it runs to its end in under a minute, whatever the user's own settings, and leaves nothing", async () => {
  const before = await rootFiles();
  const began = Date.now();
  const child = demo({
    LINK_MANAGEMENT_FILE: "none.yaml",
    PULUMI_BACKEND_URL: "file:///none",
    NO_COLOR: "1",
  });
  expect(await child.ended(), child.output).toBe(0);
  expect(Date.now() - began).toBeLessThan(60_000);
  expect(child.output).toContain('"#000000" => "#22AA66"');
  const [, table = ""] = child.output.split("\nWhat happened\n");
  expect(table.split("\n").map((line) => line.trim().split(/ {2,}/).slice(0, 4))).toEqual([
    ["command", "resources", "requests", "changing"],
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
  // Quiet in a pipe, and without colours.
  expect(child.output.split("\n").length).toBeLessThan(60);
  expect(child.output).not.toContain("\u001b");
  await expectNothingLeft(before);
});

test("another run begins just as well, and Ctrl-C in its terminal leaves nothing", async () => {
  await interrupted((child) => child.signalGroup("SIGINT"));
});

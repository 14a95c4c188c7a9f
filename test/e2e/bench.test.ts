// `npm run bench`, without the build before it, on rows that are the same on every machine.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packageRoot, run } from "./support/project";

const bench = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  run([process.execPath, "bench/main.mjs", ...args], packageRoot, { ...process.env, ...env });

test("a group's figures come as JSON, all of them reached, and nothing is left behind", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bench-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { code, stdout, output } = await bench(["--only", "state", "--json"], { TMPDIR: folder });
  expect(code, output).toBe(0);
  const rows = JSON.parse(stdout) as { group: string; row: string; pass: boolean | null }[];
  expect(rows.map(({ group, pass }) => ({ group, pass }))).toEqual([
    { group: "state", pass: true },
    { group: "state", pass: true },
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test("a group that does not exist is refused with those that do", async () => {
  const { code, stdout, output } = await bench(["--only", "stat"]);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(output).toMatch(/there is no group stat\n[\s\S]*only these groups: .*\bstate\b/);
});

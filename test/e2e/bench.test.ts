// `npm run bench`, without the build before it, on rows that are the same on every machine.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packageRoot, run } from "./support/project";

const bench = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  run([process.execPath, "bench/main.mjs", ...args], packageRoot, { ...process.env, ...env });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bench-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The documented command for programs, in a package with our script, and a build and a bench of its own. */
async function npmRunBench(build: string) {
  const folder = await temporaryFolder();
  const { scripts } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "bench-test", version: "1.0.0", scripts: { build, bench: scripts.bench } }),
  );
  await mkdir(join(folder, "bench"));
  await writeFile(
    join(folder, "bench/main.mjs"),
    "console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 1;\n",
  );
  return run(["npm", "run", "--silent", "bench", "--", "--json"], folder, process.env);
}

test("a group's figures come as JSON, all of them reached, and nothing is left behind", async () => {
  const folder = await temporaryFolder();
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

test("the command for programs writes nothing but the bench's JSON, whatever the build says", async () => {
  const { code, stdout, output } = await npmRunBench("echo built");
  expect(stdout).toBe('["--json"]\n');
  expect(output).toMatch(/^built$/m);
  expect(code).toBe(1);
});

test("a build that fails is no missed figure", async () => {
  const { code, stdout } = await npmRunBench("exit 2");
  expect(stdout).toBe("");
  expect(code).toBe(3);
});

test("the help names the command for programs, and the exit code of a failed build", async () => {
  const { code, stdout } = await bench(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("npm run --silent bench -- --json");
  expect(stdout).toContain("3 when the build or a measurement fails");
});

// `npm run bench` without its build, on values that are the same on every machine.
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

/** Runs the documented command for programs in a package with our bench script, and a fake build and bench. */
async function runBenchScript(build: string) {
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

test("prints a suite's results as JSON, meets all limits and leaves no files", async () => {
  const folder = await temporaryFolder();
  const { code, stdout, output } = await bench(["--only", "state", "--json"], { TMPDIR: folder });
  expect(code, output).toBe(0);
  const results = JSON.parse(stdout) as { suite: string; pass: boolean | null }[];
  expect(results.map(({ suite, pass }) => ({ suite, pass }))).toEqual([
    { suite: "state", pass: true },
    { suite: "state", pass: true },
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test("rejects an unknown suite and lists the existing ones", async () => {
  const { code, stdout, output } = await bench(["--only", "stat"]);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(output).toMatch(/unknown suite: stat\n[\s\S]*only these suites: .*\bstate\b/);
});

test("the command for programs prints only JSON on stdout, whatever the build prints", async () => {
  const { code, stdout, output } = await runBenchScript("echo built");
  expect(stdout).toBe('["--json"]\n');
  expect(output).toMatch(/^built$/m);
  expect(code).toBe(1);
});

test("a failed build has its own exit code", async () => {
  const { code, stdout } = await runBenchScript("exit 2");
  expect(stdout).toBe("");
  expect(code).toBe(3);
});

test("the help names the command for programs and the exit code of a failed build", async () => {
  const { code, stdout } = await bench(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("npm run --silent bench -- --json");
  expect(stdout).toMatch(/3 the build or a measurement\s+failed/);
});

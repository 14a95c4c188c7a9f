// Pulumi projects in temporary folders, driven by the real CLI, which measures the time and memory of each run.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { root } from "../../tools/dist.mjs";
import { emulatorEnvironment } from "../../tools/emulator.mjs";

const usageHook = fileURLToPath(new URL("usage.cjs", import.meta.url));
const temporary = fs.mkdtempSync(join(tmpdir(), "link-management-bench-"));
process.on("exit", () => fs.rmSync(temporary, { recursive: true, force: true }));

/** An empty folder, which is removed at the end. */
export function newFolder() {
  return fs.mkdtempSync(join(temporary, "project-"));
}

/**
 * Creates a project with its own backend and stack.
 * @param files contents by name; index.js is the program
 */
export async function createProject(files, emulator) {
  const folder = newFolder();
  for (const name of [".state", "node_modules"]) fs.mkdirSync(join(folder, name));
  fs.symlinkSync(root, join(folder, "node_modules/pulumi-link-management"));
  fs.symlinkSync(join(root, "node_modules/@pulumi"), join(folder, "node_modules/@pulumi"));
  const contents = {
    "Pulumi.yaml": "name: bench\nruntime: { name: nodejs, options: { typescript: false } }\n",
    "package.json": "{}",
    ...files,
  };
  for (const [name, content] of Object.entries(contents)) fs.writeFileSync(join(folder, name), content);
  const env = await emulatorEnvironment(join(folder, ".state"), emulator);
  await run(folder, ["stack", "init", "bench"], env);
  return {
    pulumi: (...args) => run(folder, args, env),
    // Writes the state once, at the end: a file backend otherwise writes all of it at every step.
    up: (variables) =>
      run(folder, ["up", "--yes", "--skip-preview"], {
        ...env,
        ...variables,
        PULUMI_SKIP_CHECKPOINTS: "true",
      }),
  };
}

/** Runs a command that must succeed. Returns its seconds, and CPU seconds and memory of program and provider. */
async function run(folder, args, env) {
  const usageFolder = fs.mkdtempSync(join(folder, "usage-"));
  const measured = { ...env, NODE_OPTIONS: `--require="${usageHook}"`, BENCH_USAGE_FOLDER: usageFolder };
  const options = [...args, "--non-interactive", "--color", "never"];
  const startedAt = performance.now();
  await promisify(execFile)("pulumi", options, { cwd: folder, env: measured, maxBuffer: 2 ** 29 }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`pulumi ${args.join(" ")} failed:\n${stdout}${stderr}`);
    },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, ...usageIn(usageFolder) };
}

/** The sums of all processes. */
function usageIn(folder) {
  const usages = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(fs.readFileSync(join(folder, name), "utf8")));
  const sum = (metric) => usages.reduce((total, usage) => total + usage[metric], 0);
  return { cpuSeconds: sum("cpuSeconds"), peakMemoryMiB: sum("peakMemoryMiB") };
}

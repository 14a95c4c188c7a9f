// Pulumi projects in temporary folders, driven by the real CLI, which measures the time and memory of each run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePulumi } from "../../tools/ensure-pulumi.mjs";
import { emulatorEnvironment } from "../../tools/pulumi-cli/environment.mjs";
import { dist, packageRoot } from "./dist.mjs";

const { startEmulator, DEMO_KEY } = dist("emulator/index.js");
const usageHook = fileURLToPath(new URL("usage.cjs", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "link-management-bench-"));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));

export { startEmulator };

/** An empty folder, which is removed at the end. */
export function newFolder() {
  return mkdtempSync(join(temporary, "project-"));
}

/**
 * Creates a project with its own backend and stack.
 * @param files contents by name; index.js is the program
 */
export async function createProject(files, emulator) {
  const folder = newFolder();
  for (const name of [".state", ".tmp", "node_modules"]) mkdirSync(join(folder, name));
  symlinkSync(packageRoot, join(folder, "node_modules/pulumi-link-management"));
  symlinkSync(join(packageRoot, "node_modules/@pulumi"), join(folder, "node_modules/@pulumi"));
  const contents = {
    "Pulumi.yaml": "name: bench\nruntime: { name: nodejs, options: { typescript: false } }\n",
    "package.json": "{}",
    ...files,
  };
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content);
  const env = emulatorEnvironment({
    bin: await ensurePulumi(),
    backend: join(folder, ".state"),
    tempFolder: join(folder, ".tmp"),
    url: emulator.url,
    key: DEMO_KEY,
  });
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
  const usageFolder = mkdtempSync(join(folder, ".tmp/usage-"));
  const startedAt = performance.now();
  const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
    cwd: folder,
    env: {
      ...env,
      NODE_OPTIONS: `--require="${usageHook}"`,
      BENCH_USAGE_FOLDER: usageFolder,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, "close");
  const seconds = (performance.now() - startedAt) / 1000;
  if (code !== 0) throw new Error(`pulumi ${args.join(" ")} failed:\n${output}`);
  return { seconds, ...usageIn(usageFolder) };
}

/** The sums of all processes. */
function usageIn(folder) {
  const usages = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const sum = (metric) => usages.reduce((total, usage) => total + usage[metric], 0);
  return { cpuSeconds: sum("cpuSeconds"), peakMemoryMiB: sum("peakMemoryMiB") };
}

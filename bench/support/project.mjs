// A Pulumi project in its own folder, driven by the real CLI. Measures the time and memory of each run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { emulatorEnvironment } from "../../tools/pulumi-cli/environment.mjs";
import { packageRoot } from "./package.mjs";

const usageHook = join(dirname(fileURLToPath(import.meta.url)), "usage.cjs");

export class Project {
  constructor({ folder, env, signal }) {
    Object.assign(this, { folder, env, signal });
  }

  static async create({ folder, bin, files, emulator, key, signal }) {
    for (const name of [".state", ".tmp", "node_modules"]) await mkdir(join(folder, name));
    await symlink(packageRoot, join(folder, "node_modules/pulumi-link-management"));
    await symlink(join(packageRoot, "node_modules/@pulumi"), join(folder, "node_modules/@pulumi"));
    // The user's own Node options would be measured too.
    const { NODE_OPTIONS: _, ...env } = emulatorEnvironment({
      bin,
      backend: join(folder, ".state"),
      tempFolder: join(folder, ".tmp"),
      url: emulator.url,
      key,
    });
    const project = new Project({ folder, signal, env });
    const main = "index.js" in files ? "index.js" : "node_modules/pulumi-link-management/dist/program.js";
    await project.write({
      "Pulumi.yaml": "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
      "package.json": JSON.stringify({ main }),
      ...files,
    });
    await project.pulumi(["stack", "init", "bench"]);
    return project;
  }

  async write(files) {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }

  /**
   * Runs a command that must succeed.
   * @param env additional variables for this run
   * @returns `seconds` of the whole command, its `stdout`, and `program` and `provider`: `cpuSeconds` and
   *   `peakMemoryMiB` of those processes, if they ran
   */
  async pulumi(args, env = {}) {
    this.signal.throwIfAborted();
    const usageFolder = await mkdtemp(join(this.folder, ".tmp", "usage-"));
    const startedAt = performance.now();
    const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
      cwd: this.folder,
      env: { ...this.env, NODE_OPTIONS: `--require="${usageHook}"`, BENCH_USAGE_FOLDER: usageFolder, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
        if (stream === child.stdout) stdout += chunk;
      });
    }
    const [code] = await once(child, "close");
    const seconds = (performance.now() - startedAt) / 1000;
    this.signal.throwIfAborted();
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} failed with exit code ${code}:\n${output}`);
    return { seconds, stdout, ...(await readUsage(usageFolder)) };
  }

  /** The stack's state, as `pulumi stack export` has it. */
  async state() {
    return JSON.parse((await this.pulumi(["stack", "export"])).stdout).deployment;
  }
}

async function readUsage(folder) {
  const byRole = {};
  for (const file of await readdir(folder)) {
    if (!file.endsWith(".json")) continue;
    const { role, ...usage } = JSON.parse(await readFile(join(folder, file), "utf8"));
    // An `up` has one provider process for the preview and one for the update.
    const other = byRole[role];
    byRole[role] = other
      ? {
          cpuSeconds: other.cpuSeconds + usage.cpuSeconds,
          peakMemoryMiB: Math.max(other.peakMemoryMiB, usage.peakMemoryMiB),
        }
      : usage;
  }
  return byRole;
}

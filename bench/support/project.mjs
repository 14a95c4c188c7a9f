// Pulumi projects in temporary folders, driven by the real CLI, with the time of each run.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../tools/dist.mjs";
import { emulatorEnvironment } from "../../tools/emulator.mjs";

const temporary = fs.mkdtempSync(join(tmpdir(), "link-management-bench-"));
process.on("exit", () => fs.rmSync(temporary, { recursive: true, force: true }));

/** An empty folder, which is removed at the end. */
export function newFolder() {
  return fs.mkdtempSync(join(temporary, "project-"));
}

/** A project with its own backend and an applied stack. @param files contents by name; index.js is the program */
export async function appliedProject(files, emulator) {
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
  // Writes the state once, at the end: a file backend otherwise writes all of it at every step.
  await run(folder, ["up", "--yes", "--skip-preview"], { ...env, PULUMI_SKIP_CHECKPOINTS: "true" });
  return { pulumi: (...args) => run(folder, args, env) };
}

/** Runs a command that must succeed. Returns its seconds. */
async function run(folder, args, env) {
  const options = [...args, "--non-interactive", "--color", "never"];
  const startedAt = performance.now();
  await promisify(execFile)("pulumi", options, { cwd: folder, env, maxBuffer: 2 ** 29 }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`pulumi ${args.join(" ")} failed:\n${stdout}${stderr}`);
    },
  );
  return (performance.now() - startedAt) / 1000;
}

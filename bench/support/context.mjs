// What a group of rows gets: the built package, the CLI, emulators and projects that go when the group is done.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePulumi } from "../../tools/ensure-pulumi.mjs";
import { Project } from "./project.mjs";

/** The repository, which the projects use as the installed package. */
export const packageRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const require = createRequire(import.meta.url);

/** A module of the built package, such as `dist("emulator/index.js")`. */
export function dist(path) {
  const file = join(packageRoot, "dist", path);
  if (!existsSync(file)) throw new Error(`there is no ${file}: run \`npm run build\` first`);
  return require(file);
}

export class Context {
  #reporter;
  #group = "";
  #cli;
  #cleanups = [];

  /**
   * @param quick fewer repetitions
   * @param signal aborted when the run is interrupted
   * @param reporter shows progress; none where nobody watches
   */
  constructor({ quick, signal, reporter }) {
    Object.assign(this, { quick, signal });
    this.#reporter = reporter;
  }

  /** How often to repeat what is repeated `full` times in a full run. */
  rounds(full) {
    return this.quick ? 1 : full;
  }

  begin(group) {
    this.#group = group;
    this.progress("");
  }

  /** Says what is being measured. */
  progress(detail) {
    this.signal.throwIfAborted();
    this.#reporter?.report({ kind: "step", step: this.#group, detail });
  }

  /** The folder of the CLI. */
  async cliFolder() {
    this.#cli ??= ensurePulumi({ onProgress: (step) => this.#reporter?.report(step), signal: this.signal });
    return (await this.#cli).bin;
  }

  /** The service on localhost; options as in src/emulator/emulator.ts. */
  async emulator(options) {
    const emulator = await dist("emulator/index.js").startEmulator(options);
    this.#cleanups.push(() => emulator.close());
    return emulator;
  }

  /** An empty folder. */
  async folder() {
    const folder = await mkdtemp(join(tmpdir(), "link-management-bench-"));
    this.#cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    return folder;
  }

  /**
   * A Pulumi project with a backend of its own and a stack, on an emulator.
   * @param files contents by path; with index.js it is a program, without it the config file's loader
   * @param emulator a running emulator
   * @param key of the emulator's account
   */
  async project({ files, emulator }) {
    const { DEMO_KEY } = dist("emulator/index.js");
    const [folder, bin] = [await this.folder(), await this.cliFolder()];
    return Project.create({ folder, bin, files, emulator, key: DEMO_KEY, signal: this.signal });
  }

  /** Ends and removes everything made so far. */
  async clear() {
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
  }

  close() {
    return this.clear();
  }
}

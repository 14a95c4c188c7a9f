// What a suite receives: options, progress, and emulators, folders and projects that are removed after it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePulumi } from "../../tools/ensure-pulumi.mjs";
import { dist } from "./package.mjs";
import { Project } from "./project.mjs";

export class Context {
  #reporter;
  #suite = "";
  #cli;
  #cleanups = [];

  /**
   * @param quick fewer repetitions
   * @param signal aborted when the run is interrupted
   * @param reporter shows progress; undefined for no progress
   */
  constructor({ quick, signal, reporter }) {
    Object.assign(this, { quick, signal });
    this.#reporter = reporter;
  }

  /** How often to repeat a measurement that a full run repeats `full` times. */
  rounds(full) {
    return this.quick ? 1 : full;
  }

  startSuite(name) {
    this.#suite = name;
    this.progress("");
  }

  /** Shows what is being measured. Throws when the run is interrupted. */
  progress(detail) {
    this.signal.throwIfAborted();
    this.#reporter?.report({ kind: "step", step: this.#suite, detail });
  }

  async #cliFolder() {
    this.#cli ??= ensurePulumi({ onProgress: (step) => this.#reporter?.report(step), signal: this.signal });
    return (await this.#cli).bin;
  }

  /** Starts the service on localhost; options as in src/emulator/emulator.ts. */
  async emulator(options) {
    const emulator = await dist("emulator/index.js").startEmulator(options);
    this.#cleanups.push(() => emulator.close());
    return emulator;
  }

  /** Creates an empty folder. */
  async folder() {
    const folder = await mkdtemp(join(tmpdir(), "link-management-bench-"));
    this.#cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    return folder;
  }

  /**
   * Creates a Pulumi project with its own backend and stack.
   * @param files contents by path. With index.js the project is a program, without it the config file's loader
   * @param emulator a running emulator
   */
  async project({ files, emulator }) {
    const { DEMO_KEY } = dist("emulator/index.js");
    const [folder, bin] = [await this.folder(), await this.#cliFolder()];
    return Project.create({ folder, bin, files, emulator, key: DEMO_KEY, signal: this.signal });
  }

  /** Stops and removes everything created so far. */
  async cleanUp() {
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
  }
}

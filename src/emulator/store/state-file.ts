// Keeps the store in a JSON file that survives a restart, also after a kill.
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { EmulatorError } from "../emulator-error";
import type { Store, StoreState } from "./store";

const VERSION = 1;

/** One file that follows one store. */
export class StateFile {
  readonly #path: string;
  readonly #store: Store;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(path: string, store: Store) {
    this.#path = path;
    this.#store = store;
  }

  /**
   * Brings back what the file holds; a missing file holds nothing.
   * @throws {EmulatorError} when the file is no state of an emulator. It is left as it is.
   */
  async load(): Promise<void> {
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      throw new EmulatorError(`The state file ${this.#path} cannot be read: ${(error as Error).message}`);
    }
    try {
      const state = JSON.parse(text) as StoreState & { readonly version?: unknown };
      if (state.version !== VERSION) throw new Error(`version ${JSON.stringify(state.version)} is unknown`);
      this.#store.restore(state);
    } catch (error) {
      throw new EmulatorError(
        `The state file ${this.#path} is no state of this emulator (${(error as Error).message}). ` +
          "Name another file, or remove this one to start anew.",
      );
    }
  }

  /**
   * Resolves when everything that the store holds now is in the file. Calls that come while a write is under
   * way share the next one.
   * @throws {EmulatorError} when the file cannot be written.
   */
  save(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    const write = async () => {
      await this.#running?.catch(() => {}); // Its own callers hear of its failure.
      this.#running = this.#next;
      this.#next = undefined;
      await this.#write();
    };
    this.#next = write();
    return this.#next;
  }

  async #write(): Promise<void> {
    const temporary = `${this.#path}.tmp`;
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await rm(temporary, { force: true });
      // "wx" on a path just freed: never writes through a link that somebody else put there.
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(JSON.stringify({ version: VERSION, ...this.#store.toState() }));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path);
    } catch (error) {
      throw new EmulatorError(`The state file ${this.#path} cannot be written: ${(error as Error).message}`);
    }
  }
}

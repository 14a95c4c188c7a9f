// Keeps the store in a JSON file that survives restarts and kills.
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { EmulatorError } from "../emulator-error";
import type { Store, StoreState } from "./store";

const VERSION = 1;

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
   * Loads the file into the store. A missing file is an empty one.
   * @throws {EmulatorError} if the file is not an emulator state. The file stays as it is.
   */
  async load(): Promise<void> {
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      throw new EmulatorError(`Cannot read the state file ${this.#path}: ${(error as Error).message}`);
    }
    try {
      const state = JSON.parse(text) as StoreState & { readonly version?: unknown };
      if (state.version !== VERSION) throw new Error(`unknown version ${JSON.stringify(state.version)}`);
      this.#store.restore(state);
    } catch (error) {
      throw new EmulatorError(
        `${this.#path} is not a state file of this emulator (${(error as Error).message}). ` +
          "Choose another file, or delete this one to start with an empty state.",
      );
    }
  }

  /**
   * Resolves when the file has everything that the store has now. Calls during a write share the next write.
   * @throws {EmulatorError} if the file cannot be written.
   */
  save(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    const write = async () => {
      await this.#running?.catch(() => {}); // Reported to the callers of that write.
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
      // "wx" after the removal: never writes through a symbolic link that another user put there.
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(JSON.stringify({ version: VERSION, ...this.#store.toState() }));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path);
    } catch (error) {
      throw new EmulatorError(`Cannot write the state file ${this.#path}: ${(error as Error).message}`);
    }
  }
}

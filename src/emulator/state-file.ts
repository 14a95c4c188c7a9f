// A JSON file that keeps the objects of all accounts across restarts. It has no keys and passwords.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Account, AccountContext, AccountData } from "./account";
import { EmulatorError } from "./server";

interface SavedState {
  readonly nextIds: AccountContext["nextIds"];
  readonly accounts: readonly AccountData[];
}

/**
 * Reads the file. undefined if it does not exist.
 * @throws {EmulatorError} if it is not a state of this emulator
 */
export function loadState(path: string): SavedState | undefined {
  let state: SavedState;
  try {
    state = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new EmulatorError(`Cannot read the state file ${path}: ${(error as Error).message}`);
  }
  if (Array.isArray(state?.accounts)) return state;
  throw new EmulatorError(`${path} is not a state file of this emulator. Choose another file, or delete it.`);
}

/**
 * Replaces the file. A kill leaves the old or the new one.
 * @throws {EmulatorError} if it cannot be written
 */
export function saveState(
  path: string,
  nextIds: AccountContext["nextIds"],
  accounts: readonly Account[],
): void {
  const state: SavedState = { nextIds, accounts: accounts.map(({ data }) => data) };
  try {
    mkdirSync(dirname(path), { recursive: true });
    // A kill may have left it.
    rmSync(`${path}.tmp`, { force: true });
    writeFileSync(`${path}.tmp`, JSON.stringify(state), { mode: 0o600, flag: "wx" });
    renameSync(`${path}.tmp`, path);
  } catch (error) {
    throw new EmulatorError(`Cannot write the state file ${path}: ${(error as Error).message}`);
  }
}

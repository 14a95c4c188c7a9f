// A JSON file that keeps the objects of all accounts across restarts. It has no keys and passwords.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Account, AccountData } from "./account";
import { EmulatorError } from "./server";

/**
 * Reads the accounts of the file. None if it does not exist.
 * @throws {EmulatorError} if it is not a state of this emulator
 */
export function loadState(path: string): readonly AccountData[] {
  let state: { readonly accounts?: readonly AccountData[] } | null;
  try {
    state = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new EmulatorError(`Cannot read the state file ${path}: ${message}`);
  }
  if (Array.isArray(state?.accounts)) return state.accounts;
  throw new EmulatorError(`${path} is not a state file of this emulator. Choose another file, or delete it.`);
}

/**
 * Replaces the file. A kill leaves the old or the new one.
 * @throws {EmulatorError} if it cannot be written
 */
export function saveState(path: string, accounts: readonly Account[]): void {
  const state = { accounts: accounts.map(({ data }) => data) };
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.tmp`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
  } catch (error) {
    throw new EmulatorError(`Cannot write the state file ${path}: ${(error as Error).message}`);
  }
}

// Writes files so that each is complete or does not exist.
import * as fs from "node:fs";
import * as path from "node:path";
import { ApiError } from "../api/errors";
import { formatList } from "../api/suggest";
import { ConfigFileError } from "../config/source/source-file";
import { PREFIX, USAGE_ERROR } from "./usage-errors";

/** A file exists, or cannot be written. */
export class WriteError extends Error {}

/**
 * Call it before anything is sent, so that nobody waits for files that cannot be written.
 * @param files absolute paths
 * @param advice what to do about files that exist. `undefined` to overwrite them
 * @throws WriteError that names all existing files
 */
export function checkWritable(files: readonly string[], advice: string | undefined): void {
  const found = files.map((file) => ({ file, stat: fs.lstatSync(file, { throwIfNoEntry: false }) }));
  for (const { file, stat } of found)
    if (stat?.isDirectory()) throw new WriteError(`${shown(file)} is a folder`);
  const existing = found.filter(({ stat }) => stat).map(({ file }) => shown(file));
  if (advice !== undefined && existing.length > 0) {
    throw new WriteError(`${formatList(existing)} ${existing.length === 1 ? "exists" : "exist"}. ${advice}`);
  }
  for (const file of files) {
    const folder = existingFolder(path.dirname(file));
    if (!fs.statSync(folder).isDirectory()) throw new WriteError(`${shown(folder)} is not a folder`);
    reportProblems(file, () => fs.accessSync(folder, fs.constants.W_OK));
  }
}

/**
 * All files are complete next to their targets before the first one gets its name.
 * @param files texts by absolute path
 * @param advice as of `checkWritable`
 * @throws WriteError; then an earlier file of a target is unchanged
 */
export function writeFiles(files: ReadonlyMap<string, string>, advice: string | undefined): void {
  // Meanwhile, somebody else may have written one.
  checkWritable([...files.keys()], advice);
  const temporary = (file: string) =>
    path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    for (const [file, text] of files) {
      reportProblems(file, () => {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(temporary(file), text, { flag: "wx", flush: true });
      });
    }
    for (const file of files.keys()) reportProblems(file, () => fs.renameSync(temporary(file), file));
  } finally {
    for (const file of files.keys()) fs.rmSync(temporary(file), { force: true });
  }
}

/**
 * Reports an error before the first file was written.
 * @returns the exit code
 * @throws what is a defect
 */
export function reportNothingWritten(error: unknown): number {
  const isUsage = error instanceof WriteError || error instanceof ConfigFileError;
  if (!(isUsage || error instanceof ApiError)) throw error;
  process.stderr.write(`${PREFIX}${error.message.replace(/\.$/, "")}. Nothing was written\n`);
  return isUsage ? USAGE_ERROR : 1;
}

/** Missing folders are created. */
function existingFolder(folder: string): string {
  return fs.existsSync(folder) ? folder : existingFolder(path.dirname(folder));
}

function reportProblems(file: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new WriteError(`${shown(file)} cannot be written (${code}). Choose another folder`);
  }
}

function shown(file: string): string {
  return path.relative(process.cwd(), file) || file;
}

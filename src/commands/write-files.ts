// Writes files so that each is complete or does not exist.
import * as fs from "node:fs";
import * as path from "node:path";
import { ApiError } from "../api/errors";
import { formatList } from "../api/suggest";
import { ConfigFileError } from "../config/source/config-file-error";
import { PREFIX, USAGE_ERROR } from "./usage-errors";

/** A file exists, or cannot be written. */
export class WriteError extends Error {}

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

/**
 * Call it before anything is asked or sent, so that nobody waits for files that cannot be written.
 * @param files absolute paths
 * @param advice what to do about files that exist @default to overwrite them with --force
 * @throws WriteError that names all existing files, unless they are overwritten
 */
export function checkWritable(files: readonly string[], overwrites: boolean, advice?: string): void {
  for (const file of files) {
    if (fs.existsSync(file) && fs.statSync(file).isDirectory())
      throw new WriteError(`${shown(file)} is a folder`);
  }
  const existing = overwrites ? [] : files.filter(isThere);
  if (existing.length > 0) throw exists(existing, advice);
  for (const file of files) {
    const folder = existingFolder(path.dirname(file));
    if (!fs.statSync(folder).isDirectory()) throw new WriteError(`${shown(folder)} is not a folder`);
    reportProblems(file, () => fs.accessSync(folder, fs.constants.W_OK));
  }
}

/**
 * All files are complete next to their targets before the first one gets its name. The last one is the last to get it.
 * @param files texts by absolute path
 * @param advice as of `checkWritable`
 * @throws WriteError; then an earlier file of a target is unchanged
 */
export function writeFiles(files: ReadonlyMap<string, string>, overwrites: boolean, advice?: string): void {
  const written: [temporary: string, file: string][] = [];
  try {
    for (const [file, text] of files) {
      const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
      reportProblems(file, () => {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        // A write that fails, such as on a full disk, leaves a part of the file.
        written.push([temporary, file]);
        fs.writeFileSync(temporary, text, { flag: "wx", flush: true });
      });
    }
    for (const [temporary, file] of written) {
      reportProblems(file, () =>
        overwrites ? fs.renameSync(temporary, file) : nameNew(temporary, file, advice),
      );
    }
  } finally {
    for (const [temporary] of written) fs.rmSync(temporary, { force: true });
  }
}

/** Fails if the target exists by now. */
function nameNew(temporary: string, file: string, advice: string | undefined): void {
  try {
    fs.linkSync(temporary, file);
  } catch (error) {
    // Some file systems have no hard links.
    if (codeOf(error) === "EEXIST" || fs.existsSync(file)) throw exists([file], advice);
    fs.renameSync(temporary, file);
  }
}

/** Missing folders are created. */
function existingFolder(folder: string): string {
  return fs.existsSync(folder) ? folder : existingFolder(path.dirname(folder));
}

function reportProblems(file: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    if (error instanceof WriteError) throw error;
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new WriteError(`${shown(file)} cannot be written (${code}). Choose another folder`);
  }
}

function exists(files: readonly string[], advice: string | undefined): WriteError {
  const [verb, them] = files.length === 1 ? ["exists", "it"] : ["exist", "them"];
  const overwrite = `Choose another place, or overwrite ${them} with --force`;
  return new WriteError(`${formatList(files.map(shown))} ${verb}. ${advice ?? overwrite}`);
}

/** Also a link without a target. */
function isThere(file: string): boolean {
  try {
    fs.lstatSync(file);
    return true;
  } catch {
    return false;
  }
}

function shown(file: string): string {
  return path.relative(process.cwd(), file) || file;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

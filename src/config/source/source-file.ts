// Finds and reads the config file and those that it includes. Their paths must be inside the project folder.
import { isUtf8 } from "node:buffer";
import * as fs from "node:fs";
import * as path from "node:path";
import { Source } from "./source";

/** A config file cannot be found or read. The message says why and what to do. */
export class ConfigFileError extends Error {}

/** There is nothing to read: the file is missing, outside the project, a folder, or not readable. */
export class NoConfigFileError extends ConfigFileError {}

const MAX_MIB = 5;
export const DEFAULT_FILE = "link-management.yaml";
const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/**
 * @param folder where the search starts; it goes up to the folder of Pulumi.yaml
 * @param file name or path, relative to each of these folders
 * @throws ConfigFileError; NoConfigFileError if there is nothing to read
 */
export function readConfigFile(folder: string, file: string = DEFAULT_FILE): Source {
  const root = projectFolder(folder);
  const start = path.resolve(folder);
  const candidates = foldersUpTo(root, start).map((one) => path.resolve(one, file));
  const inside = candidates.filter((candidate) => isInside(root, candidate));
  const outside = `the config file "${file}" is outside the project folder ${root}; only files inside it are read`;
  if (inside.length === 0) throw new NoConfigFileError(outside);
  const found = inside.find((candidate) => fs.existsSync(candidate));
  if (found !== undefined) return readSource(root, found);
  const where = start === root ? root : `${start} and its parent folders up to ${root}`;
  const advice =
    "create it, or correct the path. For `pulumi up`: `pulumi config set link-management:file PATH`";
  throw new NoConfigFileError(`there is no config file "${file}" in ${where}; ${advice}`);
}

/**
 * The names of the files that a pattern in a file matches.
 * @param root the project folder
 * @param from name of the file with the pattern
 * @throws ConfigFileError for a pattern that leaves the project folder, or that no file matches
 */
export function matchingFiles(root: string, pattern: string, from: string): readonly string[] {
  const cwd = path.join(root, path.dirname(from));
  const target = path.resolve(cwd, pattern);
  if (path.isAbsolute(pattern)) throw new ConfigFileError("the path must be relative to this file");
  if (!isInside(root, target)) throw new ConfigFileError("the path leaves the project folder");
  // Most files include nothing.
  const { globSync, isDynamicPattern } = require("tinyglobby") as typeof import("tinyglobby");
  // The library knows more, such as regular expressions that take hours.
  const glob = pattern.replace(/[()[\]!+@|]/g, "\\$&");
  const options = { cwd, absolute: true, expandDirectories: false, followSymbolicLinks: false };
  const found = isDynamicPattern(glob)
    ? globSync(glob, { ...options, ignore: ["**/node_modules/**"] })
    : // A link, too, which a search does not follow.
      [target].filter((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile());
  if (found.length === 0)
    throw new ConfigFileError(
      'no file matches this path. It is relative to this file; * and ** are patterns, "!" and ${…} are not',
    );
  return found.map((file) => relativePath(root, file));
}

/**
 * @param root the project folder
 * @param given path of an existing file, relative to the project folder or absolute
 * @throws ConfigFileError; NoConfigFileError if there is nothing to read
 */
export function readSource(root: string, given: string): Source {
  const file = path.resolve(root, given);
  const name = relativePath(root, file);
  const bytes = bytesOf(file, name);
  // Drops a byte order mark at the start.
  const source = new Source(name, new TextDecoder("utf-8").decode(bytes));
  const [, is] = OTHER_FILES.find(([start]) => start.test(source.text)) ?? [];
  if (is !== undefined) throw new ConfigFileError(`${name} is ${is}`);
  if (isUtf8(bytes)) return source;
  const place = source.location(source.text.indexOf("\ufffd"));
  const format = source.isSpreadsheet ? "CSV UTF-8" : "UTF-8";
  throw new ConfigFileError(`${place} is not valid UTF-8; save the file as ${format}`);
}

/** @throws ConfigFileError for a large file; NoConfigFileError: it may disappear at any time */
function bytesOf(file: string, name: string): Uint8Array {
  try {
    if (fs.statSync(file).size <= MAX_MIB * 1024 * 1024) return fs.readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "EISDIR" ? "is a folder, not a file" : `cannot be read (${code})`;
    throw new NoConfigFileError(`${name} ${reason}`);
  }
  throw new ConfigFileError(`${name} is larger than ${MAX_MIB} MiB, the limit for a config file`);
}

/** What a file is that starts in this way, and what to do about it. */
const OTHER_FILES: readonly (readonly [start: RegExp, is: string])[] = [
  [/^(?:PK\u0003\u0004|\ufffd\ufffd\u0011)/, "an Excel workbook; include the sheet as CSV UTF-8"],
  [/^version https:\/\/git-lfs/, "a pointer of Git LFS; run `git lfs pull`, or set lfs: true in a pipeline"],
  [/^\0GITCRYPT/, "encrypted by git-crypt; decrypt it first: `git-crypt unlock`"],
  [
    /^["']?sops["']?:(?=[\s\S]*ENC\[)|^\{\s*"data":\s*"ENC\[/m,
    "encrypted by SOPS; decrypt it first, and include the result",
  ],
];

function isInside(folder: string, file: string): boolean {
  return path.relative(folder, file).split(path.sep)[0] !== "..";
}

/** The path of a file in messages: relative to the project folder. */
export function relativePath(root: string, file: string): string {
  return path.relative(root, file) || root;
}

/** The folder of Pulumi.yaml, at or above `folder`. Without one, `folder` itself. */
export function projectFolder(folder: string): string {
  const file = projectFile(folder);
  return file === undefined ? path.resolve(folder) : path.dirname(file);
}

/** Path of the Pulumi.yaml at or above `folder`. `undefined` outside a project. */
export function projectFile(folder: string): string | undefined {
  const start = path.resolve(folder);
  return foldersUpTo(path.parse(start).root, start)
    .flatMap((parent) => PROJECT_FILES.map((name) => path.join(parent, name)))
    .find((file) => fs.existsSync(file));
}

function foldersUpTo(last: string, folder: string): string[] {
  return folder === last ? [folder] : [folder, ...foldersUpTo(last, path.dirname(folder))];
}

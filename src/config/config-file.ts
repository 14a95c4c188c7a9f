// Finds the config file of a project and reads it. Nothing outside of the project's folder is ever read.
import * as fs from "node:fs";
import * as path from "node:path";
import { quoted } from "./plain-text";
import { Source } from "./source";

const DEFAULT_FILE = "link-management.yaml";
const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];
const LARGEST = 5 * 1024 * 1024;

/** The config file cannot be found or read; the message says why and what to do. */
export class ConfigFileError extends Error {}

/**
 * @param folder where the search begins; it goes upwards to the folder that holds Pulumi.yaml
 * @param file its name or path, relative to each of these folders
 * @throws ConfigFileError
 */
export function readConfigFile(folder: string, file: string = DEFAULT_FILE): Source {
  const start = path.resolve(folder);
  const root = projectFolder(start) ?? start;
  const found = find(start, root, file);
  const real = fs.realpathSync(found);
  if (!isInside(fs.realpathSync(root), real)) {
    throw new ConfigFileError(
      `${shown(root, found)} is a link to a file outside of the project's folder ${root}; only files in it are read`,
    );
  }
  return new Source(shown(root, found), decode(readBytes(real, shown(root, found)), shown(root, found)));
}

/** The folder of Pulumi.yaml, at or above `start`. */
function projectFolder(start: string): string | undefined {
  return upwards(start).find((folder) =>
    PROJECT_FILES.some((name) => fs.existsSync(path.join(folder, name))),
  );
}

function upwards(start: string, last = path.parse(start).root): string[] {
  const folders = [start];
  for (let folder = start; folder !== last && folder !== path.dirname(folder); ) {
    folder = path.dirname(folder);
    folders.push(folder);
  }
  return folders;
}

function find(start: string, root: string, file: string): string {
  const folders = upwards(start, root);
  const candidates = [...new Set(folders.map((folder) => path.resolve(folder, file)))].filter((candidate) =>
    isInside(root, candidate),
  );
  if (candidates.length === 0) {
    throw new ConfigFileError(
      `the config file ${quoted(file, 200)} lies outside of the project's folder ${root}; only files in it are read`,
    );
  }
  const found = candidates.find((candidate) => fs.existsSync(candidate));
  if (found !== undefined) return found;

  const where = folders.length === 1 ? start : `${start} and the folders above it up to ${root}`;
  throw new ConfigFileError(
    `there is no config file ${quoted(file, 200)} in ${where}; ` +
      `create it, or name another with \`pulumi config set link-management:file PATH\`${similar(candidates)}`,
  );
}

/** A file with the other usual ending is most likely the one that was meant. */
function similar(candidates: readonly string[]): string {
  const other = candidates
    .map((candidate) =>
      candidate.endsWith(".yaml")
        ? candidate.replace(/\.yaml$/, ".yml")
        : candidate.replace(/\.yml$/, ".yaml"),
    )
    .find((candidate) => !candidates.includes(candidate) && fs.existsSync(candidate));
  return other === undefined ? "" : ` (there is a ${path.basename(other)})`;
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function shown(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join("/") || root;
}

function readBytes(file: string, name: string): Buffer {
  // Asked before it is opened: opening a pipe would wait for its other end.
  const stat = fs.statSync(file);
  if (!stat.isFile()) throw new ConfigFileError(`${name} is no file`);
  let bytes: Buffer | undefined;
  if (stat.size <= LARGEST) {
    try {
      bytes = fs.readFileSync(file);
    } catch (error) {
      throw new ConfigFileError(`${name} cannot be read: ${(error as Error).message}`);
    }
  }
  if (bytes === undefined || bytes.length > LARGEST) {
    throw new ConfigFileError(
      `${name} is larger than ${LARGEST / 1024 / 1024} MiB, which no config file should be`,
    );
  }
  return bytes;
}

/** A byte order mark at the start is no part of the text. */
function decode(bytes: Buffer, name: string): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new ConfigFileError(`${name} is written in UTF-16; save it as UTF-8`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("utf-8").decode(bytes);
    const { line, column } = new Source(name, text).position(text.indexOf("\ufffd"));
    throw new ConfigFileError(
      `${name}:${line}:${column} error this is not UTF-8 text; save the file as UTF-8`,
    );
  }
}

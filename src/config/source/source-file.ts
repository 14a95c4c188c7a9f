// Reads one config file, which must be inside the project folder.
import * as fs from "node:fs";
import * as path from "node:path";
import { ConfigFileError } from "./config-file-error";
import { quoted } from "./printable";
import { Source } from "./source";

/** There is nothing to read: the file is missing, outside the project, a folder, or not readable. */
export class NoConfigFileError extends ConfigFileError {}

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * @param root the project folder
 * @param file absolute path of an existing file
 * @throws ConfigFileError; NoConfigFileError if there is nothing to read
 */
export function readSource(root: string, file: string): Source {
  const name = relativePath(root, file);
  const real = fs.realpathSync(file);
  if (!isInside(fs.realpathSync(root), real)) {
    throw new NoConfigFileError(
      `${name} is a symbolic link to a file outside the project folder ${root}; only files inside it are read`,
    );
  }
  return new Source(name, decode(readBytes(real, name), name));
}

export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The path of a file in messages: relative to the project folder, with "/". */
export function relativePath(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join("/") || root;
}

function readBytes(file: string, name: string): Buffer {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  let descriptor: number | undefined;
  try {
    // The path is resolved, so it must not be a link by now. Opening a pipe must not wait for its other end.
    descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const status = fs.fstatSync(descriptor);
    if (status.isDirectory())
      throw new NoConfigFileError(`${name} is a folder; name a file, such as link-management.yaml`);
    if (!status.isFile()) throw new NoConfigFileError(`${name} is not a file`);
    if (status.size > MAX_BYTES)
      throw new ConfigFileError(
        `${name} is larger than ${MAX_BYTES / 1024 / 1024} MiB, the limit for a config file`,
      );
    return fs.readFileSync(descriptor);
  } catch (error) {
    if (error instanceof ConfigFileError) throw error;
    throw new NoConfigFileError(`${name} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** Drops a byte order mark at the start. */
function decode(bytes: Buffer, name: string): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new ConfigFileError(`${name} is encoded as UTF-16; save it as UTF-8`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("utf-8").decode(bytes);
    const { line, column } = new Source(name, text).position(text.indexOf("\ufffd"));
    throw new ConfigFileError(`${name}:${line}:${column} error invalid UTF-8; save the file as UTF-8`);
  }
}

const DEFAULT_FILE = "link-management.yaml";
const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/**
 * @param folder where the search starts; it goes up to the folder of Pulumi.yaml
 * @param file name or path, relative to each of these folders
 * @throws ConfigFileError; NoConfigFileError if there is nothing to read
 */
export function readConfigFile(folder: string, file: string = DEFAULT_FILE): Source {
  const root = projectFolder(folder);
  return readSource(root, findFile(path.resolve(folder), root, file));
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

function findFile(start: string, root: string, file: string): string {
  const folders = foldersUpTo(root, start);
  const candidates = folders
    .map((folder) => path.resolve(folder, file))
    .filter((candidate) => isInside(root, candidate));
  if (candidates.length === 0) {
    throw new NoConfigFileError(
      `the config file ${quoted(file, 200)} is outside the project folder ${root}; only files inside it are read`,
    );
  }
  const found = candidates.find((candidate) => fs.existsSync(candidate));
  if (found !== undefined) return found;

  const where = folders.length === 1 ? start : `${start} and its parent folders up to ${root}`;
  throw new NoConfigFileError(
    `there is no config file ${quoted(file, 200)} in ${where}; ` +
      `create it, or set another path with \`pulumi config set link-management:file PATH\`${didYouMean(candidates)}`,
  );
}

/** The file with the other extension of YAML. */
function didYouMean(candidates: readonly string[]): string {
  const other = candidates
    .map((candidate) => candidate.replace(/\.ya?ml$/, (end) => (end === ".yaml" ? ".yml" : ".yaml")))
    .find((candidate) => fs.existsSync(candidate));
  return other === undefined ? "" : `; did you mean "${path.basename(other)}"?`;
}

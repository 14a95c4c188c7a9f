// Reads one file of config, and nothing that lies outside of the project's folder.
import * as fs from "node:fs";
import * as path from "node:path";
import { Source } from "./source";

const LARGEST = 5 * 1024 * 1024;
const CHUNK = 64 * 1024;

/** A config file cannot be found or read; the message says why and what to do. */
export class ConfigFileError extends Error {}

/**
 * @param root the project's folder
 * @param file absolute path of a file that exists
 * @throws ConfigFileError
 */
export function readSource(root: string, file: string): Source {
  const name = shownPath(root, file);
  const real = fs.realpathSync(file);
  if (!isInside(fs.realpathSync(root), real)) {
    throw new ConfigFileError(
      `${name} is a link to a file outside of the project's folder ${root}; only files in it are read`,
    );
  }
  return new Source(name, decode(readBytes(real, name), name));
}

export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** As messages name it: relative to the project's folder. */
export function shownPath(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join("/") || root;
}

function readBytes(file: string, name: string): Buffer {
  let bytes: Buffer | undefined;
  try {
    bytes = readUpTo(LARGEST, file);
  } catch (error) {
    throw new ConfigFileError(`${name} cannot be read: ${(error as Error).message}`);
  }
  if (bytes === undefined) throw new ConfigFileError(`${name} is no file`);
  if (bytes.length > LARGEST) {
    throw new ConfigFileError(
      `${name} is larger than ${LARGEST / 1024 / 1024} MiB, which no config file should be`,
    );
  }
  return bytes;
}

/** One byte more than `most` where the file is larger, also while it grows; `undefined` for what is no file. */
function readUpTo(most: number, file: string): Buffer | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  // Its links were followed before, to see where they lead; and a pipe must not wait for its other end.
  const opened = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (!fs.fstatSync(opened).isFile()) return undefined;
    const chunks: Buffer[] = [];
    for (let left = most + 1; left > 0; ) {
      const chunk = Buffer.alloc(Math.min(left, CHUNK));
      const length = fs.readSync(opened, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      left -= length;
    }
    return Buffer.concat(chunks);
  } finally {
    fs.closeSync(opened);
  }
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

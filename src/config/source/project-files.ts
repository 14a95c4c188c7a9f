// The files that `include:` finds in a project folder.
import * as fs from "node:fs";
import * as path from "node:path";
import { globSync } from "tinyglobby";
import type { Source } from "./source";
import { ConfigFileError, isInside, readSource, relativePath } from "./source-file";

/** Limit for `*` in one segment of a path and for `**` in a path: each one more multiplies the search time. */
const MAX_STARS = 3;
const WILDCARD = /[*?[\]{}()!+@|\\]/;

/** The file access of `include:`. Names are paths relative to the project folder, with "/". */
export interface Files {
  /** The name of a file after resolving symbolic links. */
  canonicalName(name: string): string;
  /**
   * Canonical names of the files that match a glob in the file `from`, sorted.
   * @throws ConfigFileError for a glob that leaves the project folder
   */
  matching(glob: string, from: string): readonly string[];
  /** @throws ConfigFileError */
  read(name: string): Source;
}

/** For a config without includes. */
export const NO_FILES: Files = {
  canonicalName: (name) => name,
  matching: () => [],
  read: (name) => {
    throw new ConfigFileError(`no file ${name}`);
  },
};

const OUTSIDE = "the path leaves the project folder";

export class ProjectFiles implements Files {
  readonly #root: string;

  /** @param folder the project folder */
  constructor(folder: string) {
    this.#root = fs.realpathSync(folder);
  }

  canonicalName(name: string): string {
    return this.#resolve(path.join(this.#root, name));
  }

  matching(glob: string, from: string): readonly string[] {
    if (path.isAbsolute(glob)) throw new ConfigFileError("the path must be relative to this file");
    const segments = glob.split("/");
    const firstWildcard = segments.findIndex((segment) => WILDCARD.test(segment));
    const fixed = firstWildcard === -1 ? segments.slice(0, -1) : segments.slice(0, firstWildcard);
    const rest = segments.slice(fixed.length);
    if (hasTooManyStars(segments))
      throw new ConfigFileError(
        `the path may have at most ${MAX_STARS} "*" between two slashes, and at most ${MAX_STARS} "**"`,
      );
    if (rest.includes("..")) throw new ConfigFileError('".." is not allowed after a wildcard');

    const folder = path.resolve(this.#root, path.dirname(from), ...fixed);
    if (!isInside(this.#root, folder)) throw new ConfigFileError(OUTSIDE);
    if (!fs.existsSync(folder)) return [];
    // Checked before the search, which would otherwise walk through the target of a link.
    if (!isInside(this.#root, fs.realpathSync(folder))) throw new ConfigFileError(OUTSIDE);

    const found =
      firstWildcard === -1 ? existing(path.join(folder, ...rest)) : search(folder, rest.join("/"));
    return [...new Set(found.map((file) => this.#resolve(file)))].sort();
  }

  read(name: string): Source {
    return readSource(this.#root, path.join(this.#root, name));
  }

  #resolve(file: string): string {
    const real = fs.realpathSync(file);
    if (!isInside(this.#root, real))
      throw new ConfigFileError(
        `${relativePath(this.#root, file)} is a symbolic link to a file outside the project folder`,
      );
    return relativePath(this.#root, real);
  }
}

function hasTooManyStars(segments: readonly string[]): boolean {
  const doubleStars = segments.filter((segment) => segment === "**").length;
  return doubleStars > MAX_STARS || segments.some((segment) => segment.split("*").length - 1 > MAX_STARS);
}

function existing(file: string): string[] {
  return fs.existsSync(file) && fs.statSync(file).isFile() ? [file] : [];
}

/** Does not follow links to folders, which may leave the project or form a loop. */
function search(folder: string, glob: string): string[] {
  return globSync(glob, {
    cwd: folder,
    absolute: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    extglob: false,
    ignore: ["**/node_modules/**"],
    fs: { readdirSync: readFolder as unknown as typeof fs.readdirSync },
  });
}

/** The entries of a folder; a link to a file counts as a file. */
function readFolder(folder: string): fs.Dirent[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isSymbolicLink()) return [entry];
    if (existing(path.join(folder, entry.name)).length === 0) return [];
    return [Object.assign(Object.create(entry), { isFile: () => true, isSymbolicLink: () => false })];
  });
}

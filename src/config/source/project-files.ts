// The files that `include:` finds in a project folder.
import * as fs from "node:fs";
import * as path from "node:path";
import { ConfigFileError } from "./config-file-error";
import { hasWildcard, matchesSegment, parseGlob } from "./glob";
import type { Source } from "./source";
import { isInside, readSource, relativePath } from "./source-file";

/** The file access of `include:`. Names are paths relative to the project folder, with "/". */
export interface Files {
  /** The name of a file after resolving symbolic links. */
  canonicalName(name: string): string;
  /**
   * Canonical names of the files that match a glob in the file `from`, sorted.
   * @throws ConfigFileError for a glob that is not supported or leaves the project folder
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
  /** Many globs search the same folders. */
  readonly #listings = new Map<string, Listing>();

  /** @param folder the project folder */
  constructor(folder: string) {
    this.#root = fs.realpathSync(folder);
  }

  canonicalName(name: string): string {
    return this.#resolve(path.join(this.#root, name));
  }

  matching(glob: string, from: string): readonly string[] {
    if (path.isAbsolute(glob)) throw new ConfigFileError("the path must be relative to this file");
    const found = parseGlob(glob).flatMap((segments) => this.#find(segments, path.dirname(from)));
    return [...new Set(found.map((file) => this.#resolve(file)))].sort();
  }

  read(name: string): Source {
    return readSource(this.#root, path.join(this.#root, name));
  }

  #find(segments: readonly string[], from: string): readonly string[] {
    const firstWildcard = segments.findIndex(hasWildcard);
    const fixed = firstWildcard === -1 ? segments.slice(0, -1) : segments.slice(0, firstWildcard);
    const rest = segments.slice(fixed.length);
    if (rest.includes("..")) throw new ConfigFileError('".." is not allowed after a wildcard');

    const folder = path.resolve(this.#root, from, ...fixed);
    if (!isInside(this.#root, folder)) throw new ConfigFileError(OUTSIDE);
    if (!fs.existsSync(folder)) return [];
    // Checked before the search, which would otherwise walk through the target of a link.
    if (!isInside(this.#root, fs.realpathSync(folder))) throw new ConfigFileError(OUTSIDE);
    if (firstWildcard !== -1) return this.#search(folder, rest);
    const file = path.join(folder, ...rest);
    return isFile(file) ? [file] : [];
  }

  /** Visits each folder at most once per segment, so the time is bounded by the size of the project. */
  #search(start: string, segments: readonly string[]): readonly string[] {
    const last = segments.at(-1)!;
    // At the end, ** matches the files of all folders.
    const steps = last === "**" ? segments : segments.slice(0, -1);
    let folders: ReadonlySet<string> = new Set([start]);
    for (const segment of steps) folders = this.#foldersBelow(folders, segment);
    return [...folders].flatMap((folder) =>
      matching(this.#list(folder).files, last).map((name) => path.join(folder, name)),
    );
  }

  #foldersBelow(folders: ReadonlySet<string>, segment: string): ReadonlySet<string> {
    const found = new Set(segment === "**" ? folders : []);
    // For **, the loop also visits the folders that it adds.
    for (const folder of segment === "**" ? found : folders) {
      for (const name of matching(this.#list(folder).subfolders, segment)) found.add(path.join(folder, name));
    }
    return found;
  }

  /** @throws ConfigFileError: without the files of a folder, a config would lack entries */
  #list(folder: string): Listing {
    const known = this.#listings.get(folder);
    if (known) return known;
    try {
      const listing = list(folder);
      this.#listings.set(folder, listing);
      return listing;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new ConfigFileError(`the folder ${relativePath(this.#root, folder)} cannot be read (${code})`);
    }
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

/** The names in a folder. */
interface Listing {
  readonly files: readonly string[];
  readonly subfolders: readonly string[];
}

/** Without links to folders, which may leave the project or form a loop. A link to a file counts as a file. */
function list(folder: string): Listing {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const isFileOrLink = (entry: fs.Dirent) =>
    entry.isFile() || (entry.isSymbolicLink() && isFile(path.join(folder, entry.name)));
  return {
    files: entries.filter(isFileOrLink).map(({ name }) => name),
    subfolders: entries
      .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
      .map(({ name }) => name),
  };
}

function matching(names: readonly string[], segment: string): readonly string[] {
  return names.filter((name) => matchesSegment(name, segment));
}

function isFile(file: string): boolean {
  return fs.existsSync(file) && fs.statSync(file).isFile();
}

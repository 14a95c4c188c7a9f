// The files that `include:` finds in a project folder.
import * as fs from "node:fs";
import * as path from "node:path";
import { globSync } from "tinyglobby";
import { ConfigFileError } from "./config-file-error";
import type { Source } from "./source";
import { isInside, readSource, relativePath } from "./source-file";

/** The file access of `include:`. Names are paths relative to the project folder, with "/". */
export interface Files {
  /** The name of a file after resolving symbolic links. */
  canonicalName(name: string): string;
  /**
   * Canonical names of the files that match a pattern in the file `from`, sorted.
   * @throws ConfigFileError for a pattern that leaves the project folder
   */
  matching(pattern: string, from: string): readonly string[];
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

/** In one name. The time of a search grows with its power, and a pull request must not hang a runner. */
const MAX_WILDCARDS = 3;

export class ProjectFiles implements Files {
  readonly #root: string;

  /** @param folder the project folder */
  constructor(folder: string) {
    this.#root = fs.realpathSync(folder);
  }

  canonicalName(name: string): string {
    return this.#resolve(path.join(this.#root, name));
  }

  matching(pattern: string, from: string): readonly string[] {
    const cwd = path.resolve(this.#root, path.dirname(from));
    if (path.isAbsolute(pattern)) throw new ConfigFileError("the path must be relative to this file");
    const segments = path.normalize(pattern).split(path.sep);
    if (segments.some((segment) => segment.split(/[*?]/).length - 1 > MAX_WILDCARDS))
      throw new ConfigFileError(`a name in a path can have ${MAX_WILDCARDS} wildcards`);
    const firstPattern = segments.findIndex((segment) => /[*?{[(]/.test(segment));
    const fixed = path.resolve(cwd, ...segments.slice(0, firstPattern === -1 ? undefined : firstPattern));
    this.#rejectOutside(fixed);
    if (fs.existsSync(fixed)) this.#rejectOutside(fs.realpathSync(fixed));
    // A path without a pattern may be a link, which a search does not follow.
    if (firstPattern === -1) return isFile(fixed) ? [this.#resolve(fixed)] : [];
    const found = globSync(segments.join("/"), {
      cwd,
      absolute: true,
      expandDirectories: false,
      followSymbolicLinks: false,
      ignore: ["**/node_modules/**"],
    });
    return [...new Set(found.map((file) => this.#resolve(file)))].sort();
  }

  read(name: string): Source {
    return readSource(this.#root, path.join(this.#root, name));
  }

  #rejectOutside(file: string): void {
    if (!isInside(this.#root, file)) throw new ConfigFileError("the path leaves the project folder");
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

function isFile(file: string): boolean {
  return fs.existsSync(file) && fs.statSync(file).isFile();
}

// The files of a project that `include:` names by globs.
import * as fs from "node:fs";
import * as path from "node:path";
import { globSync } from "tinyglobby";
import type { Source } from "./source";
import { ConfigFileError, isInside, readSource, shownPath } from "./source-file";

/** Of one part of a path, and folders of any depth in one path: each more multiplies the time of a search. */
const MOST_STARS = 3;
const WILDCARD = /[*?[\]{}()!+@|\\]/;

/** What reading an `include:` needs of the outside; names are paths below the project's folder, with "/". */
export interface Files {
  /** The name of a file that stands for it however it is reached. */
  nameOf(name: string): string;
  /**
   * Names of the files that a glob means in the file `from`, in order; a file behind a link has its own name.
   * @throws ConfigFileError when it leads out of the project's folder
   */
  matching(glob: string, from: string): readonly string[];
  /** @throws ConfigFileError */
  read(name: string): Source;
}

/** For a config of one file, such as in a test: there are no others. */
export const NO_FILES: Files = {
  nameOf: (name) => name,
  matching: () => [],
  read: (name) => {
    throw new ConfigFileError(`there is no file ${name}`);
  },
};

export class ProjectFiles implements Files {
  readonly #root: string;

  /** @param folder the project's folder */
  constructor(folder: string) {
    this.#root = fs.realpathSync(folder);
  }

  nameOf(name: string): string {
    return this.#nameOf(path.join(this.#root, name));
  }

  matching(glob: string, from: string): readonly string[] {
    if (path.isAbsolute(glob)) throw refusal("must be a path relative to the file that it stands in");
    const steps = glob.split("/");
    const first = steps.findIndex((step) => WILDCARD.test(step));
    const fixed = first === -1 ? steps.slice(0, -1) : steps.slice(0, first);
    const rest = steps.slice(fixed.length);
    if (hasTooManyStars(steps))
      throw refusal(
        `must have no more than ${MOST_STARS} stars between two slashes, and no more than ${MOST_STARS} times **`,
      );
    if (rest.includes("..")) throw refusal('must not have ".." behind a wildcard');

    const folder = path.resolve(this.#root, path.dirname(from), ...fixed);
    if (!isInside(this.#root, folder)) throw refusal("leads out of the project's folder");
    if (!fs.existsSync(folder)) return [];
    // Looked at before the search, which would otherwise go through whatever a link leads to.
    if (!isInside(this.#root, fs.realpathSync(folder))) throw refusal("leads out of the project's folder");

    const found = first === -1 ? existing(path.join(folder, ...rest)) : search(folder, rest.join("/"));
    return [...new Set(found.map((file) => this.#nameOf(file)))].sort();
  }

  read(name: string): Source {
    return readSource(this.#root, path.join(this.#root, name));
  }

  #nameOf(file: string): string {
    const real = fs.realpathSync(file);
    if (!isInside(this.#root, real))
      throw refusal(`finds ${shownPath(this.#root, file)}, a link to a file outside of the project's folder`);
    return shownPath(this.#root, real);
  }
}

function refusal(message: string): ConfigFileError {
  return new ConfigFileError(message);
}

function hasTooManyStars(steps: readonly string[]): boolean {
  const deep = steps.filter((step) => step === "**").length;
  return deep > MOST_STARS || steps.some((step) => step.split("*").length - 1 > MOST_STARS);
}

function existing(file: string): string[] {
  return fs.existsSync(file) && fs.statSync(file).isFile() ? [file] : [];
}

/** Links to folders are not followed: they may lead anywhere, and round in circles. */
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

/** The entries of a folder, with links to files as files. */
function readFolder(folder: string): fs.Dirent[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isSymbolicLink()) return [entry];
    if (existing(path.join(folder, entry.name)).length === 0) return [];
    return [Object.assign(Object.create(entry), { isFile: () => true, isSymbolicLink: () => false })];
  });
}

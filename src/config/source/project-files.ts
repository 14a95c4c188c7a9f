// The files that `include:` finds in a project folder.
import * as fs from "node:fs";
import * as path from "node:path";
import { globSync, isDynamicPattern } from "tinyglobby";
import type { Source } from "./source";
import { ConfigFileError, isInside, readSource, realName } from "./source-file";

/** Names of files are their paths without links, relative to the project folder. */
export class ProjectFiles {
  /** @param root the project folder */
  constructor(readonly root: string) {}

  /**
   * Names of the files that a pattern in the file `from` matches, sorted.
   * @throws ConfigFileError for a pattern or a link that leaves the project folder
   */
  matching(pattern: string, from: string): readonly string[] {
    const cwd = path.join(this.root, path.dirname(from));
    const target = path.resolve(cwd, pattern);
    if (path.isAbsolute(pattern)) throw new ConfigFileError("the path must be relative to this file");
    if (!isInside(this.root, target)) throw new ConfigFileError("the path leaves the project folder");
    const found = isDynamicPattern(pattern) ? search(pattern, cwd) : [target].filter((file) => isFile(file));
    return [...new Set(found.map((file) => realName(this.root, file)))].sort();
  }

  /** @throws ConfigFileError */
  read(name: string): Source {
    return readSource(this.root, path.join(this.root, name));
  }
}

function search(pattern: string, cwd: string): readonly string[] {
  return globSync(pattern, {
    cwd,
    absolute: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ["**/node_modules/**"],
  });
}

/** A link, too, which a search does not follow. */
function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

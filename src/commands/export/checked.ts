// Reads the files of an export as the loader will.
import * as path from "node:path";
import type { Report } from "../../config/report/diagnostics";
import type { Kind } from "../../config/schema/layout";
import type { Files } from "../../config/source/project-files";
import { Source } from "../../config/source/source";
import { readConfig } from "../../config/validate/read-config";

/** @param files texts by path in the project @param main path of the main file */
export function checked(files: ReadonlyMap<string, string>, main: string, kinds: readonly Kind[]): Report {
  const read = (name: string) => new Source(name, files.get(name)!);
  const access: Files = {
    canonicalName: (name) => name,
    // An export includes its files by name.
    matching: (name, from) =>
      [path.posix.join(path.posix.dirname(from), name)].filter((one) => files.has(one)),
    read,
  };
  return readConfig(read(main), kinds, { files: access });
}

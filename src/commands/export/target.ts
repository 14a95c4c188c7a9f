// The files that an export may write.
import * as fs from "node:fs";
import * as path from "node:path";
import { isInside, projectFolder, relativePath } from "../../config/source/source-file";
import { configKinds } from "../config-kinds";
import { WriteError } from "../write-files";
import { splitFile } from "./documents/documents";
import { listedKinds } from "./export-account";
import { Selection } from "./selection";

export const MAIN_FILE = "link-management.yaml";
export const ADDED_FILE = "unmanaged.yaml";

/** The options of the command that decide it. */
export interface TargetOptions {
  readonly split?: true;
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
  readonly stdout?: true;
  readonly force?: true;
  readonly unmanaged?: true;
}

/** What is written, and where. */
export interface Target {
  /** The project folder. */
  readonly root: string;
  /** Path of the main file in it, with "/". */
  readonly file: string;
  /** Absolute paths of all files that the export may write. Empty if it prints them. */
  readonly possible: readonly string[];
  /** What to do about those that exist. */
  readonly advice: string | undefined;
}

/**
 * @throws WriteError for options that contradict each other, and for a file that the config could not include
 * @throws ConfigFileError for a pattern that is not supported
 */
export function target(name: string | undefined, options: TargetOptions): Target {
  const { split, stdout, force, unmanaged, only = [], exclude = [] } = options;
  if (split && stdout)
    throw new WriteError("--split writes several files, and --stdout prints one. Choose one of them");
  if (unmanaged && force)
    throw new WriteError(
      "--unmanaged never overwrites a file: the file may have entries that the stack manages, and without them " +
        "the next `up` deletes their objects. Omit --force",
    );
  const root = projectFolder(process.cwd());
  const absolute = path.resolve(
    name ?? (unmanaged ? ADDED_FILE : process.env.LINK_MANAGEMENT_FILE || MAIN_FILE),
  );
  checkName(root, absolute);
  const file = relativePath(root, absolute);
  const selection = new Selection(only, exclude, configKinds);
  const included = split
    ? listedKinds(configKinds, selection).map(({ yaml }) => path.join(root, splitFile(file, yaml.section)))
    : [];
  return {
    root,
    file,
    possible: stdout ? [] : [absolute, ...included],
    advice: unmanaged ? nameAnother(absolute) : undefined,
  };
}

/** @throws WriteError */
function checkName(root: string, file: string): void {
  const shown = path.relative(process.cwd(), file) || ".";
  if (!isInside(root, file))
    throw new WriteError(`${shown} is outside the project folder ${root}; only files inside it are read`);
  const isFolder = fs.existsSync(file) && fs.statSync(file).isDirectory();
  if (isFolder || !/\.ya?ml$/i.test(file))
    throw new WriteError(
      `${shown} ${isFolder ? "is a folder" : "does not end in .yaml or .yml"}. Name a file, such as ${MAIN_FILE}`,
    );
}

/** @param file absolute path of a file that may exist */
function nameAnother(file: string): string {
  const { dir, name, ext } = path.parse(path.relative(process.cwd(), file));
  const numbered = (number: number) => path.join(dir, `${name}-${number}${ext}`);
  let number = 2;
  while (fs.existsSync(numbered(number))) number++;
  const command = `npx pulumi-link-management export --unmanaged ${numbered(number)}`;
  return `The config may include it, so name another file: \`${command}\``;
}

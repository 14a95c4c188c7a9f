// Finds and reads the config file of a project. No file outside the project folder is ever read.
import * as fs from "node:fs";
import * as path from "node:path";
import { quoted } from "./printable";
import type { Source } from "./source";
import { ConfigFileError, isInside, readSource } from "./source-file";

const DEFAULT_FILE = "link-management.yaml";
const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

export class NoConfigFileError extends ConfigFileError {}

/**
 * @param folder where the search starts; it goes up to the folder of Pulumi.yaml
 * @param file name or path, relative to each of these folders
 * @throws ConfigFileError; NoConfigFileError if the file does not exist
 */
export function readConfigFile(folder: string, file: string = DEFAULT_FILE): Source {
  const root = projectFolder(folder);
  return readSource(root, findFile(path.resolve(folder), root, file));
}

/** The folder of Pulumi.yaml, at or above `folder`. Without one, `folder` itself. */
export function projectFolder(folder: string): string {
  const start = path.resolve(folder);
  const isProject = (parent: string) => PROJECT_FILES.some((name) => fs.existsSync(path.join(parent, name)));
  return foldersUpTo(path.parse(start).root, start).find(isProject) ?? start;
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

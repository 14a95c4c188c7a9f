// Finds the config file of a project and reads it. Nothing outside of the project's folder is ever read.
import * as fs from "node:fs";
import * as path from "node:path";
import { quoted } from "./printable";
import type { Source } from "./source";
import { ConfigFileError, isInside, readSource } from "./source-file";

const DEFAULT_FILE = "link-management.yaml";
/** It is not where it is looked for. */
export class NoConfigFileError extends ConfigFileError {}

const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/**
 * @param folder where the search begins; it goes upwards to the folder that holds Pulumi.yaml
 * @param file its name or path, relative to each of these folders
 * @throws ConfigFileError; NoConfigFileError where there is none
 */
export function readConfigFile(folder: string, file: string = DEFAULT_FILE): Source {
  const start = path.resolve(folder);
  const root = projectFolder(start);
  const found = find(start, root, file);
  return readSource(root, found);
}

/** The folder of Pulumi.yaml, at or above `folder`; where there is none, `folder` itself. */
export function projectFolder(folder: string): string {
  const start = path.resolve(folder);
  const found = upwards(start).find((folder) =>
    PROJECT_FILES.some((name) => fs.existsSync(path.join(folder, name))),
  );
  return found ?? start;
}

function upwards(start: string, last = path.parse(start).root): string[] {
  const folders = [start];
  for (let folder = start; folder !== last && folder !== path.dirname(folder); ) {
    folder = path.dirname(folder);
    folders.push(folder);
  }
  return folders;
}

function find(start: string, root: string, file: string): string {
  const folders = upwards(start, root);
  const candidates = [...new Set(folders.map((folder) => path.resolve(folder, file)))].filter((candidate) =>
    isInside(root, candidate),
  );
  if (candidates.length === 0) {
    throw new NoConfigFileError(
      `the config file ${quoted(file, 200)} lies outside of the project's folder ${root}; only files in it are read`,
    );
  }
  const found = candidates.find((candidate) => fs.existsSync(candidate));
  if (found !== undefined) return found;

  const where = folders.length === 1 ? start : `${start} and the folders above it up to ${root}`;
  throw new NoConfigFileError(
    `there is no config file ${quoted(file, 200)} in ${where}; ` +
      `create it, or name another with \`pulumi config set link-management:file PATH\`${similar(candidates)}`,
  );
}

/** A file with the other usual ending is most likely the one that was meant. */
function similar(candidates: readonly string[]): string {
  const other = candidates
    .map((candidate) =>
      candidate.endsWith(".yaml")
        ? candidate.replace(/\.yaml$/, ".yml")
        : candidate.replace(/\.yml$/, ".yaml"),
    )
    .find((candidate) => !candidates.includes(candidate) && fs.existsSync(candidate));
  return other === undefined ? "" : ` (there is a ${path.basename(other)})`;
}

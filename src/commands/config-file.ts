// The config file of a project, as `pulumi up` finds it. Without the classes of the kinds, which load the SDK: `npx` may have
// installed none.
import { readFileSync, statSync } from "node:fs";
import * as path from "node:path";
import { parseDocument } from "yaml";
import { FileSchema, type Kind } from "../config/schema/file-schema";
import { ProjectFiles } from "../config/source/project-files";
import type { Source } from "../config/source/source";
import { projectFile, projectFolder, readConfigFile } from "../config/source/source-file";
import { type ReadOptions, type ReadResult, readConfig } from "../config/validate/read-config";
import { definitions } from "../resources/definitions";

export const configKinds: readonly Kind[] = definitions.map((definition) => ({ definition }));

/**
 * @param named on the command line, relative to the working folder
 * @param inStack the setting `file` of the stack config, if it is known
 * @throws ConfigFileError; NoConfigFileError if there is nothing to read
 */
export function configSource(named?: string, inStack?: string): Source {
  if (named) return readConfigFile(process.cwd(), named);
  return readConfigFile(programFolder(), process.env.LINK_MANAGEMENT_FILE || inStack || undefined);
}

/** Reads a config with everything that it includes. @param values those of `${…}`. @default they stay unknown */
export function readProjectConfig(source: Source, values?: ReadOptions["values"]): ReadResult {
  const files = new ProjectFiles(projectFolder(process.cwd()));
  return readConfig(source, new FileSchema(configKinds), { files, ...(values && { values }) });
}

/** The folder in which Pulumi runs the program: that of Pulumi.yaml, or of the folder or file that its `main` names. */
function programFolder(): string {
  const file = projectFile(process.cwd());
  if (file === undefined) return process.cwd();
  const main = parseDocument(readFileSync(file, "utf8"), { logLevel: "silent" }).get("main") ?? ".";
  const program = path.resolve(path.dirname(file), String(main));
  // A file may not be built yet.
  return statSync(program, { throwIfNoEntry: false })?.isDirectory() ? program : path.dirname(program);
}

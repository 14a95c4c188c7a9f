// The config file of a project, as `pulumi up` finds it. Without the classes of the kinds, which load the SDK: `npx` may have
// installed none. And without the Pulumi CLI: the file of a stack is no secret.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import * as path from "node:path";
import { parseDocument } from "yaml";
import { NAMESPACE } from "../api/settings";
import { FileSchema, type Kind } from "../config/schema/file-schema";
import type { Source } from "../config/source/source";
import { NoConfigFileError, projectFile, projectFolder, readConfigFile } from "../config/source/source-file";
import { type ReadOptions, type ReadResult, readConfig } from "../config/validate/read-config";
import { definitions } from "../resources/definitions";

export const configKinds: readonly Kind[] = definitions.map((definition) => ({ definition }));

/**
 * The config file that `pulumi up` of a stack reads.
 * @param stack whose setting `file` counts. @default PULUMI_STACK, else the only one that has a Pulumi.<stack>.yaml
 * @throws ConfigFileError; NoConfigFileError if there is nothing to read
 */
export function findConfigFile(stack?: string): Source {
  return readConfigFile(programFolder(), process.env.LINK_MANAGEMENT_FILE || fileSetting(stack) || undefined);
}

/** The same. `undefined` if there is nothing to read. @throws ConfigFileError */
export function existingConfigFile(find: () => Source): Source | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof NoConfigFileError) return undefined;
    throw error;
  }
}

/** Reads a config with everything that it includes. @param values those of `${…}`. @default they stay unknown */
export function readProjectConfig(source: Source, values?: ReadOptions["values"]): ReadResult {
  const folder = projectFolder(process.cwd());
  return readConfig(source, new FileSchema(configKinds), { folder, ...(values && { values }) });
}

/** The folder in which Pulumi runs the program: that of Pulumi.yaml, or of the folder or file that its `main` names. */
function programFolder(): string {
  const file = projectFile(process.cwd());
  if (file === undefined) return process.cwd();
  const program = path.resolve(path.dirname(file), String(yamlValue(file, ["main"]) ?? "."));
  // A file may not be built yet.
  return statSync(program, { throwIfNoEntry: false })?.isDirectory() ? program : path.dirname(program);
}

function fileSetting(stack = process.env.PULUMI_STACK): string | undefined {
  const folder = projectFolder(process.cwd());
  const files = stack
    ? // Of a name such as acme/links/prod, the file has the last part.
      [`Pulumi.${stack.split("/").at(-1)}.yaml`].filter((name) => existsSync(path.join(folder, name)))
    : readdirSync(folder).filter((name) => /^Pulumi\.[^.]+\.yaml$/.test(name));
  const [file, ...others] = files.map((name) => path.join(folder, name));
  if (file === undefined || others.length > 0) return undefined;
  return yamlValue(file, ["config", `${NAMESPACE}:file`])?.toString();
}

function yamlValue(file: string, keys: readonly string[]): unknown {
  return parseDocument(readFileSync(file, "utf8"), { logLevel: "silent" }).getIn(keys);
}

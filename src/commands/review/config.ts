// What the config file says about a plan: where each entry is, and `maxDeletions`.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { FileSchema } from "../../config/schema/file-schema";
import { ProjectFiles } from "../../config/source/project-files";
import { NoConfigFileError, projectFolder } from "../../config/source/source-file";
import type { Plan } from "../../config/validate/plan";
import { readConfig } from "../../config/validate/read-config";
import { entryName } from "../../kind/entry";
import { configKinds, configSource } from "../config-file";

/** `undefined` for a program without a config file, or if it has errors, which the preview has reported. */
export function configPlan(stack: string): Plan | undefined {
  const folder = projectFolder(process.cwd());
  try {
    const source = configSource(undefined, fileOf(join(folder, `Pulumi.${stack}.yaml`)));
    return readConfig(source, new FileSchema(configKinds), { files: new ProjectFiles(folder) }).plan;
  } catch (error) {
    if (error instanceof NoConfigFileError) return undefined;
    throw error;
  }
}

/** The setting `file` of a stack config. */
function fileOf(stackConfig: string): string | undefined {
  if (!existsSync(stackConfig)) return undefined;
  const document = parseDocument(readFileSync(stackConfig, "utf8"), { logLevel: "silent" });
  return document.getIn(["config", "link-management:file"]) as string | undefined;
}

/** `file:line` by key. */
export function placesIn(plan: Plan | undefined): ReadonlyMap<string, string> {
  const resources = (plan?.entries ?? []).flatMap(({ definition, key, location, members }) => [
    { definition, name: key, location },
    ...members.map(({ list, name, location }) => ({ definition: list.definition, name, location })),
  ]);
  return new Map(
    resources.map(({ definition, name, location }) => [
      entryName(definition, name),
      location.replace(/:\d+$/, ""),
    ]),
  );
}

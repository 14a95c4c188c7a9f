// What the config file says about a plan: where each entry is, and `maxDeletions`.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { NAMESPACE } from "../../api/settings";
import { NoConfigFileError, projectFolder } from "../../config/source/source-file";
import type { Plan } from "../../config/validate/plan";
import { entryName } from "../../kind/entry";
import { configSource, readProjectConfig } from "../config-file";

/** `undefined` for a program without a config file, or if it has errors, which the preview has reported. */
export function configPlan(stack: string): Plan | undefined {
  try {
    return readProjectConfig(configSource(undefined, settingOf(stack, "file"))).plan;
  } catch (error) {
    if (error instanceof NoConfigFileError) return undefined;
    throw error;
  }
}

/** A setting of a stack config, without the CLI: it is not secret. */
export function settingOf(stack: string, name: "file" | "maxDeletions"): string | undefined {
  const file = join(projectFolder(process.cwd()), `Pulumi.${stack}.yaml`);
  if (!existsSync(file)) return undefined;
  const document = parseDocument(readFileSync(file, "utf8"), { logLevel: "silent" });
  const value = document.getIn(["config", `${NAMESPACE}:${name}`]);
  return value === undefined ? undefined : String(value);
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

// Where the config file has an entry.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { NAMESPACE } from "../../api/settings";
import { NoConfigFileError, projectFolder } from "../../config/source/source-file";
import { entryName } from "../../kind/entry";
import { configSource, readProjectConfig } from "../config-file";

/** `file:line` by key. Empty for a program without a config file. */
export function placesOf(stack: string): ReadonlyMap<string, string> {
  try {
    const { plan } = readProjectConfig(configSource(undefined, fileSetting(stack)));
    const resources = (plan?.entries ?? []).flatMap(({ definition, key, location, members }) => [
      { definition, name: key, location },
      ...members.map(({ list, name, location }) => ({ definition: list.definition, name, location })),
    ]);
    const withoutColumn = (location: string) => location.replace(/:\d+$/, "");
    return new Map(
      resources.map((one) => [entryName(one.definition, one.name), withoutColumn(one.location)]),
    );
  } catch (error) {
    if (error instanceof NoConfigFileError) return new Map();
    throw error;
  }
}

/** Without the CLI: it is not secret. */
function fileSetting(stack: string): string | undefined {
  const file = join(projectFolder(process.cwd()), `Pulumi.${stack}.yaml`);
  if (!existsSync(file)) return undefined;
  const document = parseDocument(readFileSync(file, "utf8"), { logLevel: "silent" });
  return document.getIn(["config", `${NAMESPACE}:file`])?.toString();
}

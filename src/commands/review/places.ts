// Where the config file has an entry.
import { entryName } from "../../kind/entry";
import type { Project } from "../account/project";
import { readProjectConfig } from "../config-file";

/** `file:line` by key. Empty for a program without a config file. */
export function placesOf(project: Project): ReadonlyMap<string, string> {
  const source = project.existingConfigFile();
  const { plan } = source ? readProjectConfig(source) : {};
  const withoutColumn = (location: string) => location.replace(/:\d+$/, "");
  return new Map(
    plan?.resources.map(({ definition, name, node }) => [
      entryName(definition, name),
      withoutColumn(node.keyPosition),
    ]),
  );
}

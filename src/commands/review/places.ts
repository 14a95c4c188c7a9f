// Where the config file has an entry.
import { entryName } from "../../kind/entry";
import { existingConfigFile, findConfigFile, readProjectConfig } from "../config-file";

/** `file:line` by key. Empty for a program without a config file. */
export function placesOf(stack: string): ReadonlyMap<string, string> {
  const source = existingConfigFile(() => findConfigFile(stack));
  const { plan } = source ? readProjectConfig(source) : {};
  const resources = (plan?.entries ?? []).flatMap(({ definition, key, node, members }) => [
    { definition, name: key, node },
    ...members.map(({ list, name, node }) => ({ definition: list.definition, name, node })),
  ]);
  const withoutColumn = (location: string) => location.replace(/:\d+$/, "");
  return new Map(
    resources.map((one) => [entryName(one.definition, one.name), withoutColumn(one.node.keyPosition)]),
  );
}

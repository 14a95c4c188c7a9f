// Where the config file has an entry.
import { entryName } from "../../kind/entry";
import type { Project } from "../account/project";
import { readProjectConfig } from "../config-file";

/** `file:line` by key: the main file first, then what it includes by name. Empty for a program without a config file. */
export function placesOf(project: Project): ReadonlyMap<string, string> {
  const source = project.existingConfigFile();
  const { plan } = source ? readProjectConfig(source) : {};
  const all = (plan?.resources ?? []).map(({ definition, name, node }) => {
    const [, file = "", line = "0"] = /^(.*):(\d+):\d+$/.exec(node.keyPosition) ?? [];
    return { key: entryName(definition, name), file, line: Number(line) };
  });
  const rank = (file: string) => (file === source?.file ? "" : file);
  all.sort((a, b) => compareTexts(rank(a.file), rank(b.file)) || a.line - b.line);
  return new Map(all.map(({ key, file, line }) => [key, `${file}:${line}`]));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

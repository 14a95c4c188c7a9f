// Where the config file has an entry.
import { toLine } from "../../api/sanitize";
import { compareTexts } from "../../config/report/diagnostics";
import { entryName } from "../../kind/entry";
import type { Project } from "../account/project";
import { readProjectConfig } from "../config-file";

/** `file:line` by key: the main file first, then what it includes by name. Empty for a program without a config file. */
export function placesOf(project: Project): ReadonlyMap<string, string> {
  const source = project.existingConfigFile();
  const { plan } = source ? readProjectConfig(source) : {};
  const all = (plan?.resources ?? []).map(({ definition, name, node: { file, keyRange } }) => {
    const { line } = file.source.position(keyRange.start);
    return { key: entryName(definition, name), file: file.source.file, line };
  });
  const rank = (file: string) => (file === source?.file ? "" : file);
  all.sort((a, b) => compareTexts(rank(a.file), rank(b.file)) || a.line - b.line);
  return new Map(all.map(({ key, file, line }) => [key, `${toLine(file)}:${line}`]));
}

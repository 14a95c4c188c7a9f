// Reads a config as `pulumi up` does. Without the classes of the kinds, which load the SDK: `npx` may have installed none.
import { toLine } from "../api/sanitize";
import { compareTexts } from "../config/report/report";
import { FileSchema } from "../config/schema/file-schema";
import type { Source } from "../config/source/source";
import { projectFolder } from "../config/source/source-file";
import { type ReadResult, readConfig } from "../config/validate/read-config";
import type { ExternalValues } from "../config/yaml/expressions";
import { entryName } from "../kind/entry";
import { definitions } from "../resources/definitions";

/** Reads a config with everything that it includes. @param values those of `${…}`. @default they stay unknown */
export function readProjectConfig(source: Source, values?: ExternalValues): ReadResult {
  return readConfig(source, new FileSchema(definitions), projectFolder(process.cwd()), values);
}

/** `file:line` of each entry by key: the file first, then what it includes by name. Empty if there is none. */
export function placesIn(source: Source | undefined): ReadonlyMap<string, string> {
  const { plan } = source ? readProjectConfig(source) : {};
  const all = (plan?.resources ?? []).map(({ definition, name, node: { file, keyRange } }) => {
    const { line } = file.source.position(keyRange.start);
    return { key: entryName(definition, name), file: file.source.file, line };
  });
  const rank = (file: string) => (file === source?.file ? "" : file);
  all.sort((a, b) => compareTexts(rank(a.file), rank(b.file)) || a.line - b.line);
  return new Map(all.map(({ key, file, line }) => [key, `${toLine(file)}:${line}`]));
}

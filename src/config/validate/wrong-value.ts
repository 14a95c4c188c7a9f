// What is wrong with a value, in words: its type, what is allowed, and how to write it.
import type { z } from "zod";
import { suggest } from "../../api/suggest";
import { type Props, secretsOf } from "../../kind/definition";
import type { Code } from "../report/diagnostics";
import type { FileSchema } from "../schema/file-schema";
import { quotedWord } from "../source/printable";
import { colonWithoutSpace, noValueBut } from "../yaml/hints";
import { type Path, rangeOf } from "../yaml/nodes";
import { UNRESOLVED } from "../yaml/values";
import type { ConfigFile } from "./config-file";
import { entryPath, labelOf } from "./labels";

type Issue = z.core.$ZodIssue;

/** A shorter beginning of a word is no hint. */
const MIN_PREFIX = 2;

/** @param issue at a path that the file has */
export function reportWrongValue({ path, code, message }: Issue, file: ConfigFile, schema: FileSchema): void {
  const report: Report = (kind, sentence, help, location) =>
    file.error(path, kind, joined(labelOf(path, schema), sentence), help, location);
  const { node, key } = file.place(path)!;
  const value = file.valueAt(path);
  if (value === null) {
    const other = key && noValueBut(key, file.source);
    if (other) report("syntax", other.message, other.help, file.at(other.range));
    else report("missing", "has no value", "add a value, or remove it");
  } else if (typeof value === "object" || value === UNRESOLVED) {
    report(code === "invalid_type" || code === "invalid_union" ? "type" : "value", message);
  } else if (Number.isNaN(value)) {
    const { start, end } = rangeOf(node!);
    const written = file.source.text.slice(start, end);
    const help = quotingHelp(0, written, schema.typesAt(path));
    const sentence = `has the number ${written}, which YAML reads as ${Number(written)}`;
    report("value", sentence, help ?? "write an id in plain digits, without leading zeros");
  } else wrongScalar({ path, code, message }, value, file, schema, report);
}

type Report = (
  code: Code,
  sentence: string,
  help?: string,
  location?: ReturnType<ConfigFile["location"]>,
) => void;

function wrongScalar(
  { path, code, message }: Pick<Issue, "path" | "code" | "message">,
  value: unknown,
  file: ConfigFile,
  schema: FileSchema,
  report: Report,
): void {
  const expressions = file.interpolationAt(path)?.from;
  const isSecret = isSecretAt(path, file, schema);
  const choices = choicesAt(path, schema);
  if (code === "invalid_value" && choices.length > 1 && !isSecret) {
    const suggestion = expressions === undefined ? suggestChoice(String(value), choices) : undefined;
    const found = expressions === undefined ? quotedWord(String(value)) : `the value of ${expressions}`;
    if (suggestion === undefined) report("value", `cannot be ${found}`, `allowed: ${choices.join(", ")}`);
    else report("value", `cannot be ${found}; did you mean "${suggestion}"?`);
    return;
  }
  const { start, end } = file.location(path).range;
  const written = file.source.text.slice(start, end);
  const fields = schema.fieldsAt(path);
  const cause = code === "invalid_type" ? colonWithoutSpace(written, start, fields) : undefined;
  if (cause) {
    file.error(path, "syntax", cause.message, cause.help, file.at(cause.range));
    return;
  }
  const ownHelp =
    quotingHelp(value, isSecret ? undefined : written, schema.typesAt(path)) ??
    (fields.length > 0 ? `its fields: ${fields.join(", ")}` : undefined);
  const help = expressions === undefined ? ownHelp : `the value comes from ${expressions}`;
  report(code === "invalid_type" ? "type" : "value", message, help);
}

/** The value that the user most likely means: by a typo, or by its beginning. */
function suggestChoice(word: string, choices: readonly string[]): string | undefined {
  const plain = word.toLowerCase().replace(/[\s_-]/g, "");
  const similar = suggest(word, choices);
  if (similar !== undefined || plain.length < MIN_PREFIX) return similar;
  const [first, ...others] = choices.filter((choice) => choice.toLowerCase().startsWith(plain));
  return others.length === 0 ? first : undefined;
}

function choicesAt(path: Path, schema: FileSchema): readonly string[] {
  return schema.at(path).flatMap((one) => {
    const { options = [] } = one as { options?: unknown[] };
    return options.filter((option) => typeof option === "string");
  });
}

function isSecretAt(path: Path, file: ConfigFile, schema: FileSchema): boolean {
  const entry = entryPath(path, schema);
  const section = schema.sections.get(String(path[0]));
  const values = file.valueAt(entry);
  if (!section || typeof values !== "object" || values === null) return false;
  return secretsOf(section.definition, values as Props).has(String(path[entry.length]));
}

/** How to write the same value with the expected type. @param written unset if it must not be shown */
function quotingHelp(
  value: unknown,
  written: string | undefined,
  types: ReadonlySet<string>,
): string | undefined {
  if (typeof value !== "string") {
    if (!types.has("string") || types.has(typeof value)) return undefined;
    return written === undefined ? "write it in quotes" : `write it in quotes: "${written}"`;
  }
  const flag = FLAGS[value.toLowerCase()];
  if (types.has("boolean") && flag) return `write ${flag} without quotes`;
  const isNumber = types.has("number") && !types.has("string") && /^-?(0|[1-9]\d*)$/.test(value);
  return isNumber && written !== undefined ? `write it without quotes: ${value}` : undefined;
}

/** A message of a schema continues the name of its field. Any other message is a sentence of its own. */
function joined(name: string, message: string): string {
  return `${name}${/^(must|is|has|cannot|needs|may|matches|contains)\b/.test(message) ? " " : ": "}${message}`;
}

const FLAGS: Readonly<Record<string, string>> = {
  true: "true",
  yes: "true",
  on: "true",
  false: "false",
  no: "false",
  off: "false",
};

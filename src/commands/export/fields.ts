// What the config file can say about an object, and how it writes it: without the libraries that reading a file needs. A value is
// JSON, which is YAML, or plain text if every reader takes it for text.
import type { z } from "zod";
import { quote, sanitize, visible } from "../../api/sanitize";
import { isOptional } from "../../config/schema/file-schema";
import { EXPRESSION_START } from "../../config/yaml/expressions";
import { controlCharacterIn } from "../../config/yaml/text";
import type { Definition, Props } from "../../kind/definition";
import { decodeEntities } from "../../kind/field";
import { zodMessage } from "../../kind/schema";

/**
 * Text that is not set is left out: it stays unmanaged.
 * @param shown as the list shows it
 * @returns the arguments, the optional values that the config file cannot have, and why the object is no entry, if it is none
 */
export function fieldsOf(kind: Definition, shown: Props) {
  const args: Props = {};
  const omissions: string[] = [];
  for (const [name, field] of Object.entries(kind.fields)) {
    // What a service shows for a best-effort field may be its own text, which an entry must not manage.
    if (field.writeOnly || field.bestEffort) continue;
    const value = decodeEntities(shown[name]);
    const isUnset = value === undefined || value === null || value === "";
    if (isUnset && isOptional(kind, name)) continue;
    const problem = isUnset ? "is empty" : valueProblem(kind.args().shape[name] as z.ZodType, value);
    if (problem === undefined) args[name] = value;
    else if (isOptional(kind, name)) omissions.push(`${name} ${quote(value)} ${problem}`);
    else return { args, omissions, problem: `its ${name} ${isUnset ? "" : `${quote(value)} `}${problem}` };
  }
  return { args, omissions };
}

function valueProblem(schema: z.ZodType, value: unknown): string | undefined {
  const [issue] = schema.safeParse(value, { error: zodMessage }).error?.issues ?? [];
  return issue ? issue.message : textProblem(String(value));
}

/** Why a file cannot contain the text. */
function textProblem(text: string): string | undefined {
  const code = controlCharacterIn(text);
  if (code !== undefined) return `contains the control character ${code}`;
  // Half of a character, which UTF-8 cannot express.
  return /\p{Surrogate}/u.test(text) ? "is not valid Unicode" : undefined;
}

/** An id as the config file has it: a number, unless it is too large. */
export function fileId(id: string): string | number {
  return Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

const PLAIN = /^[A-Za-z][\w./@+-]*(?: [\w./@+-]+)*$|^https?:\/\/[\w./~%+-]+$/;
/** Some readers take them for booleans or null. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|inf|nan)$/i;

/** A value on one line. It has no expressions: `${` of an account is text. */
export function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(([name, part]) => `${inline(name)}: ${inline(part)}`);
    return `{ ${pairs.join(", ")} }`;
  }
  if (typeof value !== "string") return String(value);
  if (PLAIN.test(value) && !WORDS.test(value)) return value;
  return visible(JSON.stringify(value.replaceAll(EXPRESSION_START, () => `$${EXPRESSION_START}`)));
}

/** One line, whatever the text contains. */
export function comment(text: string): string {
  return `# ${sanitize(text)}`;
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

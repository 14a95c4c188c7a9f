// The fields of an object as the config file can have them.
import type { z } from "zod";
import { quote } from "../../api/sanitize";
import { isOptional } from "../../config/schema/field-notes";
import { controlCharacterIn } from "../../config/source/printable";
import type { Definition, Props } from "../../kind/definition";
import { zodMessage } from "../../kind/schema";

export interface Fields {
  readonly args: Props;
  /** Optional values that the config file cannot have, each as one line. */
  readonly omitted: readonly string[];
  /** Why the object cannot be an entry. */
  readonly problem?: string;
}

/** What the config file can say about an object. Text that is not set is left out: it stays unmanaged. */
export function fieldsOf(definition: Definition, item: Props): Fields {
  const args: Props = {};
  const omitted: string[] = [];
  for (const [name, field] of Object.entries(definition.fields)) {
    // What a service shows for a best-effort field may be its own text, which an entry must not manage.
    if (field.writeOnly || field.bestEffort) continue;
    const value = field.read(item);
    const isUnset = value === undefined || value === null || value === "";
    if (isUnset && isOptional(definition, name)) continue;
    const { written, problem } = isUnset ? { problem: "is empty" } : spelled(definition, name, value);
    if (problem === undefined) args[name] = written;
    else if (isOptional(definition, name)) omitted.push(`${name} ${quote(value)} ${problem}`);
    else
      return {
        args,
        omitted,
        problem: isUnset ? `its ${name} is empty` : `its ${name} ${quote(value)} ${problem}`,
      };
  }
  return { args, omitted };
}

/** The value as the schema accepts it, with the same meaning. */
function spelled(
  { args, fields }: Definition,
  name: string,
  value: unknown,
): { readonly written?: unknown; readonly problem?: string } {
  const schema = args().shape[name] as z.ZodType;
  const spellings = typeof value === "boolean" ? [value] : [value, String(value), String(value).trim()];
  const written = spellings.find((one) => fields[name]?.same(one, value) && schema.safeParse(one).success);
  if (written === undefined) {
    const [issue] = schema.safeParse(value, { error: zodMessage }).error?.issues ?? [];
    return { problem: issue?.message ?? "cannot be written" };
  }
  if (typeof written !== "string") return { written };
  const problem = textProblem(written);
  return problem === undefined ? { written } : { problem };
}

/** Why a file cannot contain the text. */
export function textProblem(text: string): string | undefined {
  const code = controlCharacterIn(text);
  if (code !== undefined) return `contains the control character ${code}`;
  // Half of a surrogate pair, which UTF-8 cannot express.
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
    ? "is not valid Unicode"
    : undefined;
}

/** An id as a number, as the config file has it. `undefined` if the file cannot name it. */
export function fileId(id: string): string | number | undefined {
  if (!/^[1-9]\d*$/.test(id)) return undefined;
  return Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

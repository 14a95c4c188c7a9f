// One object of the account as one entry of the config file.
import type { z } from "zod";
import { quote, sanitize } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import { isOptional } from "../../config/schema/field-notes";
import { OPTIONS } from "../../config/schema/layout";
import { controlCharacterIn } from "../../config/source/printable";
import type { Definition, Props, ReferTo } from "../../kind/definition";
import { zodMessage } from "../../kind/schema";
import type { AccountObject, MemberList } from "./read-account";
import { comment, indented, inline } from "./yaml";

/** What the file says about an object. */
export interface Entry {
  readonly object: AccountObject;
  readonly args: Props;
  /** Only its id identifies the object. */
  readonly isById: boolean;
  /** What the file cannot say, each as one line. */
  readonly omissions: readonly string[];
  /** Why the object is no entry. */
  readonly problem?: string | undefined;
}

export async function entryOf(
  session: AccountSession,
  kind: Definition,
  object: AccountObject,
): Promise<Entry> {
  const { id } = object;
  const { args, omissions, problem } = fieldsOf(kind, object.item);
  const [first, ...others] = await kind.lifecycle.existing!.matching(session, args);
  const isById = first?.id !== id || others.length > 0;
  const idProblem =
    isById && fileId(id) === undefined
      ? "only its id identifies it, and a config file cannot have it"
      : undefined;
  return { object, args, isById, omissions, problem: problem ?? idProblem };
}

/** What the config file can say about an object. Text that is not set is left out: it stays unmanaged. */
function fieldsOf(kind: Definition, item: Props): Pick<Entry, "args" | "omissions" | "problem"> {
  const args: Props = {};
  const omissions: string[] = [];
  for (const [name, field] of Object.entries(kind.fields)) {
    // What a service shows for a best-effort field may be its own text, which an entry must not manage.
    if (field.writeOnly || field.bestEffort) continue;
    const value = field.read(item);
    const isUnset = value === undefined || value === null || value === "";
    if (isUnset && isOptional(kind, name)) continue;
    const problem = isUnset ? "is empty" : valueProblem(kind.args().shape[name] as z.ZodType, value);
    if (problem === undefined) args[name] = value;
    else if (isOptional(kind, name)) omissions.push(`${name} ${quote(value)} ${problem}`);
    else return { args, omissions, problem: `its ${name} ${isUnset ? "" : `${quote(value)} `}${problem}` };
  }
  return { args, omissions };
}

/** Why an entry cannot have the value. */
function valueProblem(schema: z.ZodType, value: unknown): string | undefined {
  const [issue] = schema.safeParse(value, { error: zodMessage }).error?.issues ?? [];
  return issue ? issue.message : textProblem(String(value));
}

/** Why a file cannot contain the text. */
export function textProblem(text: string): string | undefined {
  const code = controlCharacterIn(text);
  if (code !== undefined) return `contains the control character ${code}`;
  // Half of a character, which UTF-8 cannot express.
  return /\p{Surrogate}/u.test(text) ? "is not valid Unicode" : undefined;
}

/** An id as the config file has it: a number, unless it is too large. `undefined` if the file cannot name it. */
export function fileId(id: string): string | number | undefined {
  if (!/^[1-9]\d*$/.test(id)) return undefined;
  return Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

/** @param options those of the entry, besides how it finds its object */
export function entryLines(
  kind: Definition,
  { object, args, isById }: Entry,
  refer: ReferTo,
  options: Props,
): { readonly lines: readonly string[]; readonly omissions: readonly string[] } {
  const lists = [...object.members].map(([list, items]) => memberLines(list, items, refer));
  const own = isById ? { ...options, onExisting: { id: fileId(object.id) } } : options;
  const lines = [
    ...Object.entries(args).map(([name, value]) => `${name}: ${inline(value)}`),
    ...lists.flatMap(({ lines }) => lines),
    ...(Object.keys(own).length > 0 ? [`${OPTIONS}: ${inline(own)}`] : []),
  ];
  return {
    lines: [...recognition(kind, object.item), `${inline(object.key)}:`, ...indented(lines)],
    omissions: lists.flatMap(({ omissions }) => omissions),
  };
}

function memberLines({ entry, field, fromItem, label }: MemberList, items: readonly Props[], refer: ReferTo) {
  const omissions: string[] = [];
  // The API may list an item twice that is assigned twice.
  const lines = new Map<string, string>();
  for (const item of items) {
    const member = fromItem?.(item, refer);
    if (entry().safeParse(member).success) lines.set(label(member as never), `  - ${inline(member)}`);
    else omissions.push(`${field}: a config file cannot have ${sanitize(JSON.stringify(item), 120)}`);
  }
  return { lines: lines.size > 0 ? [`${field}:`, ...lines.values()] : [], omissions };
}

/** A comment, for people. */
function recognition({ fields, recognizedBy = [] }: Definition, item: Props): string[] {
  const known = recognizedBy
    .map((name) => [name, fields[name] ? fields[name].read(item) : item[name]] as const)
    .filter(([, value]) => (typeof value === "string" && value !== "") || typeof value === "number")
    .map(([name, value]) => `${name} ${sanitize(String(value), 100)}`);
  return known.length === 0 ? [] : [comment(known.join(", "))];
}

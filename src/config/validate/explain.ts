// What is wrong with a value, in words: its type, what is allowed, and how to write it.
import type { z } from "zod";
import { suggest } from "../../api/suggest";
import type { Code, Problem } from "../report/diagnostics";
import { ENTRY_KEY_RULE, MAX_KEY_LENGTH } from "../schema/loader-fields";
import { EXPRESSION_START, UNRESOLVED } from "../yaml/expressions";
import { colonWithoutSpace, commentAsValue } from "../yaml/text";
import type { ConfigNode } from "../yaml/tree";

/** Without a range, it is that of the node. */
export type Explanation = Pick<Problem, "message" | "help"> &
  Partial<Pick<Problem, "range">> & { code: Code };

/** @param node at the path of the issue */
export function explain(issue: z.core.$ZodIssue, node: ConfigNode): Explanation {
  const { value, label, origin, mayShow } = node;
  const { choices, fields } = node.place;
  if (issue.code === "invalid_key") return wrongKey(node);
  if (value === null) return noValue(node);
  const isType =
    issue.code === "invalid_type" || (issue.code === "invalid_union" && typeof value === "object");
  const code = isType || value === UNRESOLVED ? "type" : "value";
  const say = (sentence: string, help = helpFor(node, isType)) =>
    ({ code, message: joined(label, sentence), help }) as const;
  if (Number.isNaN(value)) {
    const read = mayShow
      ? `the number ${node.text}, which YAML reads as ${Number(node.text)}`
      : "a number that YAML changes";
    return { ...say(`has ${read}`), code: "value" };
  }
  if (issue.code === "invalid_value" && choices.length > 1) {
    const allowed = `allowed: ${choices.join(", ")}`;
    if (origin && code === "value") return say(`cannot be the value of ${origin.from}`, allowed);
    const meant = mayShow ? suggest(String(value), choices) : undefined;
    if (meant !== undefined)
      return { code: "value", message: `${label} cannot be "${value}"; did you mean "${meant}"?` };
  }
  const colon = isType && typeof value === "string" && colonWithoutSpace(node.text, node.range.start, fields);
  return colon ? { code: "syntax", ...colon } : say(issue.message);
}

function noValue(node: ConfigNode): Explanation {
  const { source } = node.file;
  const { end } = node.keyRange;
  const comment = node.key && commentAsValue(source.text, { start: end, end: source.lineAt(end).end });
  if (comment)
    return { ...comment, code: "syntax", message: `${node.label} has no value: ${comment.message}` };
  return { code: "missing", message: `${node.label} has no value`, help: "add a value, or remove it" };
}

function wrongKey({ parent, step, keyRange: range }: ConfigNode): Explanation {
  const key = String(step);
  const isTooLong = key.length > MAX_KEY_LENGTH;
  const problem = isTooLong ? `the key has more than ${MAX_KEY_LENGTH} characters` : "invalid key";
  const help = key.includes(EXPRESSION_START)
    ? "write the key without ${…}: it names a resource and must be the same in every environment"
    : key.includes(":")
      ? 'add a space after the ":"'
      : /\s/.test(key)
        ? 'write "-" in place of spaces, such as summer-sale'
        : `allowed: ${ENTRY_KEY_RULE}`;
  return { code: "key", message: `${parent!.label}: ${problem}`, help, range };
}

/** How to write the value. Never with a secret. @param isType whether another type is needed */
function helpFor(node: ConfigNode, isType: boolean): string | undefined {
  const { value, place, origin, mayShow, text } = node;
  const { types } = place;
  if (origin) return `the value comes from ${origin.from}`;
  if (typeof value === "object")
    return !isType
      ? undefined
      : types.has("array")
        ? 'write a list: start each element with "- "'
        : example(node);
  const word = String(value).toLowerCase();
  const [flag] = Object.entries(FLAGS).find(([, words]) => words.includes(word)) ?? [];
  if (flag !== undefined && types.has("boolean"))
    return `write ${flag}${word === flag ? " without quotes" : ""}`;
  if (types.has("number") && Number.isNaN(value)) return "write an id in plain digits, without leading zeros";
  if (types.has("string") && typeof value !== "string" && !types.has(typeof value))
    return `write it in quotes${mayShow ? `: "${text}"` : ""}`;
  if (types.has("array") && !types.has("string")) return `write a list: ${mayShow ? `[${text}]` : "[ … ]"}`;
  if (types.has("number") && !types.has("string") && /^-?(0|[1-9]\d*)$/.test(word) && mayShow)
    return typeof value === "string" ? `write it without quotes: ${value}` : undefined;
  return isType ? example(node) : undefined;
}

/** A mapping in place of a list or a single value. */
function example({ place, step }: ConfigNode): string | undefined {
  const fieldsOf = (names: readonly string[]) => `{ ${names[0] ?? "name"}: … }`;
  const name = typeof step === "string" ? `${step}: ` : "";
  if (place.types.has("record"))
    return `give each entry a key of your choice, such as ${name}{ first: ${fieldsOf(place.below("").fields)} }`;
  if (place.fields.length === 0) return undefined;
  return `write its fields, such as ${name}${fieldsOf(place.fields)}; allowed: ${place.fields.join(", ")}`;
}

/** A message of a schema continues the name of its field. Any other message is a sentence of its own. */
function joined(name: string, message: string): string {
  return `${name}${/^(must|is|has|cannot|needs|may|matches|contains)\b/.test(message) ? " " : ": "}${message}`;
}

/** What people write for true and false. */
const FLAGS = { true: ["true", "yes", "on", "1"], false: ["false", "no", "off", "0"] };

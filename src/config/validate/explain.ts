// What is wrong with a value, in words: its type, what is allowed, and how to write it.
import type { z } from "zod";
import { suggest } from "../../api/suggest";
import type { Code } from "../report/diagnostics";
import type { Place } from "../schema/place";
import type { Range } from "../source/source";
import { colonWithoutSpace, noValueBut } from "../yaml/hints";
import { UNRESOLVED } from "../yaml/interpolated";
import type { ConfigNode } from "../yaml/tree";

export interface Explanation {
  readonly code: Code;
  readonly message: string;
  readonly help?: string | undefined;
  /** @default that of the node */
  readonly range?: Range;
}

/** @param node at the path of the issue */
export function explain(issue: z.core.$ZodIssue, node: ConfigNode): Explanation {
  const { code, message } = issue;
  const { value, place } = node;
  if (value === null) return noValue(node);
  const isType = code === "invalid_type" || (code === "invalid_union" && typeof value === "object");
  const kind = isType || value === UNRESOLVED ? "type" : "value";
  const say = (kind: Code, sentence: string, help = helpFor(node, isType)) => ({
    code: kind,
    message: joined(node.label, sentence),
    help,
  });
  if (Number.isNaN(value)) {
    const { text } = node;
    return node.mayShow
      ? say("value", `has the number ${text}, which YAML reads as ${Number(text)}`)
      : say("value", "has a number that YAML changes");
  }
  const choices = place.choices;
  if (code === "invalid_value" && choices.length > 1) {
    const suggestion = node.mayShow ? suggestChoice(String(value), choices) : undefined;
    if (node.origin && kind !== "type")
      return say("value", `cannot be the value of ${node.origin.from}`, `allowed: ${choices.join(", ")}`);
    if (suggestion === undefined) return say(kind, message);
    const sentence = `cannot be "${String(value)}"; did you mean "${suggestion}"?`;
    return { code: "value", message: joined(node.label, sentence) };
  }
  const colon =
    code === "invalid_type" && typeof value === "string"
      ? colonWithoutSpace(node.text, node.range.start, place.fields)
      : undefined;
  return colon ? { code: "syntax", ...colon } : say(kind, message);
}

function noValue(node: ConfigNode): Explanation {
  const other = node.key && noValueBut(node.keyRange, node.textAfterKey);
  if (other) return { ...other, code: "syntax", message: `${node.label} ${other.message}` };
  return { code: "missing", message: `${node.label} has no value`, help: "add a value, or remove it" };
}

/** How to write the value. Never with a secret. @param isType whether another type is needed */
function helpFor(
  { value, place, origin, mayShow, text, step }: ConfigNode,
  isType: boolean,
): string | undefined {
  const { types, fields } = place;
  const mapping = types.has("record") || fields.length > 0 ? mappingHelp(place, step) : undefined;
  if (origin) return `the value comes from ${origin.from}`;
  if (typeof value === "object" && !Array.isArray(value))
    return isType && types.has("array") ? 'write a list: start each element with "- "' : undefined;
  if (typeof value === "object") return isType ? mapping : undefined;
  const word = String(value).toLowerCase();
  const flag = types.has("boolean") ? FLAGS[word] : undefined;
  if (flag) return `write ${flag}${word === flag ? " without quotes" : ""}`;
  const isNumber = types.has("number");
  if (isNumber && Number.isNaN(value)) return "write an id in plain digits, without leading zeros";
  if (types.has("string") && typeof value !== "string" && !types.has(typeof value))
    return mayShow ? `write it in quotes: "${text}"` : "write it in quotes";
  if (types.has("array") && !types.has("string"))
    return mayShow ? `write a list: [${text}]` : "write a list: [ … ]";
  if (isNumber && !types.has("string") && /^-?(0|[1-9]\d*)$/.test(word) && mayShow)
    return typeof value === "string" ? `write it without quotes: ${value}` : undefined;
  return isType ? mapping : undefined;
}

/** What to write in place of a list or a single value. */
function mappingHelp(place: Place, step: string | number): string {
  if (place.fields.length > 0) return `its fields: ${place.fields.join(", ")}`;
  const [field = "name"] = place.below("").fields;
  return `give each entry a key of your choice, such as ${step}: { first: { ${field}: … } }`;
}

/** A message of a schema continues the name of its field. Any other message is a sentence of its own. */
function joined(name: string, message: string): string {
  return `${name}${/^(must|is|has|cannot|needs|may|matches|contains)\b/.test(message) ? " " : ": "}${message}`;
}

const FLAGS: Readonly<Record<string, string>> = {
  true: "true",
  yes: "true",
  on: "true",
  1: "true",
  false: "false",
  no: "false",
  off: "false",
  0: "false",
};

/** A shorter beginning of a word is no hint. */
const MIN_PREFIX = 2;

/** The value that the user most likely means: by a typo, or by its beginning. */
function suggestChoice(word: string, choices: readonly string[]): string | undefined {
  const plain = word.toLowerCase().replace(/[\s_-]/g, "");
  const similar = suggest(word, choices);
  if (similar !== undefined || plain.length < MIN_PREFIX) return similar;
  const [first, ...others] = choices.filter((choice) => choice.toLowerCase().startsWith(plain));
  return others.length === 0 ? first : undefined;
}

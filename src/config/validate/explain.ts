// Reports what is wrong with a value, in words: its type, what is allowed, and how to write it.
import type { z } from "zod";
import { didYouMean, suggest } from "../../api/suggest";
import { ENTRY_KEY_RULE, MAX_KEY_LENGTH } from "../schema/loader-fields";
import type { Place } from "../schema/place";
import { EXPRESSION_START, UNRESOLVED } from "../yaml/expressions";
import { colonWithoutSpace, commentAsValue } from "../yaml/text";
import type { ConfigNode } from "../yaml/tree";

/** @param node at the path of the issue */
export function explain(issue: z.core.$ZodIssue, node: ConfigNode): void {
  if (issue.code === "invalid_key") wrongKey(node);
  else if (node.value === null) noValue(node);
  else wrongValue(issue, node);
}

function wrongValue(issue: z.core.$ZodIssue, node: ConfigNode): void {
  const { value, label, origin, mayShow, text, place } = node;
  const { choices, fields } = place;
  const isType =
    issue.code === "invalid_type" || (issue.code === "invalid_union" && typeof value === "object");
  const code = (isType && !Number.isNaN(value)) || value === UNRESOLVED ? "type" : "value";
  const isChoice = issue.code === "invalid_value" && choices.length > 1;
  const meant = isChoice && mayShow ? choiceMeantBy(String(value), place) : undefined;
  const colon = isType && typeof value === "string" && colonWithoutSpace(text, node.range.start, fields);
  const allowed = `allowed: ${choices.join(", ")}`;
  if (meant !== undefined) node.error(code, `${label} cannot be "${value}"${didYouMean(meant)}`, allowed);
  else if (colon) node.error("syntax", colon.message, colon.help, colon.range);
  else if (isChoice && origin && code === "value")
    node.error(code, `${label} cannot be the value of ${origin.from}`, allowed);
  else node.error(code, joined(label, sentenceOf(issue, node)), otherColor(node) ?? helpFor(node, isType));
}

/** What people call it, else the one with the closest spelling. */
function choiceMeantBy(word: string, place: Place): string | undefined {
  const [words = {}] = place.meta("meant") as Readonly<Record<string, string>>[];
  return new Map(Object.entries(words)).get(word.toLowerCase()) ?? suggest(word, place.choices);
}

function sentenceOf(issue: z.core.$ZodIssue, { value, mayShow, text }: ConfigNode): string {
  if (!Number.isNaN(value)) return issue.message;
  return mayShow
    ? `has the number ${text}, which YAML reads as ${Number(text)}`
    : "has a number that YAML changes";
}

function noValue(node: ConfigNode): void {
  const { source } = node.file;
  const { end } = node.keyRange;
  const comment = node.key && commentAsValue(source.text, { start: end, end: source.lineAt(end).end });
  const message = `${node.label} has no value`;
  if (comment) node.error("syntax", `${message}: ${comment.message}`, comment.help, comment.range);
  else node.error("missing", message, "add a value, or remove it");
}

function wrongKey(node: ConfigNode): void {
  const key = String(node.step);
  const isTooLong = key.length > MAX_KEY_LENGTH;
  const problem = isTooLong ? `the key has more than ${MAX_KEY_LENGTH} characters` : "invalid key";
  const help = key.includes(EXPRESSION_START)
    ? "write the key without ${…}: it names a resource and must be the same in every environment"
    : key.includes(":")
      ? 'add a space after the ":"'
      : /\s/.test(key)
        ? 'write "-" in place of spaces, such as summer-sale'
        : `allowed: ${ENTRY_KEY_RULE}`;
  node.keyError("key", `${node.parent!.label}: ${problem}`, help);
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
  // A choice of forms says itself what to write.
  if (types.has("string") && typeof value !== "string" && !types.has(typeof value) && !types.has("union"))
    return `write it in quotes${mayShow ? `: "${text}"` : ""}`;
  if (types.has("array") && !types.has("string")) return `write a list: ${mayShow ? `[${text}]` : "[ … ]"}`;
  if (types.has("number") && !types.has("string") && /^-?(0|[1-9]\d*)$/.test(word) && mayShow)
    return typeof value === "string" ? `write it without quotes: ${value}` : undefined;
  return isType ? example(node) : undefined;
}

/** A color in the form that the field takes. */
function otherColor({ value, mayShow, place: { examples } }: ConfigNode): string | undefined {
  if (!mayShow || typeof value !== "string") return undefined;
  const [example] = examples.map(String);
  const hex = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value)?.slice(1);
  const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(value)?.slice(1);
  if (hex && example?.startsWith("rgb("))
    return `write "rgb(${hex.map((one) => Number.parseInt(one, 16)).join(",")})"`;
  const numbers = rgb?.map(Number) ?? [];
  if (!example?.startsWith("#") || numbers.length === 0 || numbers.some((one) => one > 255)) return undefined;
  return `write "#${numbers.map((one) => one.toString(16).toUpperCase().padStart(2, "0")).join("")}"`;
}

/** A mapping in place of a list or a single value. */
function example({ place, step }: ConfigNode): string | undefined {
  const fieldsOf = (names: readonly string[]) => `{ ${names[0]}: … }`;
  const name = typeof step === "string" ? `${step}: ` : "";
  if (place.types.has("record"))
    return `give each entry a key of your choice, such as ${name}{ first: ${fieldsOf(place.below("").fields)} }`;
  if (place.fields.length === 0) return undefined;
  return `write its fields, such as ${name}${fieldsOf(place.fields)}; allowed: ${place.fields.join(", ")}`;
}

/** A message of a schema continues the name of its field. Any other message is a sentence of its own. */
export function joined(name: string, message: string): string {
  return `${name}${/^(must|is|has|cannot|needs|may|matches|contains|starts|ends)\b/.test(message) ? " " : ": "}${message}`;
}

/** What people write for true and false. */
const FLAGS = { true: ["true", "yes", "on", "1"], false: ["false", "no", "off", "0"] };

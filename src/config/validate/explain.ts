// Says what is wrong with a value, in words: its type, what is allowed, and how to write it.
import type { z } from "zod";
import { didYouMean, suggest } from "../../api/suggest";
import { ENTRY_KEY_RULE, MAX_KEY_LENGTH } from "../schema/loader-fields";
import type { SchemaPointer } from "../schema/pointer";
import { EXPRESSION_START } from "../yaml/expressions";
import { colonWithoutSpace, commentAsValue } from "../yaml/text";
import type { ConfigNode } from "../yaml/tree";

export type Issue = z.core.$ZodIssue;

/** @param node at the path of the issue */
export function explain(issue: Issue, node: ConfigNode): void {
  if (issue.code === "invalid_key") wrongKey(node);
  else if (node.value === null) noValue(node);
  else wrongValue(issue, changedNumber(node) ?? node);
}

/** A number in a value of any form, which the schema rejects as a whole. */
function changedNumber(node: ConfigNode): ConfigNode | undefined {
  if (Number.isNaN(node.value)) return node;
  for (const child of node.children.values()) {
    const found = changedNumber(child);
    if (found) return found;
  }
  return undefined;
}

function wrongValue(issue: Issue, node: ConfigNode): void {
  const { value, origin, mayShow, text, place } = node;
  const { choices, fields } = place;
  const isType =
    issue.code === "invalid_type" || (issue.code === "invalid_union" && typeof value === "object");
  const isChoice = issue.code === "invalid_value" && choices.length > 1;
  const meant = isChoice && mayShow ? choiceMeantBy(String(value), place) : undefined;
  const colon = isType && typeof value === "string" && colonWithoutSpace(text, node.range.start, fields);
  const allowed = `allowed: ${choices.join(", ")}`;
  if (meant !== undefined) node.error(`cannot be "${value}"${didYouMean(meant)}`, allowed);
  else if (colon) node.file.report(colon);
  else if (isChoice && origin && typeof value === "string")
    node.error(`cannot be the value of ${origin.from}`, allowed);
  else node.error(sentenceOf(issue, node), helpFor(node, isType));
}

/** What people call it, else the one that is a typo away. */
function choiceMeantBy(word: string, place: SchemaPointer): string | undefined {
  const [words = {}] = place.meta("meant") as Readonly<Record<string, string>>[];
  return new Map(Object.entries(words)).get(word.toLowerCase()) ?? suggest(word, place.choices, 1);
}

function sentenceOf(issue: Issue, { value, mayShow, text }: ConfigNode): string {
  if (!Number.isNaN(value)) return issue.message;
  return mayShow
    ? `has the number ${text}, which YAML reads as ${Number(text)}`
    : "has a number that YAML changes";
}

function noValue(node: ConfigNode): void {
  const { parent, step, place, keyRange } = node;
  const { source } = node.file;
  const line = { start: keyRange.end, end: source.lineAt(keyRange.end).end };
  const comment = typeof step === "number" ? undefined : commentAsValue(source.text, line);
  // Without its key, the object of an entry is deleted.
  const isRequired = typeof step === "string" && parent?.place.requires(step);
  const optional = parent?.parent?.parent ? undefined : example(node);
  const needed = isRequired ? `add a value${suchAs(step, place)}` : optional;
  if (comment) node.error(`has no value: ${comment.message}`, comment.help, comment.range);
  else node.error("has no value", needed ?? "add a value, or remove it");
}

/** `, such as name: "Spring"`, if the schema has an example. */
export function suchAs(field: string | number, place: SchemaPointer): string {
  const [one] = place.meta("examples");
  return one === undefined ? "" : `, such as ${field}: ${JSON.stringify(one)}`;
}

function wrongKey({ step, parent, keyRange }: ConfigNode): void {
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
  parent!.error(problem, help, keyRange);
}

/** How to write the value. Never with a secret. @param isType whether another type is needed */
function helpFor(node: ConfigNode, isType: boolean): string | undefined {
  const { value, place, origin, mayShow, text, step } = node;
  const { types } = place;
  if (origin) return `the value comes from ${origin.from}`;
  if (typeof value === "object") {
    if (!isType) return undefined;
    return types.has("array") ? 'write a list: start each element with "- "' : example(node);
  }
  const word = String(value).toLowerCase();
  const flag = (["true", "false"] as const).find((one) => FLAGS[one].includes(` ${word} `));
  if (flag && types.has("boolean")) return `write ${flag}${word === flag ? " without quotes" : ""}`;
  const isChanged = Number.isNaN(value);
  if (isChanged && types.has("number") && !types.has("null"))
    return "write an id in plain digits, without leading zeros";
  const isText = typeof value === "string";
  // A choice of forms says itself what to write.
  const isOneForm = isChanged || place.meta("anyOf").length === 0;
  const isMeant = isText ? !isType : isChanged || !types.has(typeof value);
  if (types.has("string") && isOneForm && isMeant) return quoted(node);
  if (types.has("array") && !types.has("string")) {
    const element = place.below(0);
    if (element.isScalar) return `write a list: ${mayShow ? `[${text}]` : "[ … ]"}`;
    const [field = ""] = element.fields;
    return `write a list, such as ${step}: [{ ${field}: ${element.below(field).meta("examples")[0] ?? "…"} }]`;
  }
  if (types.has("number") && !types.has("string") && /^-?(0|[1-9]\d*)$/.test(word) && mayShow)
    return isText ? `write it without quotes: ${value}` : undefined;
  return isType ? example(node) : undefined;
}

/** The value as a text that fits, also with the "#" that a color lacks. */
function quoted({ value, place, mayShow, text, step }: ConfigNode): string | undefined {
  const isText = typeof value === "string";
  if (!mayShow) return isText ? undefined : "write it in quotes";
  const written = isText ? value : text;
  const fitting = [written, written.replace(/^(?=[\da-f]{6}$)/i, "#")].find((one) => place.matches(one));
  if (fitting !== undefined)
    return isText && fitting === value ? undefined : `write it in quotes: "${fitting}"`;
  return isText || place.choices.length > 0 ? undefined : `write text${suchAs(step, place)}`;
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

/** What people write for true and false, and spreadsheets in some languages. */
const FLAGS = {
  true: " true yes on 1 wahr ja vrai oui verdadero sí verdadeiro sim vero sì waar prawda tak sant sand истина да ",
  false: " false no off 0 falsch nein faux non falso não onwaar nee fałsz nie falskt falsk ложь нет ",
};

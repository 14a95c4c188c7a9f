// Says what is wrong with a value, in words: its type, what is allowed, and how to write it.
import type { z } from "zod";
import { didYouMean, suggest } from "../../api/suggest";
import { ENTRY_KEY_RULE, MAX_KEY_LENGTH } from "../schema/loader-fields";
import type { SchemaPointer } from "../schema/pointer";
import { EXPRESSION_START } from "../yaml/expressions";
import { colonWithoutSpace, commentAsValue } from "../yaml/text";
import type { ConfigNode } from "../yaml/tree";
import { mappingAbove, reportIndentation } from "./unknown-fields";

export type Issue = z.core.$ZodIssue;

/** @param node at the path of the issue */
export function explain(issue: Issue, node: ConfigNode): void {
  if (reportIndentation(node)) return;
  const number = changedNumber(node);
  if (issue.code === "invalid_key") wrongKey(node);
  else if (node.value === null) noValue(node);
  else wrongValue(issue, number ?? node);
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
  const { value, origin, mayShow, text, place, file } = node;
  const { choices, fields } = place;
  const isType =
    issue.code === "invalid_type" || (issue.code === "invalid_union" && typeof value === "object");
  const isChoice = issue.code === "invalid_value" && choices.length > 1;
  const meant = isChoice && mayShow ? choiceMeantBy(String(value), place) : undefined;
  const colon = isType && typeof value === "string" && colonWithoutSpace(text, node.range.start, fields);
  const allowed = `allowed: ${choices.join(", ")}`;
  if (meant !== undefined) node.error(`cannot be "${value}"${didYouMean(meant)}`, allowed);
  else if (colon) file.diagnostics.add(file.source, colon);
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
  const siblings = [...(node.parent?.children.values() ?? [])];
  const next = siblings[siblings.indexOf(node) + 1];
  // Its fields are below it, with the error.
  if (next && mappingAbove(next) === node) return;
  const { source } = node.file;
  const { end } = node.keyRange;
  const isListItem = typeof node.step === "number";
  const comment = isListItem
    ? undefined
    : commentAsValue(source.text, { start: end, end: source.lineAt(end).end });
  if (comment) node.error(`has no value: ${comment.message}`, comment.help, comment.range);
  else {
    // Without its key, the object of an entry is deleted.
    const isRequired = typeof node.step === "string" && node.parent?.place.requires(node.step);
    const needed = isRequired
      ? `add a value${suchAs(node)}`
      : node.parent?.parent?.parent
        ? undefined
        : example(node);
    node.error("has no value", needed ?? "add a value, or remove it");
  }
}

function suchAs({ place, step }: ConfigNode): string {
  const [one] = place.meta("examples");
  return one === undefined ? "" : `, such as ${step}: ${JSON.stringify(one)}`;
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
  const { value, place, origin, mayShow, text } = node;
  const { types } = place;
  if (origin) return `the value comes from ${origin.from}`;
  if (typeof value === "object") {
    if (!isType) return undefined;
    return types.has("array") ? 'write a list: start each element with "- "' : example(node);
  }
  const word = String(value).toLowerCase();
  const [flag] = Object.entries(FLAGS).find(([, words]) => words.includes(word)) ?? [];
  if (flag !== undefined && types.has("boolean"))
    return `write ${flag}${word === flag ? " without quotes" : ""}`;
  if (types.has("number") && !types.has("null") && Number.isNaN(value))
    return "write an id in plain digits, without leading zeros";
  // A choice of forms says itself what to write.
  const isOneForm = place.meta("anyOf").length === 0 || Number.isNaN(value);
  const isText = typeof value === "string";
  if (
    types.has("string") &&
    isOneForm &&
    (!isText ? !types.has(typeof value) || Number.isNaN(value) : !isType)
  ) {
    if (!mayShow) return isText ? undefined : "write it in quotes";
    const fitting = spellings(text).find((one) => place.matches(one));
    if (fitting === undefined)
      return isText || place.choices.length > 0 ? undefined : `write text${suchAs(node)}`;
    return isText && fitting === value ? undefined : `write it in quotes: "${fitting}"`;
  }
  if (types.has("array") && !types.has("string")) {
    const element = place.below(0);
    if (element.isScalar) return `write a list: ${mayShow ? `[${text}]` : "[ … ]"}`;
    const [field = ""] = element.fields;
    return `write a list, such as ${node.step}: [{ ${field}: ${element.below(field).meta("examples")[0] ?? "…"} }]`;
  }
  if (types.has("number") && !types.has("string") && /^-?(0|[1-9]\d*)$/.test(word) && mayShow)
    return typeof value === "string" ? `write it without quotes: ${value}` : undefined;
  return isType ? example(node) : undefined;
}

/** A text as it is written, and as a color. */
function spellings(written: string): readonly string[] {
  const text = written.replace(/^(["'])(.*)\1$/s, "$2");
  const color = text.replace(/^(?=[\da-f]{6}$)/i, "#");
  return [text, color, text.replace(/^#?([\da-f])([\da-f])([\da-f])$/i, "#$1$1$2$2$3$3")];
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
  true: "true yes on 1 wahr ja vrai oui verdadero sí verdadeiro sim vero sì waar prawda tak sant sand истина да".split(
    " ",
  ),
  false: "false no off 0 falsch nein faux non falso não onwaar nee fałsz nie falskt falsk ложь нет".split(
    " ",
  ),
};

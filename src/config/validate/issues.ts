// Reports what zod finds in a file: one error for each mistake, with what is allowed and how to write it.
import type { z } from "zod";
import { didYouMean, suggest } from "../../api/suggest";
import { formatList, zodMessage } from "../../kind/schema";
import { ENTRY_KEY_RULE, type FileSchema } from "../schema/file-schema";
import type { SchemaPointer } from "../schema/pointer";
import { hasUnresolved, UNRESOLVED } from "../yaml/expressions";
import { colonWithoutSpace, commentIn } from "../yaml/text";
import type { ConfigNode } from "../yaml/tree";

type Issue = z.core.$ZodIssue;

/** @param wrong gets the nodes with an error */
export function reportIssues(root: ConfigNode, { zod }: FileSchema, wrong: Set<ConfigNode>): void {
  const { error } = zod.safeParse(root.value, { error: zodMessage });
  const issues = error?.issues ?? [];
  for (const issue of issues)
    for (const key of issue.code === "unrecognized_keys" ? issue.keys : []) {
      const node = root.at([...issue.path, key])!;
      reportUnknown(node);
      wrong.add(node);
    }
  const missing = new Map<ConfigNode, string[]>();
  for (const issue of issues) {
    const node = root.at(issue.path);
    if (issue.code === "unrecognized_keys") continue;
    if (!node) {
      const parent = root.at(issue.path.slice(0, -1))!;
      missing.set(parent, [...(missing.get(parent) ?? []), String(issue.path.at(-1))]);
    } else if (!wrong.has(node) && !isUndecided(issue, node)) {
      // A rule across fields most likely fails because of the wrong one.
      const isConsequence =
        issue.code === "custom" && [...node.children.values()].some((one) => wrong.has(one));
      if (!isConsequence) explain(issue, node);
      wrong.add(node);
    }
  }
  for (const [parent, names] of missing) {
    if (!wrong.has(parent)) reportMissing(parent, names);
    wrong.add(parent);
  }
}

/** Whether an issue exists only because a value is not known yet. */
function isUndecided({ code }: Issue, node: ConfigNode): boolean {
  if (node.value === UNRESOLVED) return node.place.isScalar;
  return (code === "custom" || code === "invalid_union") && hasUnresolved(node.value);
}

/** A field or section that the schema does not have: the nearest name, else what to do instead, or what is allowed. */
function reportUnknown(node: ConfigNode): void {
  const { file, keyRange, shownKey, step } = node;
  const { place, parent: isField } = node.parent!;
  const colon = colonWithoutSpace(String(step), keyRange.start);
  const meant = wordMeantBy(node);
  const shown = shownKey === undefined ? "" : ` "${shownKey}"`;
  const message = `unknown ${isField ? "field" : "section"}${shown}${didYouMean(meant)}`;
  const allowed = `allowed: ${place.fields.join(", ")}`;
  const help = isField ? allowed : `${allowed}; indent it if it is an entry of the section above`;
  if (colon) file.report(colon);
  else node.parent!.error(message, meant === undefined ? (hintFor(node) ?? help) : undefined, keyRange);
}

/** The field or section that an unknown one most likely is. */
export function wordMeantBy(node: ConfigNode): string | undefined {
  const { fields } = node.parent!.place;
  const key = String(node.step);
  if (fields.includes(key)) return undefined;
  if (colonWithoutSpace(key, 0)) return key.slice(0, key.indexOf(":"));
  return hintFor(node) === undefined ? suggest(key, fields) : undefined;
}

/** What to do in place of a field that is not there, or not any more. */
function hintFor({ step, parent }: ConfigNode): string | undefined {
  const hints = parent!.place.meta("hint") as readonly Record<string, string>[];
  return hints.find((one) => Object.hasOwn(one, step))?.[step];
}

/** A field that is there under another name is not missing, too. */
function reportMissing(parent: ConfigNode, all: readonly string[]): void {
  const present = [...parent.children.values()].map(wordMeantBy);
  const names = all.filter((name) => !present.includes(name));
  const [first, ...others] = names;
  if (first === undefined) return;
  const [description] = parent.place.below(first).meta("description") as readonly string[];
  const help = description && `${description.split(". ")[0]!.replace(/\.$/, "")}${suchAs(first, parent)}`;
  const message = `missing ${others.length === 0 ? "field" : "fields"} ${formatList(names.map((name) => `"${name}"`))}`;
  parent.error(message, others.length === 0 ? help : undefined, parent.keyRange);
}

function explain(issue: Issue, node: ConfigNode): void {
  if (issue.code === "invalid_key")
    node.parent!.error("invalid key", `allowed: ${ENTRY_KEY_RULE}`, node.keyRange);
  else if (node.value === null) noValue(node);
  else wrongValue(issue, changedNumber(node) ?? node);
}

function noValue(node: ConfigNode): void {
  const { step, keyRange, file } = node;
  const parent = node.parent!;
  const line = { start: keyRange.end, end: file.source.lineAt(keyRange.end).end };
  const comment = typeof step === "number" ? undefined : commentIn(file.source.text, line);
  const isRequired = typeof step === "string" && parent.place.requires(step);
  // Without its key, the object of an entry is deleted.
  const ofEntry = parent.parent?.parent ? undefined : example(node);
  const help = isRequired ? `add a value${suchAs(step, parent)}` : (ofEntry ?? "add a value, or remove it");
  if (comment) node.error(`has no value: ${comment.message}`, comment.help, comment.range);
  else node.error("has no value", help);
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
  const { value, mayShow, text, place } = node;
  const isType =
    issue.code === "invalid_type" || (issue.code === "invalid_union" && typeof value === "object");
  const isChoice = issue.code === "invalid_value" && place.choices.length > 1;
  const meant = isChoice && mayShow ? choiceMeantBy(String(value), place) : undefined;
  const colon =
    isType && typeof value === "string" && colonWithoutSpace(text, node.range.start, place.fields);
  if (meant !== undefined)
    node.error(`cannot be "${value}"${didYouMean(meant)}`, `allowed: ${place.choices.join(", ")}`);
  else if (colon) node.file.report(colon);
  else if (!Number.isNaN(value)) node.error(issue.message, helpFor(node, isType));
  else {
    const number = `the number ${text}, which YAML reads as ${Number(text)}`;
    node.error(`has ${mayShow ? number : "a number that YAML changes"}`, helpFor(node, isType));
  }
}

/** What people call it, else the one that is a typo away. */
function choiceMeantBy(word: string, place: SchemaPointer): string | undefined {
  const [words = {}] = place.meta("meant") as Readonly<Record<string, string>>[];
  return new Map(Object.entries(words)).get(word.toLowerCase()) ?? suggest(word, place.choices, 1);
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
function quoted({ value, place, mayShow, text, step, parent }: ConfigNode): string | undefined {
  const isText = typeof value === "string";
  if (!mayShow) return isText ? undefined : "write it in quotes";
  const written = isText ? value : text;
  const fitting = [written, written.replace(/^(?=[\da-f]{6}$)/i, "#")].find((one) => place.matches(one));
  if (fitting !== undefined)
    return isText && fitting === value ? undefined : `write it in quotes: "${fitting}"`;
  return isText || place.choices.length > 0 ? undefined : `write text${suchAs(step, parent!)}`;
}

/** `, such as name: "Spring"`, if the schema has an example. */
function suchAs(field: string | number, { place }: ConfigNode): string {
  const [one] = place.below(field).meta("examples");
  return one === undefined ? "" : `, such as ${field}: ${JSON.stringify(one)}`;
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

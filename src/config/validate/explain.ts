// From what a schema found wrong to problems with their places, suggestions and what to do.
import type { z } from "zod";
import { hasUnresolved, isNull, type Node, pairOrNodeAt, type ScalarNode } from "../parse/tree";
import type { Diagnostics } from "../report/diagnostics";
import { suggest } from "../report/suggest";
import type { Alternative, SchemaInspector } from "../schema/schema-inspector";
import { NO_FORM } from "../schema/zod-messages";
import { formatList, quoted } from "../source/printable";
import type { Range, Source } from "../source/source";

type Issue = z.core.$ZodIssue;

/** The value that was looked at. */
export interface Subject {
  readonly source: Source;
  readonly node: Node;
  /** Where a problem of the whole value is shown: its key, or its first character. */
  readonly range: Range;
  /** How messages call it, such as `pixels.ads`. */
  readonly label: string;
  readonly shape: SchemaInspector;
  /** Fields beside those of the schema, for suggestions. */
  readonly moreFields?: readonly string[];
  /** Fields of an inner mapping that are easily written one level too high, with the name of that mapping. */
  readonly innerFields?: ReadonlyMap<string, string>;
  /** Fields whose value must not be shown. */
  readonly secrets?: ReadonlySet<string>;
}

export function explain(found: readonly Issue[], subject: Subject, diagnostics: Diagnostics): void {
  const issues = found.filter((issue) => !isOpen(issue, subject.node));
  const missing = new Map<string, { path: readonly PropertyKey[]; names: string[] }>();
  const meant = new Set<string>();
  const told = new Set<string>();
  const withUnknown = new Set(
    issues.filter(({ code }) => code === "unrecognized_keys").map(({ path }) => textOf(path)),
  );

  for (const issue of issues.map((one) => innermost(one, subject.node))) {
    const path = textOf(issue.path);
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        const name = unknownField(key, issue.path, subject, diagnostics);
        if (name !== undefined) meant.add(textOf([...issue.path, name]));
      }
      continue;
    }
    // A rule about the fields together is most likely broken by the unknown one.
    if (issue.code === "custom" && withUnknown.has(path)) continue;
    if (told.has(path)) continue;
    told.add(path);

    const place = pairOrNodeAt(subject.node, issue.path);
    if (place) {
      if (!place.node.isDamaged) wrongValue(issue, place.node, subject, diagnostics);
      continue;
    }
    const parent = issue.path.slice(0, -1);
    const group = missing.get(textOf(parent)) ?? { path: parent, names: [] };
    group.names.push(String(issue.path.at(-1)));
    missing.set(textOf(parent), group);
  }
  for (const { path, names } of missing.values()) {
    // What an unknown field was meant to be is not missing as well.
    const really = names.filter((name) => !meant.has(textOf([...path, name])));
    if (really.length > 0) missingFields(path, really, subject, diagnostics);
  }
}

/** Whether an issue is only there because a value is not known yet. */
function isOpen(issue: Issue, root: Node): boolean {
  const node = issue.code === "unrecognized_keys" ? undefined : pairOrNodeAt(root, issue.path)?.node;
  if (!node || !hasUnresolved(node)) return false;
  if (node.kind === "scalar" || issue.code === "custom") return true;
  const branches = issue.code === "invalid_union" ? issue.errors : [];
  return branches.some((branch) => branch.length > 0 && branch.every((inner) => isOpen(inner, node)));
}

/** Of the branches of a choice, the one that the value most likely means; its own message if it has one. */
function innermost(issue: Issue, root: Node): Issue {
  if (issue.code !== "invalid_union" || issue.message !== NO_FORM) return issue;
  const node = pairOrNodeAt(root, issue.path)?.node;
  const likely = issue.errors
    .filter((branch) => node?.kind !== "scalar" && branch.every(({ path }) => path.length > 0))
    .toSorted((a, b) => a.length - b.length)[0]?.[0];
  return likely ? innermost({ ...likely, path: [...issue.path, ...likely.path] }, root) : issue;
}

/** The answer is the field that was most likely meant. */
function unknownField(
  key: string,
  path: readonly PropertyKey[],
  subject: Subject,
  diagnostics: Diagnostics,
): string | undefined {
  const map = pairOrNodeAt(subject.node, path)?.node;
  const range = (map?.kind === "map" && map.pairs.get(key)?.keyRange) || subject.range;
  const fields = [...subject.shape.fieldsAt(path), ...(path.length === 0 ? (subject.moreFields ?? []) : [])];
  const meant = suggest(key, fields);
  // Without its space the key holds the value as well, and that may be a secret.
  const [name = ""] = key.split(":");
  const message = `${whole(path, subject)}: unknown field ${quoted(key === name ? key : `${name}:…`)}`;
  if (meant !== undefined) {
    diagnostics.error({ source: subject.source, range }, `${message}; did you mean "${meant}"?`);
    return meant;
  }
  const inner = path.length === 0 ? subject.innerFields?.get(key) : undefined;
  let help =
    inner === undefined ? `possible are ${formatList(fields)}` : `write it one level deeper, under ${inner}`;
  if (key.includes(":")) help = 'write a space after the ":"';
  diagnostics.error({ source: subject.source, range }, message, help);
  return undefined;
}

function missingFields(
  path: readonly PropertyKey[],
  names: readonly string[],
  subject: Subject,
  diagnostics: Diagnostics,
): void {
  const place = pairOrNodeAt(subject.node, path);
  if (place?.node.isDamaged) return;
  const range = path.length === 0 || !place ? subject.range : (place.pair?.keyRange ?? startOf(place.node));
  const quotedNames = names.map((name) => `"${name}"`);
  const message =
    names.length === 1
      ? `the field ${quotedNames[0]} is missing`
      : `the fields ${formatList(quotedNames)} are missing`;
  const help = names.length === 1 ? descriptionOf(subject.shape.at([...path, names[0]!])) : undefined;
  diagnostics.error({ source: subject.source, range }, `${whole(path, subject)}: ${message}`, help);
}

function descriptionOf(alternatives: readonly Alternative[]): string | undefined {
  return alternatives.find(({ description }) => description !== undefined)?.description;
}

function wrongValue(issue: Issue, node: Node, subject: Subject, diagnostics: Diagnostics): void {
  const { source, label, shape, secrets } = subject;
  const alternatives = shape.at(issue.path);
  const field = textOf(issue.path);
  const isSecret = secrets?.has(String(issue.path[0])) === true && !shape.isOpenPart(issue.path);
  const about = (sentence: string) =>
    field === "" ? `${label}${joint(sentence)}` : `${label}: ${field}${joint(sentence)}`;

  if (isNull(node)) {
    const range =
      issue.path.length === 0
        ? subject.range
        : (pairOrNodeAt(subject.node, issue.path)?.pair?.keyRange ?? startOf(node));
    diagnostics.error({ source, range }, about("has no value"), "give it one, or remove it");
    return;
  }
  const range = issue.path.length === 0 ? subject.range : node.kind === "scalar" ? node : startOf(node);
  const choice = alternatives.flatMap(({ enum: values = [] }) => values).map(String);
  if (issue.code === "invalid_value" && choice.length > 1 && node.kind === "scalar" && !isSecret) {
    const meant = node.origin ? undefined : suggest(node.written, choice);
    const sentence = `cannot be ${node.origin ? `what ${node.origin.written} gives` : quoted(node.written)}`;
    if (meant === undefined)
      diagnostics.error({ source, range }, about(sentence), `possible are ${formatList(choice)}`);
    else diagnostics.error({ source, range }, about(`${sentence}; did you mean "${meant}"?`));
    return;
  }
  const help = node.kind === "scalar" ? whyOrHow(node, alternatives, isSecret) : undefined;
  diagnostics.error({ source, range }, about(issue.message), help);
}

function whyOrHow(
  node: ScalarNode,
  alternatives: readonly Alternative[],
  isSecret: boolean,
): string | undefined {
  if (node.origin) return `the value comes from ${node.origin.written}`;
  return spelling(node, alternatives, isSecret);
}

/** How the same value would be written to have the type that is wanted. */
function spelling(
  node: ScalarNode,
  alternatives: readonly Alternative[],
  isSecret: boolean,
): string | undefined {
  const { value, written } = node;
  const takes = (...types: string[]) =>
    alternatives.some(({ type }) => type !== undefined && types.includes(type));
  if (typeof value === "string") {
    const flag = FLAGS[value.toLowerCase()];
    if (takes("boolean") && flag) return `write ${flag}, without quotes`;
    const isNumber = /^-?\d+$/.test(value) && !isSecret;
    return takes("integer", "number") && !takes("string") && isNumber
      ? `write it without quotes: ${value}`
      : undefined;
  }
  const isOfOwnType = typeof value === "boolean" ? takes("boolean") : takes("integer", "number");
  if (!takes("string") || isOfOwnType) return undefined;
  return isSecret ? "write it in quotes" : `write it in quotes: "${written}"`;
}

const FLAGS: Readonly<Record<string, string>> = {
  true: "true",
  yes: "true",
  on: "true",
  false: "false",
  no: "false",
  off: "false",
};

function startOf({ start, end }: Node): Range {
  return { start, end: Math.min(end, start + 1) };
}

/** Messages of schemas go on after the name of the field; others stand for themselves. */
function joint(sentence: string): string {
  return /^(must|is|has|cannot|needs|may)\b/.test(sentence) ? ` ${sentence}` : `: ${sentence}`;
}

function whole(path: readonly PropertyKey[], { label }: Subject): string {
  return path.length === 0 ? label : `${label}.${textOf(path)}`;
}

/** `data[0].name` */
export function textOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}

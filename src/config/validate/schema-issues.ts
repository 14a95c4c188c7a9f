// Turns the issues that a schema finds into errors with locations, suggestions and help.
import type { z } from "zod";
import { formatList, suggest, suggestChoice } from "../../api/suggest";
import { secretsOf } from "../../kind/definition";
import { NO_ALLOWED_FORM } from "../../kind/schema";
import { colonWithoutSpace, noValueBut } from "../parse/hints";
import { findNode, hasUnresolved, isNull, type Node, plainPairs } from "../parse/tree";
import type { Code, Diagnostics } from "../report/diagnostics";
import { extraFieldsOf, type Section } from "../schema/layout";
import type { SchemaInspector } from "../schema/schema-inspector";
import { quotedWord } from "../source/printable";
import type { Range, Source } from "../source/source";
import { quotingHelp } from "./spelling";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The value with the issues. */
export interface Subject {
  readonly source: Source;
  readonly node: Node;
  /** Where an error of the whole value is reported: its key or its first character. */
  readonly range: Range;
  /** Its name in messages, such as `pixels.ads`. */
  readonly label: string;
  readonly inspector: SchemaInspector;
  /** Set if the value is an entry: it has more fields than its schema, and some are secret. */
  readonly section?: Section;
}

export function reportSchemaIssues(all: readonly Issue[], subject: Subject, diagnostics: Diagnostics): void {
  const issues = all
    .filter((issue) => !isUndecided(issue, subject.node))
    .map((issue) => likelyIssue(issue, subject.node));
  const secrets = secretsIn(subject);
  const missing = new Map<string, { path: Path; names: string[] }>();
  const suggested = new Set<string>();
  const reported = new Set<string>();
  const withUnknownFields = new Set(
    issues.filter(({ code }) => code === "unrecognized_keys").map(({ path }) => pathText(path)),
  );

  for (const issue of issues) {
    const path = pathText(issue.path);
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        const name = reportUnknownField(key, issue.path, subject, diagnostics);
        if (name !== undefined) suggested.add(pathText([...issue.path, name]));
      }
      continue;
    }
    // A rule across fields most likely fails because of the unknown one.
    if (issue.code === "custom" && withUnknownFields.has(path)) continue;
    if (reported.has(path)) continue;
    reported.add(path);

    const found = findNode(subject.node, issue.path);
    if (!found) {
      const parent = issue.path.slice(0, -1);
      const group = missing.get(pathText(parent)) ?? { path: parent, names: [] };
      group.names.push(String(issue.path.at(-1)));
      missing.set(pathText(parent), group);
    } else if (!found.node.hasReportedError) {
      const isSecret = secrets.has(String(issue.path[0])) && !subject.inspector.isPublicPart(issue.path);
      reportWrongValue(issue, found.node, isSecret, subject, diagnostics);
    }
  }
  for (const { path, names } of missing.values()) {
    // A field with a typo is not reported as missing too.
    const rest = names.filter((name) => !suggested.has(pathText([...path, name])));
    if (rest.length > 0) reportMissingFields(path, rest, subject, diagnostics);
  }
}

function secretsIn({ section, node }: Subject): ReadonlySet<string> {
  if (!section || node.kind !== "map") return new Set();
  return secretsOf(section.definition, plainPairs(node.pairs.values()));
}

/** Whether an issue exists only because a value is not known yet. */
function isUndecided(issue: Issue, root: Node): boolean {
  const node = issue.code === "unrecognized_keys" ? undefined : findNode(root, issue.path)?.node;
  if (!node || !hasUnresolved(node)) return false;
  if (node.kind === "scalar" || issue.code === "custom") return true;
  const branches = issue.code === "invalid_union" ? issue.errors : [];
  return branches.some((branch) => branch.length > 0 && branch.every((inner) => isUndecided(inner, node)));
}

/** For a union without a message of its own, the issue of the branch that the user most likely means. */
function likelyIssue(issue: Issue, root: Node): Issue {
  if (issue.code !== "invalid_union" || issue.message !== NO_ALLOWED_FORM) return issue;
  const node = findNode(root, issue.path)?.node;
  const likely = issue.errors
    .filter((branch) => node?.kind !== "scalar" && branch.every(({ path }) => path.length > 0))
    .toSorted((a, b) => a.length - b.length)[0]?.[0];
  return likely ? likelyIssue({ ...likely, path: [...issue.path, ...likely.path] }, root) : issue;
}

/** Returns the field that the user most likely means. */
function reportUnknownField(
  key: string,
  path: Path,
  { source, node, range, label, inspector, section }: Subject,
  diagnostics: Diagnostics,
): string | undefined {
  const map = findNode(node, path)?.node;
  const location = { source, range: (map?.kind === "map" && map.pairs.get(key)?.keyRange) || range };
  const { start, end } = location.range;
  const cause = colonWithoutSpace(source.text.slice(start, end), start);
  if (cause) {
    diagnostics.errorOnce({ source, range: cause.range }, "syntax", label, cause.message, cause.help);
    return key.slice(0, key.indexOf(":"));
  }
  const instead = new Map(inspector.at(path).flatMap(({ instead = {} }) => Object.entries(instead))).get(key);
  if (instead !== undefined) {
    const message = `${qualified(label, path)}: unknown field ${quotedWord(key)}`;
    diagnostics.errorOnce(location, "unknown-field", label, message, instead);
    return undefined;
  }
  const entry = path.length === 0 ? section : undefined;
  const fields = [...inspector.fieldsAt(path), ...(entry ? extraFieldsOf(entry) : [])];
  const suggestion = suggest(key, fields);
  const message = `${qualified(label, path)}: unknown field ${quotedWord(key)}`;
  if (suggestion !== undefined) {
    diagnostics.errorOnce(location, "unknown-field", label, `${message}; did you mean "${suggestion}"?`);
    return suggestion;
  }
  const parent =
    entry && Object.entries(entry.loaderFields).find(([, field]) => field.fieldsAt([]).includes(key));
  const [other] = inspector.at(path).flatMap(({ unknownHelp = [] }) => unknownHelp);
  const allowed = [`allowed: ${fields.join(", ")}`, ...(other === undefined ? [] : [other])].join("; ");
  const help = parent ? `move it one level deeper, into ${parent[0]}` : allowed;
  diagnostics.errorOnce(location, "unknown-field", label, message, help);
  return undefined;
}

function reportMissingFields(
  path: Path,
  names: readonly string[],
  { source, node, range, label, inspector }: Subject,
  diagnostics: Diagnostics,
): void {
  const parent = findNode(node, path);
  if (parent?.node.hasReportedError) return;
  const location = { source, range: parent && path.length > 0 ? keyOrStart(parent) : range };
  const [first = "", ...others] = names;
  const list = formatList(names.map((name) => `"${name}"`));
  const message = `${qualified(label, path)}: missing ${others.length === 0 ? "field" : "fields"} ${list}`;
  const descriptions = inspector.at([...path, first]).flatMap(({ description }) => description ?? []);
  diagnostics.errorOnce(
    location,
    "missing",
    label,
    message,
    others.length === 0 ? descriptions[0] : undefined,
  );
}

function reportWrongValue(
  { code, message, path }: Issue,
  node: Node,
  isSecret: boolean,
  subject: Subject,
  diagnostics: Diagnostics,
): void {
  const { source, label, inspector } = subject;
  const subschemas = inspector.at(path);
  const isWholeSubject = path.length === 0;
  const name = isWholeSubject ? label : `${label}: ${pathText(path)}`;
  const report = (kind: Code, range: Range, sentence: string, help?: string) =>
    diagnostics.errorOnce(
      { source, range: isWholeSubject ? subject.range : range },
      kind,
      label,
      join(name, sentence),
      help,
    );

  if (isNull(node)) {
    const key = keyOrStart(findNode(subject.node, path)!);
    const other = noValueBut(key, source);
    if (other) report("syntax", other.range, other.message, other.help);
    else report("missing", key, "has no value", "add a value, or remove it");
    return;
  }
  if (node.kind !== "scalar") {
    report(code === "invalid_type" || code === "invalid_union" ? "type" : "value", startOf(node), message);
    return;
  }
  const { interpolation, written } = node;
  const choices = subschemas.flatMap(({ enum: values = [] }) => values).map(String);
  if (code === "invalid_value" && choices.length > 1 && !isSecret) {
    const suggestion = interpolation ? undefined : suggestChoice(written, choices);
    const found = interpolation ? `the value of ${interpolation.expressions}` : quotedWord(written);
    if (suggestion === undefined)
      report("value", node, `cannot be ${found}`, `allowed: ${choices.join(", ")}`);
    else report("value", node, `cannot be ${found}; did you mean "${suggestion}"?`);
    return;
  }
  const fields = code === "invalid_type" ? inspector.fieldsAt(path) : [];
  const cause = colonWithoutSpace(source.text.slice(node.start, node.end), node.start, fields);
  if (cause) {
    diagnostics.errorOnce({ source, range: cause.range }, "syntax", label, cause.message, cause.help);
    return;
  }
  const help = interpolation
    ? `the value comes from ${interpolation.expressions}`
    : (quotingHelp(node, subschemas, isSecret) ??
      (fields.length > 0 ? `its fields: ${fields.join(", ")}` : undefined));
  report(code === "invalid_type" ? "type" : "value", node, message, help);
}

function keyOrStart({ node, pair }: NonNullable<ReturnType<typeof findNode>>): Range {
  return pair?.keyRange ?? startOf(node);
}

function startOf({ start, end }: Node): Range {
  return { start, end: Math.min(end, start + 1) };
}

/** A message of a schema continues the name of its field. Any other message is a sentence of its own. */
function join(name: string, message: string): string {
  return `${name}${/^(must|is|has|cannot|needs|may|matches|contains)\b/.test(message) ? " " : ": "}${message}`;
}

function qualified(label: string, path: Path): string {
  return path.length === 0 ? label : `${label}.${pathText(path)}`;
}

/** `data[0].name` */
function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}

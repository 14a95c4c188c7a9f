// Validates the values of a tree with the schema. What zod finds becomes errors of nodes: one for each mistake.
import type { z } from "zod";
import { didYouMean, suggest } from "../../api/suggest";
import { formatList, NO_ALLOWED_FORM, zodMessage } from "../../kind/schema";
import { entryFields, type FileSchema, type Section } from "../schema/file-schema";
import { IGNORED } from "../schema/loader-fields";
import type { Place } from "../schema/place";
import type { TreeBuilder } from "../yaml/build-tree";
import { hasUnresolved, UNRESOLVED } from "../yaml/expressions";
import { colonWithoutSpace } from "../yaml/text";
import { type ConfigNode, isMapping } from "../yaml/tree";
import { explain } from "./explain";

type Issue = z.core.$ZodIssue;

export function validateTree(
  { root, interpolated }: Pick<TreeBuilder, "root" | "interpolated">,
  schema: FileSchema,
): void {
  for (const node of interpolated) checkOrigin(node, schema);
  const issues = issuesOf(root, schema);
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => root.at([...issue.path, key])!) : [],
  );
  const wrong = issues.filter(({ code }) => code !== "unrecognized_keys");
  for (const node of [...unknown, ...wrong.flatMap(({ path }) => root.at(path) ?? [])])
    reportIndentation(node);
  for (const [parent, nodes] of grouped(unknown, ({ parent }) => parent!))
    reportUnknown(
      parent,
      nodes.filter(({ hasError }) => !hasError),
      schema,
    );
  const missing = new Map<ConfigNode, string[]>();
  for (const issue of wrong) {
    const { path, code } = issue;
    const node = root.at(path);
    if (!node) {
      const parent = root.at(path.slice(0, -1))!;
      missing.set(parent, [...(missing.get(parent) ?? []), String(path.at(-1))]);
    } else if (!node.hasError && !(code === "custom" && hasWrongField(node))) explain(issue, node);
  }
  for (const [parent, names] of missing) reportMissing(parent, names);
}

/** A rule across fields most likely fails because of the wrong one. */
function hasWrongField({ children }: ConfigNode): boolean {
  return [...children.values()].some(({ hasError }) => hasError);
}

function issuesOf(root: ConfigNode, { zod }: FileSchema): readonly Issue[] {
  const values = Object.entries(root.value as object).filter(([key]) => !key.startsWith(IGNORED));
  const { error } = zod.safeParse(Object.fromEntries(values), { error: zodMessage });
  return (error?.issues ?? [])
    .flatMap((issue) => likely(issue, root))
    .filter((issue) => issue.code === "unrecognized_keys" || !isUndecided(issue, root.at(issue.path)));
}

/** For a union without a message of its own, the issues of the branch that the user most likely means. */
function likely(issue: Issue, root: ConfigNode): readonly Issue[] {
  if (issue.code !== "invalid_union" || issue.message !== NO_ALLOWED_FORM) return [issue];
  const isScalar = typeof root.at(issue.path)?.value !== "object";
  const branch = issue.errors.find((one) => !isScalar && one.every(({ path }) => path.length > 0));
  if (!branch) return [issue];
  return branch.flatMap((inner) => likely({ ...inner, path: [...issue.path, ...inner.path] }, root));
}

/** Whether an issue exists only because a value is not known yet. */
function isUndecided({ code }: Issue, node: ConfigNode | undefined): boolean {
  if (node && node.value === UNRESOLVED) return node.place.isScalar || node.hasError;
  return (code === "custom" || code === "invalid_union") && hasUnresolved(node?.value);
}

/** Reports wrong expressions, and secrets where they would not stay secret: Pulumi keeps only arguments secret. */
function checkOrigin(node: ConfigNode, schema: FileSchema): void {
  const { range, origin, place } = node;
  // Where an alias uses it, it is another node.
  if (String(node.path[0]?.step).startsWith(IGNORED)) return;
  for (const { written, problem, help } of origin!.problems) {
    // With an escape sequence in it, the whole value is its range.
    const offset = node.text.indexOf(written);
    const start = range.start + offset;
    node.error("expression", problem!, help, offset === -1 ? range : { start, end: start + written.length });
  }
  if (!origin!.isSecret || !place.isKnown || isArgument(node, schema)) return;
  const message = `${node.label} cannot come from secret config: it would not stay secret`;
  node.error("secret", message, "store the value in plain config, or write it here");
}

function isArgument({ path }: ConfigNode, { sections }: FileSchema): boolean {
  const section = sections.get(String(path[0]!.step));
  const field = String(path.find(({ parent }) => parent?.isEntry)?.step);
  return section !== undefined && Object.hasOwn(entryFields(section.definition).shape, field);
}

/** Fields of the mapping above them that are not indented enough: one mistake, whatever their number. */
function reportIndentation(node: ConfigNode): void {
  const { parent, step } = node;
  if (!parent || typeof step !== "string") return;
  const siblings = [...parent.children.values()];
  const above = siblings.slice(0, siblings.indexOf(node)).findLast(({ value }) => isMapping(value ?? {}));
  if (!above?.place.fields.includes(step) || above.get(step)) return;
  // It may as well be a field or an entry of its own.
  const mayBeOwn = parent.place.fields.includes(step) || isMapping(node.value);
  if (mayBeOwn && above.value !== null) return;
  const message = `wrong indentation: ${step} is a field of ${above.label}`;
  if (above.meant.length === 0) node.keyError("syntax", message, "indent it more than the key above it");
  above.meant = [...above.meant, step];
  node.hasError = true;
  above.hasError ||= above.value === null;
}

/** Fields that belong into one other place are one mistake. */
function reportUnknown(parent: ConfigNode, nodes: readonly ConfigNode[], schema: FileSchema): void {
  const section = otherSection(parent, nodes, schema);
  const homes = grouped(nodes, (node) => (section ? "" : (innerPath(parent, node) ?? node)));
  for (const [home, [first, ...others]] of homes) {
    if (typeof home !== "string") reportUnknownField(home);
    else {
      const [it, belongs] = others.length > 0 ? ["they", "belong"] : ["it", "belongs"];
      const help = section
        ? `${it} ${belongs} to ${section}: move the entry there`
        : `${it} ${belongs} into ${home}`;
      first!.keyError(
        "unknown-field",
        `${parent.label}: unknown field${shownKeys([first!, ...others])}`,
        help,
      );
      for (const node of others) node.hasError = true;
    }
  }
}

function reportUnknownField(node: ConfigNode): void {
  const parent = node.parent!;
  const key = String(node.step);
  const { fields } = parent.place;
  const colon = colonWithoutSpace(key, node.keyRange.start);
  const hint = hintFor(parent, key);
  const suggestion = hint === undefined ? suggest(key, fields) : undefined;
  const meant = colon ? key.slice(0, key.indexOf(":")) : suggestion;
  if (meant !== undefined) parent.meant = [...parent.meant, meant];
  const isSection = !parent.parent;
  const message = (isSection ? "unknown section" : `${parent.label}: unknown field`) + shownKeys([node]);
  const allowed = `allowed: ${fields.join(", ")}`;
  const help = isSection ? `${allowed}; indent it if it is an entry of the section above` : allowed;
  if (colon) node.error("syntax", colon.message, colon.help, colon.range);
  else if (meant === undefined) node.keyError("unknown-field", message, hint ?? help);
  else node.keyError("unknown-field", message + didYouMean(meant));
}

function grouped<Key>(
  nodes: readonly ConfigNode[],
  keyOf: (node: ConfigNode) => Key,
): Map<Key, ConfigNode[]> {
  const groups = new Map<Key, ConfigNode[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    groups.set(key, [...(groups.get(key) ?? []), node]);
  }
  return groups;
}

function shownKeys(nodes: readonly ConfigNode[]): string {
  const names = nodes.flatMap(({ shownKey }) => (shownKey === undefined ? [] : `"${shownKey}"`));
  return `${names.length > 1 ? "s" : ""} ${formatList(names)}`.trimEnd();
}

/** The section that has all fields of an entry that its own section lacks, if they are several. */
function otherSection(parent: ConfigNode, nodes: readonly ConfigNode[], { sections }: FileSchema) {
  if (!parent.isEntry || nodes.length < 2) return undefined;
  const has = ({ definition }: Section) =>
    nodes.every(({ step }) => Object.hasOwn(entryFields(definition).shape, String(step)));
  return [...sections.values()].find((section) => has(section))?.name;
}

/** Such as `content.wifi` for a field of it. */
function innerPath({ place }: ConfigNode, { step }: ConfigNode): string | undefined {
  const key = String(step);
  if (ownHint(place, key) !== undefined) return undefined;
  const inner = place.fields.flatMap((field) => [
    field,
    ...place.below(field).fields.map((one) => `${field}.${one}`),
  ]);
  const has = (path: string) =>
    path
      .split(".")
      .reduce((at, part) => at.below(part), place)
      .fields.includes(key);
  return inner.find(has);
}

/** What to do about a field that is not there, or not any more. */
function hintFor({ place }: ConfigNode, key: string): string | undefined {
  const [hint] = place.meta("hint");
  return ownHint(place, key) ?? (typeof hint === "string" ? hint : undefined);
}

/** About this field alone. */
function ownHint(place: Place, key: string): string | undefined {
  const [hint] = place.meta("hint") as (string | Record<string, string>)[];
  return typeof hint === "object" && Object.hasOwn(hint, key) ? hint[key] : undefined;
}

/** A field that is there under another name, or next to its mapping, is not missing too. */
function reportMissing(parent: ConfigNode, all: readonly string[]): void {
  const names = all.filter((name) => !parent.meant.includes(name));
  const [first, ...others] = names;
  if (first === undefined || parent.hasError) return;
  const list = formatList(names.map((name) => `"${name}"`));
  const message = `${parent.label}: missing ${others.length === 0 ? "field" : "fields"} ${list}`;
  const { description, examples } = parent.place.below(first);
  const example = examples.length > 0 ? `, such as ${first}: ${JSON.stringify(examples[0])}` : "";
  const help = description && `${description.split(". ")[0]!.replace(/\.$/, "")}${example}`;
  parent.keyError("missing", message, others.length === 0 ? help : undefined);
}

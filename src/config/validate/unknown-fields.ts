// Fields and sections that the schema does not have: what is most likely meant, and where it belongs.
import { didYouMean, suggest } from "../../api/suggest";
import { formatList } from "../../kind/schema";
import type { SchemaPointer } from "../schema/pointer";
import { colonWithoutSpace } from "../yaml/text";
import { type ConfigNode, isMapping } from "../yaml/tree";

/** Fields that belong into one other place are one mistake. */
export function reportUnknown(parent: ConfigNode, nodes: readonly ConfigNode[]): void {
  const own = nodes.filter((node) => !reportIndentation(node));
  const home = own.length > 0 ? homeOf(parent, own) : undefined;
  if (home === undefined && own.length > 1) for (const node of own) reportUnknown(parent, [node]);
  else if (home !== undefined) parent.error(`unknown field${shownKeys(own)}`, home, own[0]!.keyRange);
  else if (own[0]) reportUnknownField(own[0]);
}

/**
 * Reports a field of the mapping above it that is not indented enough. Several of them are one mistake.
 * @returns whether it is one
 */
export function reportIndentation(node: ConfigNode): boolean {
  const above = mappingAbove(node);
  if (!above) return false;
  const siblings = [...node.parent!.children.values()];
  const isFirst = siblings[siblings.indexOf(node) - 1] === above;
  const message = `wrong indentation: ${node.step} is a field of ${above.label}`;
  if (isFirst) report(node, message, "indent it more than the key above it");
  return true;
}

/** The mapping above a field that is not indented enough to be in it. */
export function mappingAbove({ parent, step, value }: ConfigNode): ConfigNode | undefined {
  if (!parent || typeof step !== "string") return undefined;
  const siblings = [...parent.children.values()];
  const index = siblings.findIndex((one) => one.step === step);
  const above = siblings.slice(0, index).findLast((one) => isMapping(one.value ?? {}));
  if (!above?.place.fields.includes(step) || above.get(step)) return undefined;
  // It may as well be a field or an entry of its own.
  const mayBeOwn = parent.place.fields.includes(step) || isMapping(value);
  return mayBeOwn && above.value !== null ? undefined : above;
}

/** The field or section that an unknown one most likely is. */
export function wordMeantBy({ step, parent }: ConfigNode): string | undefined {
  const { fields } = parent!.place;
  const key = String(step);
  if (fields.includes(key)) return undefined;
  if (colonWithoutSpace(key, 0)) return key.slice(0, key.indexOf(":"));
  return hintFor(parent!.place, key) === undefined ? suggest(key, fields) : undefined;
}

function reportUnknownField(node: ConfigNode): void {
  const parent = node.parent!;
  const key = String(node.step);
  const { fields } = parent.place;
  const colon = colonWithoutSpace(key, node.keyRange.start);
  const meant = wordMeantBy(node);
  const message = `unknown ${parent.parent ? "field" : "section"}${shownKeys([node])}${didYouMean(meant)}`;
  const allowed = `allowed: ${fields.join(", ")}`;
  const other = parent.parent ? allowed : `${allowed}; indent it if it is an entry of the section above`;
  const help = meant === undefined ? (hintFor(parent.place, key) ?? other) : undefined;
  if (colon) node.file.diagnostics.add(node.file.source, colon);
  else if (parent.parent) parent.error(message, help, node.keyRange);
  else report(node, message, help);
}

/** A message that names the field itself. */
function report({ file, keyRange }: ConfigNode, message: string, help?: string): void {
  file.diagnostics.add(file.source, { range: keyRange, message, help });
}

function shownKeys(nodes: readonly ConfigNode[]): string {
  const names = nodes.flatMap(({ shownKey }) => (shownKey === undefined ? [] : `"${shownKey}"`));
  return `${names.length > 1 ? "s" : ""} ${formatList(names)}`.trimEnd();
}

/** Where fields belong that are all fields of one other place: a mapping of the entry, or several of another section. */
function homeOf({ place, isEntry, file }: ConfigNode, nodes: readonly ConfigNode[]): string | undefined {
  const keys = nodes.map(({ step }) => String(step));
  const [it, belongs] = keys.length > 1 ? ["they", "belong"] : ["it", "belongs"];
  const has = ({ fields }: SchemaPointer) => keys.every((key) => fields.includes(key));
  const hasHint = keys.some((key) => ownHint(place, key) !== undefined);
  for (const field of hasHint ? [] : place.fields) {
    const inner = place.below(field);
    if (has(inner)) return `${it} ${belongs} into ${field}`;
    const below = inner.fields.find((name) => has(inner.below(name)));
    if (below !== undefined) return `${it} ${belongs} into ${field}.${below}`;
  }
  if (!isEntry || keys.length < 2) return undefined;
  const { sections, pointer } = file.schema;
  const [section] =
    [...sections].find(([name, { singleKey }]) => {
      const other = pointer.below(name);
      return has(singleKey === undefined ? other.below("") : other);
    }) ?? [];
  return section && `${it} ${belongs} to ${section}: move the entry there`;
}

/** What to do about a field that is not there, or not any more. */
function hintFor(place: SchemaPointer, key: string): string | undefined {
  const [hint] = place.meta("hint");
  return ownHint(place, key) ?? (typeof hint === "string" ? hint : undefined);
}

/** About this field alone. */
function ownHint(place: SchemaPointer, key: string): string | undefined {
  const [hint] = place.meta("hint") as (string | Record<string, string>)[];
  return typeof hint === "object" && Object.hasOwn(hint, key) ? hint[key] : undefined;
}

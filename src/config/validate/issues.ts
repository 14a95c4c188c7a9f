// Reports what zod finds in a part of a tree: one error for each mistake.
import { didYouMean, suggest } from "../../api/suggest";
import { formatList, NO_ALLOWED_FORM, zodMessage } from "../../kind/schema";
import type { FileSchema } from "../schema/file-schema";
import { IGNORED } from "../schema/loader-fields";
import { hasUnresolved, UNRESOLVED } from "../yaml/expressions";
import { colonWithoutSpace } from "../yaml/text";
import type { ConfigNode } from "../yaml/tree";
import { explain, type Issue, suchAs } from "./explain";

/** The nodes with an error of their own. */
export class WrongNodes extends Set<ConfigNode> {
  readonly #withParents = new Set<ConfigNode>();

  override add(node: ConfigNode): this {
    for (let one: ConfigNode | undefined = node; one && !this.#withParents.has(one); one = one.parent)
      this.#withParents.add(one);
    return super.add(node);
  }

  /** Whether the node or a part of it has an error. */
  isIn(node: ConfigNode): boolean {
    return this.#withParents.has(node);
  }
}

/** The issues of a file, by what they belong to: an entry, another part of the file, or the file. */
export function issuesOf(
  root: ConfigNode,
  { zod, sections }: FileSchema,
): ReadonlyMap<ConfigNode, readonly Issue[]> {
  const values = Object.entries(root.value as object).filter(([key]) => !key.startsWith(IGNORED));
  const { error } = zod.safeParse(Object.fromEntries(values), { error: zodMessage });
  const issues = new Map<ConfigNode, Issue[]>();
  for (const issue of (error?.issues ?? []).flatMap((one) => likely(one, root))) {
    const section = sections.get(String(issue.path[0]));
    const hasKeys = section !== undefined && section.singleKey === undefined;
    const owner = root.at(issue.path.slice(0, hasKeys ? 2 : 1))!;
    issues.set(owner, [...(issues.get(owner) ?? []), issue]);
  }
  return issues;
}

/** For a union without a message of its own, the issues of the branch that the user most likely means. */
function likely(issue: Issue, root: ConfigNode): readonly Issue[] {
  if (issue.code !== "invalid_union" || issue.message !== NO_ALLOWED_FORM) return [issue];
  const isScalar = typeof root.at(issue.path)?.value !== "object";
  const branch = issue.errors.find((one) => !isScalar && one.every(({ path }) => path.length > 0));
  if (!branch) return [issue];
  return branch.flatMap((inner) => likely({ ...inner, path: [...issue.path, ...inner.path] }, root));
}

/** Reports issues of one owner. @param wrong gets the nodes with an error */
export function reportIssues(issues: readonly Issue[], root: ConfigNode, wrong: WrongNodes): void {
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
  const list = formatList(names.map((name) => `"${name}"`));
  const place = parent.place.below(first);
  const { description } = place;
  const help = description && `${description.split(". ")[0]!.replace(/\.$/, "")}${suchAs(first, place)}`;
  const isOne = others.length === 0;
  parent.error(`missing ${isOne ? "field" : "fields"} ${list}`, isOne ? help : undefined, parent.keyRange);
}

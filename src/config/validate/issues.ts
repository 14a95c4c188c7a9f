// Reports what zod finds in a part of a tree: one error for each mistake.
import { formatList, NO_ALLOWED_FORM, zodMessage } from "../../kind/schema";
import type { FileSchema } from "../schema/file-schema";
import { IGNORED } from "../schema/loader-fields";
import { hasUnresolved, UNRESOLVED } from "../yaml/expressions";
import type { ConfigNode } from "../yaml/tree";
import { explain, type Issue } from "./explain";
import { mappingAbove, reportUnknown, wordMeantBy } from "./unknown-fields";

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
    const [section] = issue.path;
    const hasKeys = sections.get(String(section))?.singleKey === undefined && sections.has(String(section));
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
    if (issue.code === "unrecognized_keys") {
      const parent = root.at(issue.path)!;
      const nodes = issue.keys.map((key) => parent.get(key)!);
      reportUnknown(parent, nodes);
      for (const node of nodes) wrong.add(node);
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

/** A field that is there under another name, or next to its mapping, is not missing too. */
function reportMissing(parent: ConfigNode, all: readonly string[]): void {
  const isThere = (name: string) => {
    const beside = parent.parent?.get(name);
    if (beside && mappingAbove(beside) === parent) return true;
    return [...parent.children.values()].some((node) => wordMeantBy(node) === name);
  };
  const names = all.filter((name) => !isThere(name));
  const [first, ...others] = names;
  if (first === undefined) return;
  const list = formatList(names.map((name) => `"${name}"`));
  const place = parent.place.below(first);
  const [example] = place.meta("examples");
  const such = example === undefined ? "" : `, such as ${first}: ${JSON.stringify(example)}`;
  const help = place.description && `${place.description.split(". ")[0]!.replace(/\.$/, "")}${such}`;
  parent.error(
    `missing ${others.length === 0 ? "field" : "fields"} ${list}`,
    others.length === 0 ? help : undefined,
    parent.keyRange,
  );
}

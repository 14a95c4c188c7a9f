// What a syntax error hides: the entries that it is in, and no others.
import type { Problem } from "../report/diagnostics";
import { INCLUDE } from "../schema/loader-fields";
import type { Range } from "../source/source";
import type { ConfigNode, ReadFile } from "./tree";

interface Found {
  /** Of the parser. */
  readonly syntax: readonly Problem[];
  /** The parts of the text that the parser may have taken for something else. */
  readonly damage: readonly Range[];
  /** Of the tree: keys and texts that are not what they look like. */
  readonly faults: readonly Problem[];
  /** Of the tree: what is wrong with one node only. */
  readonly problems: readonly Problem[];
}

/** Reports what is wrong, and removes the entries that are not what they look like. */
export function withoutDamage(root: ConfigNode, { syntax, damage, faults, problems }: Found): ReadFile {
  const { source, diagnostics } = root.file;
  const report = (all: readonly Problem[]) => {
    for (const one of all) diagnostics.add(source, one);
  };
  if (syntax.length + faults.length === 0) {
    report(problems);
    return { root, isComplete: true };
  }
  const parts = partsOf(root);
  const damaged = new Set<ConfigNode>([
    ...damage.flatMap((range) => hiddenBy(range, parts, root)),
    ...misplaced(root, damage),
  ]);
  // Next to a syntax error they are its consequences.
  const isApart = ({ range }: Problem) =>
    partsAt(parts, range).every((one) => !one.path.some((at) => damaged.has(at)));
  const apart = faults.filter(isApart);
  for (const { range } of apart) for (const one of partsAt(parts, range)) damaged.add(one);
  report(firstOfLines([...syntax, ...apart], root));
  report(problems.filter(isApart));
  for (const one of damaged) one.parent!.remove(one);
  return { root, isComplete: false };
}

/** Entries and sections, in the order of the text. */
function partsOf(root: ConfigNode): readonly ConfigNode[] {
  const parts = [...root.children.values()].flatMap((section) =>
    section.place.types.has("record") ? [section, ...section.children.values()] : [section],
  );
  return parts.sort((a, b) => a.keyRange.start - b.keyRange.start);
}

/** Those in which a range starts, or that start in it. What is included counts unless the range starts there. */
function partsAt(parts: readonly ConfigNode[], { start, end }: Range): readonly ConfigNode[] {
  const index = parts.findLastIndex(({ keyRange }) => keyRange.start <= start);
  const inside = parts
    .slice(index + 1)
    .filter(({ keyRange, step }) => keyRange.start < end && step !== INCLUDE);
  return index === -1 ? inside : [parts[index]!, ...inside];
}

/** An error at the start of a line is one of indentation: the text before it and the sections may be something else. */
function hiddenBy(range: Range, parts: readonly ConfigNode[], { file }: ConfigNode): readonly ConfigNode[] {
  const before = file.source.text.slice(0, Math.max(0, range.start));
  if (!/(?:^|\n)\s*$/.test(before.slice(-100))) return partsAt(parts, range);
  const start = Math.min(range.start, before.trimEnd().length);
  return partsAt(parts, { start, end: range.end }).map(({ path: [section] }) => section!);
}

/** The parts that are not in the column of their siblings, which the parser took from other mappings. */
function misplaced(root: ConfigNode, damage: readonly Range[]): readonly ConfigNode[] {
  if (damage.length === 0) return [];
  const columnOf = ({ file, keyRange }: ConfigNode) => file.source.position(keyRange.start).column;
  return [root, ...root.children.values()].flatMap((parent) => {
    const children = [...parent.children.values()];
    const first = parent === root ? 1 : children[0] && columnOf(children[0]);
    return children.filter((child) => !/[{,]\s*$/.test(before(child)) && columnOf(child) !== first);
  });
}

/** The line before a key. */
function before({ file: { source }, keyRange: { start } }: ConfigNode): string {
  return source.text.slice(source.lineAt(start).start, start);
}

/** One mistake has several consequences, in the lines of its range: only the first one counts. */
function firstOfLines(problems: readonly Problem[], { file: { source } }: ConfigNode): readonly Problem[] {
  const lines = new Set<number>();
  return problems.filter(({ range }) => {
    const [first, last] = [range.start, range.end].map((offset) => source.position(offset).line);
    const isFirst = !lines.has(first!);
    for (let line = first!; line <= last!; line += 1) lines.add(line);
    return isFirst;
  });
}

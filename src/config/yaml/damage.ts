// What a syntax error hides: the entries that it is in, and no others.
import type { Problem } from "../report/report";
import type { Range, Source } from "../source/source";
import type { ConfigNode, ReadFile } from "./tree";

/**
 * Reports what is wrong, and removes the entries that are not what they look like.
 * @param syntax what the parser reports
 * @param damage the parts of the text that the parser may have taken for something else
 * @param faults keys and texts of the tree that are not what they look like
 */
export function withoutDamage(
  root: ConfigNode,
  syntax: readonly Problem[],
  damage: readonly Range[],
  faults: readonly Problem[],
): ReadFile {
  if (syntax.length + faults.length === 0) return { root, isComplete: true };
  const { source, report } = root.file;
  // Entries and sections, in the order of the text.
  const parts = [...root.children.values()]
    .flatMap((one) => (one.place.types.has("record") ? [one, ...one.children.values()] : [one]))
    .sort((a, b) => a.keyRange.start - b.keyRange.start);
  const damaged = new Set(damage.flatMap((range) => hiddenBy(range, parts, source.text)));
  // Next to a syntax error they are its consequences.
  const apart = faults.filter(({ range }) =>
    partsAt(parts, range).every((one) => !one.path.some((at) => damaged.has(at))),
  );
  for (const { range } of apart) for (const one of partsAt(parts, range)) damaged.add(one);
  for (const one of firstOfLines([...syntax, ...apart], source)) report(one);
  for (const one of damaged) one.parent!.remove(one);
  return { root, isComplete: false };
}

/** Those in which a range starts, or that start in it. What is included counts unless the range starts there. */
function partsAt(parts: readonly ConfigNode[], { start, end }: Range): readonly ConfigNode[] {
  const index = parts.findLastIndex(({ keyRange }) => keyRange.start <= start);
  const inside = parts
    .slice(index + 1)
    .filter(({ keyRange, step }) => keyRange.start < end && step !== "include");
  return index === -1 ? inside : [parts[index]!, ...inside];
}

/** An error at the start of a line is one of indentation: all of its section may be something else. */
function hiddenBy({ start, end }: Range, parts: readonly ConfigNode[], text: string): readonly ConfigNode[] {
  const before = text.slice(0, Math.max(0, start));
  if (!/(?:^|\n)\s*$/.test(before.slice(-100))) return partsAt(parts, { start, end });
  const next = text.slice(before.length).search(/(?<=\n)[^\s#]/);
  const until = next === -1 ? text.length : before.length + next;
  const range = { start: Math.min(start, before.trimEnd().length), end: Math.max(end, until) };
  return partsAt(parts, range).map(({ path: [section] }) => section!);
}

/** One mistake has several consequences, in the lines of its range: only the first one counts. */
function firstOfLines(problems: readonly Problem[], source: Source): readonly Problem[] {
  const lines = new Set<number>();
  return problems.filter(({ range }) => {
    const [first, last] = [range.start, range.end].map((offset) => source.position(offset).line);
    const isFirst = !lines.has(first!);
    for (let line = first!; line <= last!; line += 1) lines.add(line);
    return isFirst;
  });
}

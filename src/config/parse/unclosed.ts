// Finds the { [ and quotes that are opened and not closed. The parser reports where it noticed that, not where they are.
import { type Document, isCollection, visit, type YAMLError } from "yaml";
import { firstIndexWhere, type Range } from "../source/source";

const QUOTES = ['"', "'"];

/** In the order of the file. Their ends are where the parser gave them up. */
export function unclosedOpenings(
  document: Document.Parsed,
  errors: readonly YAMLError[],
  text: string,
): readonly Range[] {
  const openings: Range[] = [];
  const missingEnds = countMissingEnds(errors);
  const add = (node: { range?: readonly [number, number, number] | null }) => {
    const [start, end] = node.range ?? [0, 0];
    if (isCollection(node)) {
      // Where several collections end, the outer ones are not closed. They are visited first.
      const missing = node.flow ? (missingEnds.get(end) ?? 0) : 0;
      if (missing === 0) return;
      missingEnds.set(end, missing - 1);
    } else {
      const quote = text[start]!;
      const isOpen = QUOTES.includes(quote) && (end === start + 1 || text[end - 1] !== quote);
      if (!isOpen) return;
    }
    openings.push({ start, end });
  };
  visit(document, { Node: (_key, node) => add(node) });
  return openings;
}

/** The errors about a missing } or ], by the end of their collection. */
function countMissingEnds(errors: readonly YAMLError[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { message, pos } of errors) {
    if (/^flow .*end with a/i.test(message)) counts.set(pos[0], (counts.get(pos[0]) ?? 0) + 1);
  }
  return counts;
}

/** The opening that most likely causes an error: the last one before it that does not contain it. */
export function openingBefore(error: Range, openings: readonly Range[]): Range | undefined {
  let index = firstIndexWhere(openings, ({ start }) => start >= error.start) - 1;
  while (index >= 0 && openings[index]!.end > error.end) index -= 1;
  return openings[index];
}

/** The innermost { } or [ ] that contains an offset, closed or not. */
export function flowCollectionAt(document: Document.Parsed, offset: number): Range | undefined {
  let found: Range | undefined;
  visit(document, {
    Collection(_key, { flow, range }) {
      const [start, end] = range ?? [0, 0];
      // Nothing in it contains the offset either.
      if (start > offset || end < offset) return visit.SKIP;
      if (flow) found = { start, end };
      return undefined;
    },
  });
  return found;
}

// "Did you mean": the known word closest to a mistyped one. No dependency of ours has it.

/**
 * The candidate closest to `word`, or `undefined` if none is close. The first one wins a tie.
 * @param maxDistance the number of changes that still count as close. @default a third of the letters
 */
export function suggest(
  word: string,
  candidates: Iterable<string>,
  maxDistance = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  let best: string | undefined;
  let limit = maxDistance + 1;
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= limit) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < limit) [best, limit] = [candidate, distance];
  }
  return best;
}

/** The end of a message that names the closest word. "" without one. */
export function didYouMean(word: string | undefined): string {
  return word === undefined ? "" : `; did you mean "${word}"?`;
}

/** Insertions, deletions, replacements and swaps of neighbors between two texts (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const replaced = last[column - 1]! + (isSame ? 0 : 1);
      const swapped = isSwap ? beforeLast[column - 2]! + 1 : replaced;
      current.push(Math.min(last[column]! + 1, current[column - 1]! + 1, replaced, swapped));
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length]!;
}

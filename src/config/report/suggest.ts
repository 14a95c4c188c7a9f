// "Did you mean": the known word that a mistyped one most likely stands for.

/** Longer words are not worth the comparison. */
const LONGEST = 64;

/** The candidate closest to `word`, or `undefined` when none is close. Ties go to the first. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length === 0 || word.length > LONGEST) return undefined;
  const typed = word.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - typed.length) >= least) continue;
    const distance = editDistance(typed, candidate.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      best = candidate;
      if (distance === 0) break;
    }
  }
  return best;
}

/**
 * Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other
 * (optimal string alignment). Ends early with `limit` when it cannot be less.
 */
export function editDistance(from: string, to: string, limit: number): number {
  const [a, b] = withoutCommonEnds(from, to);
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let distance = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) distance = Math.min(distance, beforeLast[column - 2]! + 1);
      current.push(distance);
      if (distance < least) least = distance;
    }
    if (least >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}

/** Equal beginnings and ends add nothing to a distance, only time. */
function withoutCommonEnds(from: string, to: string): [string, string] {
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return [from.slice(start, from.length - end), to.slice(start, to.length - end)];
}

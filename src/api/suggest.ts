// "Did you mean": the known word closest to a mistyped one.

/** Longer words are not compared. */
const MAX_LENGTH = 64;

/** A shorter beginning of a word is no hint. */
const MIN_PREFIX = 2;

/**
 * The candidate closest to `word`, or `undefined` if none is close. The first one wins a tie.
 * @param maxDistance the number of changes that still count as close. @default a third of the letters
 */
export function suggest(
  word: string,
  candidates: Iterable<string>,
  maxDistance = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  if (word.length === 0 || word.length > MAX_LENGTH) return undefined;
  const typed = word.toLowerCase();
  let best: string | undefined;
  let limit = maxDistance + 1;
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - typed.length) >= limit) continue;
    const distance = editDistance(typed, candidate.toLowerCase(), limit);
    if (distance < limit) {
      limit = distance;
      best = candidate;
      if (distance === 0) break;
    }
  }
  return best;
}

/** The value that the user most likely means: by a typo, or its beginning. */
export function suggestChoice(word: string, choices: readonly string[]): string | undefined {
  const plain = word.toLowerCase().replace(/[\s_-]/g, "");
  return suggest(word, choices) ?? onlyOneWithPrefix(plain, choices);
}

function onlyOneWithPrefix(plain: string, choices: readonly string[]): string | undefined {
  if (plain.length < MIN_PREFIX) return undefined;
  const [first, second] = choices.filter((choice) => choice.toLowerCase().startsWith(plain));
  return second === undefined ? first : undefined;
}

/**
 * The number of insertions, deletions, replacements and swaps of neighbors between two texts (optimal string
 * alignment). Stops early with `limit` if the distance is not below it.
 */
export function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let distance = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) distance = Math.min(distance, beforeLast[column - 2]! + 1);
      current.push(distance);
      if (distance < smallest) smallest = distance;
    }
    if (smallest >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}

/** `a, b and c` */
export function formatList(words: readonly string[], last: "and" | "or" = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

// One file of config as text, and the places in it.

/** A stretch of a source, as offsets into its text; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Line and column, both counted from 1; a column is one UTF-16 unit, as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export class Source {
  /** The file as the user knows it: relative to the project's folder. */
  readonly file: string;
  readonly text: string;
  readonly #hidden: Range[] = [];
  /** The same in order, without overlaps. */
  #merged: readonly Range[] | undefined;
  #lineStarts: number[] | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** From now on nothing that shows lines of this file shows this stretch. */
  hide({ start, end }: Range): void {
    if (end <= start) return;
    this.#hidden.push({ start, end });
    this.#merged = undefined;
  }

  /** The hidden stretches that reach into another one, in order and without overlaps. */
  hiddenIn({ start, end }: Range): readonly Range[] {
    this.#merged ??= merge(this.#hidden);
    const first = firstIndex(this.#merged, (range) => range.end > start);
    const last = firstIndex(this.#merged, (range) => range.start >= end);
    return this.#merged.slice(first, last);
  }

  position(offset: number): Position {
    const starts = this.#starts();
    const line = firstIndex(starts, (start) => start > offset);
    return { line, column: offset - starts[line - 1]! + 1 };
  }

  /** The line that holds an offset, without its line break. */
  lineAt(offset: number): Range {
    const { line } = this.position(offset);
    const start = this.#starts()[line - 1]!;
    let end = this.#starts()[line] ?? this.text.length;
    if (end > start && this.text[end - 1] === "\n") end -= 1;
    if (end > start && this.text[end - 1] === "\r") end -= 1;
    return { start, end };
  }

  // Only a file with problems needs its lines counted.
  #starts(): number[] {
    if (this.#lineStarts) return this.#lineStarts;
    const starts = [0];
    for (let at = this.text.indexOf("\n"); at !== -1; at = this.text.indexOf("\n", at + 1))
      starts.push(at + 1);
    this.#lineStarts = starts;
    return starts;
  }
}

function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else {
      merged.push(range);
    }
  }
  return merged;
}

/** Index of the first one for which `isBehind` holds, where it holds for all that follow; else the length. */
function firstIndex<T>(ordered: readonly T[], isBehind: (one: T) => boolean): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(ordered[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// The text of one config file, its lines and columns, and the ranges that excerpts must mask.
import { shownPath } from "./printable";

/** Offsets into the text of a source; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Line and column, both counted from 1. A column is one UTF-16 unit, as in editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export class Source {
  /** Path relative to the project folder. Only for access to the file. */
  readonly path: string;
  /** The path in messages. */
  readonly file: string;
  readonly text: string;
  /** Sorted, without overlaps. */
  #masked: readonly Range[] = [];
  #lineStarts: readonly number[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.file = shownPath(path);
    this.text = text;
  }

  mask(ranges: readonly Range[]): void {
    this.#masked = merge([...this.#masked, ...ranges.filter(({ start, end }) => end > start)]);
  }

  /** The masked ranges that overlap with a range. */
  maskedIn({ start, end }: Range): readonly Range[] {
    const first = firstIndexWhere(this.#masked, (range) => range.end > start);
    return this.#masked.slice(
      first,
      firstIndexWhere(this.#masked, (range) => range.start >= end),
    );
  }

  position(offset: number): Position {
    const starts = this.#starts();
    const line = firstIndexWhere(starts, (start) => start > offset);
    return { line, column: offset - starts[line - 1]! + 1 };
  }

  /** The line at an offset, without its line break. */
  lineAt(offset: number): Range {
    const { line } = this.position(offset);
    const start = this.#starts()[line - 1]!;
    let end = this.#starts()[line] ?? this.text.length;
    if (end > start && this.text[end - 1] === "\n") end -= 1;
    if (end > start && this.text[end - 1] === "\r") end -= 1;
    return { start, end };
  }

  // Computed on demand: a file without errors never needs it.
  #starts(): readonly number[] {
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

/** Binary search: `test` must hold for all values after the first match. Without a match, the length. */
export function firstIndexWhere<T>(sorted: readonly T[], test: (value: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// The text of one config file, its lines and columns.
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
  #lineStarts: readonly number[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.file = shownPath(path);
    this.text = text;
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

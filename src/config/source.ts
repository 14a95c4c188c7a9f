// One file of config as text, and the places in it.

/** A stretch of a source, as offsets into its text; `end` is exclusive. */
export interface Spot {
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
  readonly #hidden: Spot[] = [];
  #lineStarts: number[] | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** Stretches that must never be shown. */
  get hidden(): readonly Spot[] {
    return this.#hidden;
  }

  /** From now on nothing that shows lines of this file shows this stretch. */
  hide({ start, end }: Spot): void {
    if (end > start) this.#hidden.push({ start, end });
  }

  position(offset: number): Position {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  }

  /** The line that holds an offset, without its line break. */
  lineAt(offset: number): Spot {
    const { line } = this.position(offset);
    const start = this.#starts()[line - 1]!;
    let end = this.#starts()[line] ?? this.text.length;
    while (end > start && "\r\n".includes(this.text[end - 1]!)) end -= 1;
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

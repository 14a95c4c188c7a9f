// The text of one config file, its lines and columns.
import { LineCounter } from "yaml";
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
  #lines: LineCounter | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.file = shownPath(path);
    this.text = text;
  }

  position(offset: number): Position {
    const { line, col } = this.#counter().linePos(offset);
    return { line, column: col };
  }

  /** The line at an offset, without its line break. */
  lineAt(offset: number): Range {
    const { lineStarts } = this.#counter();
    const { line } = this.position(offset);
    const start = lineStarts[line - 1]!;
    let end = lineStarts[line] ?? this.text.length;
    if (end > start && this.text[end - 1] === "\n") end -= 1;
    if (end > start && this.text[end - 1] === "\r") end -= 1;
    return { start, end };
  }

  // On demand: a file without errors never needs it.
  #counter(): LineCounter {
    if (this.#lines) return this.#lines;
    this.#lines = new LineCounter();
    this.#lines.addNewLine(0);
    for (let at = this.text.indexOf("\n"); at !== -1; at = this.text.indexOf("\n", at + 1))
      this.#lines.addNewLine(at + 1);
    return this.#lines;
  }
}

// The text of one config file, its lines and columns.
import { LineCounter } from "yaml";
import { toLine } from "../../api/sanitize";

/** Offsets into the text of a source; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export class Source {
  /** Whether it is a table of cells: CSV, or with tabs. */
  readonly isSpreadsheet: boolean;
  /** Whether a value may be a `${…}`. */
  readonly hasExpressions: boolean;
  #lines: LineCounter | undefined;

  /** @param file path relative to the project folder */
  constructor(
    readonly file: string,
    readonly text: string,
  ) {
    this.isSpreadsheet = /\.[ct]sv$/i.test(file);
    this.hasExpressions = text.includes("${");
  }

  /** Line and column, both counted from 1. A column is one UTF-16 unit, as in editors. */
  position(offset: number): { readonly line: number; readonly column: number } {
    if (!this.#lines) {
      this.#lines = new LineCounter();
      this.#lines.addNewLine(0);
      const ends = this.text.matchAll(/\r\n?|\n/g);
      for (const { 0: end, index } of ends) this.#lines.addNewLine(index + end.length);
    }
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }

  /** `link-management.yaml:3:3`, which terminals and editors turn into a link. */
  location(offset: number): string {
    const { line, column } = this.position(offset);
    return `${toLine(this.file)}:${line}:${column}`;
  }

  /** The line at an offset, without its line break. */
  lineAt(offset: number): Range {
    const start = offset - this.position(offset).column + 1;
    return { start, end: start + this.text.slice(start).search(/[\r\n]|$/) };
  }
}

// How values are written into answers, as the dialect has it.
import type { Dialect } from "../dialect";
import type { Counts } from "../store/records";

/** Writes single values of answers. */
export class Spelling {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  id(id: number): number | string {
    return this.#dialect.idsAs === "number" ? id : String(id);
  }

  count(count: number): number | string {
    return this.#dialect.countersAs === "number" ? count : String(count);
  }

  pageFigure(figure: number): number | string {
    return this.#dialect.pageFiguresAs === "number" ? figure : String(figure);
  }

  flag(flag: boolean): boolean | number | string {
    switch (this.#dialect.booleansAs) {
      case "boolean":
        return flag;
      case "zeroOne":
        return flag ? 1 : 0;
      case "zeroOneText":
        return flag ? "1" : "0";
    }
  }

  /** A text; undefined leaves the field out of the answer. */
  text(text: string): string | null | undefined {
    if (text !== "" || this.#dialect.unsetText === "empty") return text;
    return this.#dialect.unsetText === "null" ? null : undefined;
  }

  /** `YYYY-MM-DD HH:MM:SS` on the service's wall clock. */
  dateTime(at: number): string {
    const local = new Date(at + this.#dialect.dateOffsetMinutes * 60_000);
    return local.toISOString().slice(0, 19).replace("T", " ");
  }

  /** `YYYY-MM-DD` on the service's wall clock. */
  date(at: number): string {
    return this.dateTime(at).slice(0, 10);
  }

  /** A label to count map with its counts as strings, as api.md shows them, highest first. */
  countTexts(counts: Counts): Record<string, string> | [] {
    const entries = Object.entries(counts).sort((a, b) => b[1] - a[1]);
    if (entries.length === 0 && this.#dialect.emptyMaps === "array") return [];
    return Object.fromEntries(entries.map(([label, count]) => [label, String(count)]));
  }
}

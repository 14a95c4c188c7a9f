// Formats values in responses according to the dialect.
import type { Dialect } from "../dialect";
import type { Counts } from "../store/records";

export class Serializer {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** @param inMixed form of the ids of this type, if the dialect mixes forms */
  id(id: number, inMixed: "number" | "string" = "number"): number | string {
    const { idsAs } = this.#dialect;
    return (idsAs === "mixed" ? inMixed : idsAs) === "number" ? id : String(id);
  }

  count(count: number): number | string {
    return this.#dialect.countersAs === "number" ? count : String(count);
  }

  /** A number of the list envelope. */
  pageNumber(value: number): number | string {
    return this.#dialect.pageNumbersAs === "number" ? value : String(value);
  }

  boolean(value: boolean): boolean | number | string {
    switch (this.#dialect.booleansAs) {
      case "boolean":
        return value;
      case "zeroOne":
        return value ? 1 : 0;
      case "zeroOneString":
        return value ? "1" : "0";
    }
  }

  /** A text field. undefined leaves it out of the response. */
  text(text: string): string | null | undefined {
    if (text !== "" || this.#dialect.unsetTextAs === "empty") return text;
    return this.#dialect.unsetTextAs === "null" ? null : undefined;
  }

  /** `YYYY-MM-DD HH:MM:SS` in the service's local time. */
  dateTime(at: number): string {
    const local = new Date(at + this.#dialect.utcOffsetMinutes * 60_000);
    return local.toISOString().slice(0, 19).replace("T", " ");
  }

  /** `YYYY-MM-DD` in the service's local time. */
  date(at: number): string {
    return this.dateTime(at).slice(0, 10);
  }

  /** Counts by label, highest first. Here api.md shows counts as strings. */
  countsByLabel(counts: Counts): Record<string, string> | [] | 0 {
    const entries = Object.entries(counts).sort((a, b) => b[1] - a[1]);
    if (entries.length === 0 && this.#dialect.emptyMapsAs === "array") return [];
    if (entries.length === 0 && this.#dialect.emptyMapsAs === "zero") return 0;
    return Object.fromEntries(entries.map(([label, count]) => [label, String(count)]));
  }
}

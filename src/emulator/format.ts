// Formats values and lists in responses, as the dialect says.
import type { Dialect } from "./dialect";

export class Format {
  readonly #dialect: Dialect;
  readonly #isText: boolean;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#isText = dialect.responses === "strings";
  }

  /** @param observed form in the dialect `observed` */
  id(id: number, observed: "text" | "number" = "number"): number | string {
    const isText = this.#dialect.responses === "observed" ? observed === "text" : this.#isText;
    return isText ? String(id) : id;
  }

  number(value: number): number | string {
    return this.#isText ? String(value) : value;
  }

  boolean(value: boolean): boolean | string {
    return this.#isText ? String(value) : value;
  }

  text(text: string): string | null | undefined {
    if (text !== "") return text;
    return { empty: "", null: null, absent: undefined }[this.#dialect.unsetText];
  }

  emptyMap(): object | 0 {
    return this.#dialect.responses === "observed" ? 0 : {};
  }

  /** `error` of a success. In api.md it is text in a list and a single QR code. */
  noError(isList: boolean): unknown {
    if (this.#dialect.responses === "observed") return 0;
    return isList || this.#isText ? "0" : 0;
  }

  error(): unknown {
    return this.number(1);
  }
}

const DEFAULT_PAGE_SIZE = 15;

/** One page of a list in its envelope (api.md, List envelope). `records` are all, oldest first. */
export function listPage<T>(
  dialect: Dialect,
  query: Readonly<Record<string, string>>,
  { key, records, view }: { key: string; records: readonly T[]; view: (record: T) => object },
): Record<string, unknown> {
  const format = new Format(dialect);
  const limit = positiveInteger(query.limit) ?? DEFAULT_PAGE_SIZE;
  const pageSize = Math.min(limit, dialect.maxPageSize);
  const last = Math.max(1, Math.ceil(records.length / pageSize));
  const page = positiveInteger(query.page) ?? 1;
  const ordered = dialect.listOrder === "oldestFirst" ? records : records.toReversed();
  const shown = ordered.slice((page - 1) * pageSize, page * pageSize);
  const { pageFields } = dialect;
  const atEnd = { zeroAtEnd: 0, sameAtEnd: page }[pageFields as string];
  const next = page < last ? page + 1 : atEnd;
  return {
    result: format.number(dialect.resultField === "total" ? records.length : shown.length),
    perpage: format.number(pageSize),
    currentpage: format.number(page),
    ...(pageFields !== "maxpageOnly" &&
      pageFields !== "none" && { nextpage: next === undefined ? null : format.number(next) }),
    ...(pageFields !== "nextpageOnly" && pageFields !== "none" && { maxpage: format.number(last) }),
    [key]: shown.map(view),
  };
}

/** Anything else counts as missing. */
export function positiveInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

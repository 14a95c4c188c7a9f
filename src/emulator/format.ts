// Formats values and lists in responses, as the dialect says.
import type { Dialect } from "./dialect";

/** A body with every value as the dialect writes it. */
export function shaped(value: unknown, dialect: Dialect): unknown {
  if (value === "") return { empty: "", null: null, absent: undefined }[dialect.unsetText];
  if (typeof value === "number" || typeof value === "boolean")
    return dialect.responses === "strings" ? String(value) : value;
  if (Array.isArray(value)) return value.map((one) => shaped(one, dialect));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shaped(one, dialect)]));
}

const DEFAULT_PAGE_SIZE = 15;

/** One page of a list in its envelope (api.md, List envelope). `records` are all, oldest first. */
export function listPage<T>(
  dialect: Dialect,
  query: Readonly<Record<string, string>>,
  { key, records, view }: { key: string; records: readonly T[]; view: (record: T) => object },
): Record<string, unknown> {
  const limit = positiveInteger(query.limit) ?? DEFAULT_PAGE_SIZE;
  const pageSize = Math.min(limit, dialect.maxPageSize);
  const last = Math.max(1, Math.ceil(records.length / pageSize));
  const page = positiveInteger(query.page) ?? 1;
  const ordered = dialect.listOrder === "oldestFirst" ? records : records.toReversed();
  const shown = ordered.slice((page - 1) * pageSize, page * pageSize);
  const { pageFields } = dialect;
  const atEnd = { zeroAtEnd: 0, sameAtEnd: page }[pageFields as string] ?? null;
  const nextpage = page < last ? page + 1 : atEnd;
  return {
    result: dialect.resultField === "total" ? records.length : shown.length,
    perpage: pageSize,
    currentpage: page,
    ...(pageFields !== "maxpageOnly" && pageFields !== "none" && { nextpage }),
    ...(pageFields !== "nextpageOnly" && pageFields !== "none" && { maxpage: last }),
    [key]: shown.map(view),
  };
}

/** Anything else counts as missing. */
export function positiveInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

// The pages of a list, with everything that a service may do to the figures of the envelope.
import type { ListSpec } from "../../../src/api/list/page";
import { type Reply, rejection } from "./fake-service";

export const PIXELS: ListSpec = { path: "/api/pixels", key: "pixels", writePath: "/api/pixel/" };
export const DOMAINS: ListSpec = { path: "/api/domains", key: "domains", writePath: "/api/domain/" };

/** The ids 1 to `count`. */
export const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

export interface ListDialect {
  readonly result: "total" | "onPage" | "absent";
  readonly maxpage: "present" | "absent" | "zeroWhenEmpty";
  readonly nextpage: "null" | "absent" | "zero" | "same" | "pastEnd";
  readonly pageBeyondLast: "empty" | "lastPage" | "firstPage" | "error" | "error200";
  readonly perpage: "present" | "absent";
  readonly limit: "capped" | "rejected" | "ignored";
  readonly figuresAs: "number" | "string";
  readonly maxPageSize: number;
}

export const CONSISTENT: ListDialect = {
  result: "total",
  maxpage: "present",
  nextpage: "null",
  pageBeyondLast: "empty",
  perpage: "present",
  limit: "capped",
  figuresAs: "number",
  maxPageSize: 100,
};

/** The page number that a path requests. */
export const pageNumber = (path: string) => Number(new URL(path, "http://x").searchParams.get("page"));

/** The response to the request for a page of a list with these ids. */
export function page(dialect: ListDialect, key: string, ids: readonly number[], path: string): Reply {
  const query = new URL(path, "http://x").searchParams;
  if (dialect.limit === "rejected" && query.has("limit")) return rejection("limit", 400);
  const { maxPageSize } = dialect;
  const requested = dialect.limit === "ignored" ? maxPageSize : Number(query.get("limit") ?? maxPageSize);
  const size = Math.min(requested, maxPageSize);
  const last = Math.max(1, Math.ceil(ids.length / size));
  let number = Number(query.get("page") ?? 1);
  if (number > last) {
    if (dialect.pageBeyondLast === "error") return rejection("no such page", 404);
    if (dialect.pageBeyondLast === "error200") return rejection("no such page");
    if (dialect.pageBeyondLast === "lastPage") number = last;
    if (dialect.pageBeyondLast === "firstPage") number = 1;
  }
  const listed = ids.slice((number - 1) * size, number * size);
  const figure = (value: number) => (dialect.figuresAs === "string" ? String(value) : value);
  const nextpageAtEnd = {
    null: null,
    absent: undefined,
    zero: figure(0),
    same: figure(number),
    pastEnd: figure(number + 1),
  };
  const result = { total: ids.length, onPage: listed.length, absent: undefined }[dialect.result];
  const maxpage = ids.length === 0 && dialect.maxpage === "zeroWhenEmpty" ? 0 : last;
  return {
    body: {
      error: "0",
      data: {
        result: result === undefined ? undefined : figure(result),
        perpage: dialect.perpage === "absent" ? undefined : figure(size),
        currentpage: figure(number),
        nextpage: number < last ? figure(number + 1) : nextpageAtEnd[dialect.nextpage],
        maxpage: dialect.maxpage === "absent" ? undefined : figure(maxpage),
        [key]: listed.map((id) => ({ id: figure(id), name: `n${id}` })),
      },
    },
  };
}

// One page of a list, in the list envelope (api.md, List envelope).
import type { Dialect } from "../dialect";
import { HttpError } from "../http/http-error";
import { type JsonResponse, success } from "./responses";
import type { Serializer } from "./serializer";

/**
 * Returns the page that the query requests.
 * @param key field of the envelope that has the objects
 * @param items all objects, oldest first
 * @throws {HttpError} if the dialect rejects the `limit`, or a page beyond the last one.
 */
export function listPage<T>(
  dialect: Dialect,
  serializer: Serializer,
  query: URLSearchParams,
  key: string,
  items: readonly T[],
  view: (item: T) => unknown,
): JsonResponse {
  const pageSize = effectivePageSize(dialect, query.get("limit"));
  const lastPage = Math.max(1, Math.ceil(items.length / pageSize));
  const requested = positiveInteger(query.get("page")) ?? 1;
  const isBeyondLast = requested > lastPage;
  if (isBeyondLast && dialect.pageBeyondLast === "error") throw new HttpError(404, "There is no such page.");
  const page = isBeyondLast && dialect.pageBeyondLast === "lastPage" ? lastPage : requested;

  const ordered = dialect.listOrder === "oldestFirst" ? items : items.toReversed();
  const shown = ordered.slice((page - 1) * pageSize, page * pageSize);
  const result = dialect.resultField === "total" ? items.length : shown.length;
  const maxpage = items.length === 0 && dialect.maxpageField === "zeroWhenEmpty" ? 0 : lastPage;
  return success(dialect, "list", {
    data: {
      result: serializer.pageNumber(result),
      perpage: serializer.pageNumber(pageSize),
      currentpage: dialect.currentpageField === "present" ? serializer.pageNumber(page) : undefined,
      nextpage: nextpage(dialect, serializer, page, lastPage),
      maxpage: dialect.maxpageField === "absent" ? undefined : serializer.pageNumber(maxpage),
      [key]: shown.map(view),
    },
  });
}

function effectivePageSize({ limitParameter, maxPageSize, defaultPageSize }: Dialect, given: string | null) {
  const limit = positiveInteger(given);
  const isRejected =
    (limitParameter === "rejected" && given !== null) ||
    (limitParameter === "rejectedAboveMax" && limit !== undefined && limit > maxPageSize);
  if (isRejected) throw new HttpError(400, "The limit is not allowed.");
  return Math.min(limit ?? defaultPageSize, maxPageSize);
}

function nextpage(dialect: Dialect, serializer: Serializer, page: number, lastPage: number) {
  if (page < lastPage) return serializer.pageNumber(page + 1);
  switch (dialect.nextpageOnLastPage) {
    case "null":
      return null;
    case "absent":
      return undefined;
    case "zero":
      return serializer.pageNumber(0);
    case "same":
      return serializer.pageNumber(page);
    case "pastEnd":
      return serializer.pageNumber(page + 1);
  }
}

/** Anything but a positive integer counts as missing. */
function positiveInteger(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

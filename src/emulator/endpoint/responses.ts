// The bodies of answers: success, failure and the list envelope (api.md, List envelope and Errors).
import type { Dialect } from "../dialect";
import type { Spelling } from "./serializer";

/** An answer before it meets a socket. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that the service turns down; `status` is what an honest service would send. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/**
 * A success. `form` tells which endpoints show `error` as the string "0" in api.md: lists and the single QR
 * code do, the others show the number.
 */
export function success(
  dialect: Dialect,
  form: "list" | "plain",
  fields: Readonly<Record<string, unknown>>,
  status = 200,
): Answer {
  const asText =
    dialect.errorValue === "string" || (dialect.errorValue === "asDocumented" && form === "list");
  return {
    status: dialect.statusCodes === "real" ? status : 200,
    body: { error: asText ? "0" : 0, ...fields },
  };
}

/** A failure: `{error, message}`. */
export function failure(dialect: Dialect, refusal: Refusal): Answer {
  const plain = dialect.failureMessages === "plain";
  return {
    status: dialect.statusCodes === "real" ? refusal.status : 200,
    headers: refusal.headers,
    body: {
      error: dialect.failureErrorValue,
      message: plain ? refusal.message : `\u001b[31m${refusal.message}\u001b[0m\u0007\r\n\u0000`,
    },
  };
}

/**
 * One page of `items`, given oldest first, in the list envelope.
 * @throws {Refusal} when the dialect refuses the `limit` or a page after the last one.
 */
export function listPage<T>(
  dialect: Dialect,
  spelling: Spelling,
  query: URLSearchParams,
  key: string,
  items: readonly T[],
  view: (item: T, index: number) => unknown,
): Answer {
  const size = pageSize(dialect, query.get("limit"));
  const last = Math.max(1, Math.ceil(items.length / size));
  const asked = wholeNumber(query.get("page")) ?? 1;
  if (asked > last && dialect.pageBeyondEnd === "error") throw new Refusal(404, "There is no such page.");
  const page = asked > last && dialect.pageBeyondEnd === "lastPage" ? last : asked;

  const ordered = dialect.order === "oldestFirst" ? items : items.toReversed();
  const shown = ordered.slice((page - 1) * size, page * size);
  const total = dialect.resultMeans === "total" ? items.length : shown.length;
  const lastShown = items.length === 0 && dialect.maxpageForm === "zeroWhenEmpty" ? 0 : last;
  return success(dialect, "list", {
    data: {
      result: spelling.pageFigure(total),
      perpage: spelling.pageFigure(size),
      currentpage: dialect.currentpageForm === "present" ? spelling.pageFigure(page) : undefined,
      nextpage: nextPage(dialect, spelling, page, last),
      maxpage: dialect.maxpageForm === "absent" ? undefined : spelling.pageFigure(lastShown),
      [key]: shown.map(view),
    },
  });
}

function pageSize(dialect: Dialect, given: string | null): number {
  const limit = wholeNumber(given);
  const refused =
    (dialect.limitRefused === "always" && given !== null) ||
    (dialect.limitRefused === "aboveCap" && limit !== undefined && limit > dialect.pageCap);
  if (refused) throw new Refusal(400, "The limit is not allowed.");
  return Math.min(limit ?? dialect.defaultPageSize, dialect.pageCap);
}

function nextPage(dialect: Dialect, spelling: Spelling, page: number, last: number) {
  if (page < last) return spelling.pageFigure(page + 1);
  switch (dialect.pageEnd) {
    case "null":
      return null;
    case "absent":
      return undefined;
    case "zero":
      return spelling.pageFigure(0);
    case "same":
      return spelling.pageFigure(page);
    case "pastEnd":
      return spelling.pageFigure(page + 1);
  }
}

/** A number of 1 or more; anything else counts as not given. */
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

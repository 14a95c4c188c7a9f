// Reads a whole list page by page, and starts over if its pages do not fit together.
import { ErrorResponse, IncompleteListError } from "../errors";
import type { ApiResponse } from "../http/client";
import { LIST_ATTEMPTS } from "../limits";
import { type EnvelopeConventions, ListReader } from "./list-reader";
import { type ListSpec, type Page, readPage } from "./page";
import type { PageSize } from "./page-size";
import type { Listing } from "./snapshot";
import type { WriteLock } from "./write-lock";

/** What the lists of a session share. */
export interface ListContext {
  get(path: string, query: Record<string, string | number>): Promise<ApiResponse>;
  readonly pageSize: PageSize;
  readonly conventions: EnvelopeConventions;
  readonly writeLock: WriteLock;
  /** Waits until every page shows all changes made so far. @throws ClosedError */
  settle(): Promise<void>;
  /** Repeats a rejected request until the rejection is certainly no rate-limit response. @throws ErrorResponse */
  confirmRejection<T>(send: () => Promise<T>): Promise<T>;
}

type Attempt = Listing | { readonly problem: string; readonly isFinal: boolean };

/**
 * All items of a list by id, in the service's order. Pages may be stale by different times, so the last attempt waits
 * for recent changes to settle.
 * @throws IncompleteListError after three inconsistent attempts
 */
export async function readList(context: ListContext, spec: ListSpec): Promise<Listing> {
  let problem = "";
  let attempts = 0;
  for (let isFinal = false; !isFinal && attempts < LIST_ATTEMPTS; attempts++) {
    if (attempts === LIST_ATTEMPTS - 1) await context.settle();
    const attempt = await readOnce(context, spec);
    if ("items" in attempt) return attempt;
    ({ problem, isFinal } = attempt);
  }
  throw new IncompleteListError(
    `GET ${spec.path}: the list could not be read completely in ${attempts} attempts (${problem}). ` +
      "Run the command again while nobody else changes the account",
  );
}

async function readOnce(context: ListContext, spec: ListSpec): Promise<Attempt> {
  // Held before the first page: a change between the first and the second page would spoil the attempt.
  const release = await context.writeLock.hold(spec.writePath);
  try {
    return await readPages(context, spec);
  } finally {
    release();
  }
}

async function readPages(context: ListContext, spec: ListSpec): Promise<Attempt> {
  const { page, limit } = await context.pageSize.first((size) => getPage(context, spec, 1, size));
  const reader = new ListReader(context.conventions, spec.allowsRepeats ?? false);
  let state = reader.add(page);
  const isOnePage = state === "end";
  while (state === "more") {
    const next = await nextPage(context, spec, reader.nextPage, limit);
    state = next ? reader.add(next) : reader.rejected();
  }
  return state === "end"
    ? { items: reader.items, isOnePage, pages: reader.nextPage - 1 }
    : { problem: reader.problem, isFinal: reader.isEndless };
}

/**
 * `undefined` if the service rejects the page because the list has ended.
 * @throws ErrorResponse if the rejection may be a rate-limit response: otherwise half a list would count as all
 */
async function nextPage(
  context: ListContext,
  spec: ListSpec,
  number: number,
  limit: number | undefined,
): Promise<Page | undefined> {
  try {
    return await context.confirmRejection(() => getPage(context, spec, number, limit));
  } catch (error) {
    const isEnd = error instanceof ErrorResponse && !error.isAmbiguous && error.status < 500;
    if (!isEnd) throw error;
    return undefined;
  }
}

async function getPage(
  context: ListContext,
  spec: ListSpec,
  page: number,
  limit: number | undefined,
): Promise<Page> {
  const response = await context.get(spec.path, limit === undefined ? { page } : { limit, page });
  return readPage(spec, response.data, response.size);
}

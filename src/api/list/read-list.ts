// Reads a whole list, page by page and, when its pages do not fit together, from its start again.

import { ErrorResponse, IncompleteListError } from "../errors";
import type { ApiResponse } from "../http/client";
import { LIST_ATTEMPTS } from "../limits";
import { type EnvelopeConventions, ListReader } from "./list-reader";
import { type CollectionSpec, type ListPage, readPage } from "./page";
import type { PageSize } from "./page-size";
import type { Listing } from "./snapshot";
import type { WriteLock } from "./write-lock";

/** What the lists of a session share. */
export interface ListParts {
  get(path: string, query: Record<string, string | number>): Promise<ApiResponse>;
  readonly pageSize: PageSize;
  readonly habits: EnvelopeConventions;
  readonly changes: WriteLock;
  /** Waits until every page shows what has been changed so far. @throws ClosedError */
  settle(): Promise<void>;
  /** Whether another request is answered at once. @throws ApiError */
  answersAtOnce(): Promise<boolean>;
}

type Outcome = Listing | { readonly problem: string; readonly isFinal: boolean };

/**
 * Every entry of a list by its id, in the service's order. Pages that do not fit together may lag by different times
 * behind what was changed just now, so the last try comes after that.
 * @throws IncompleteListError when three readings came to no end that can be trusted
 */
export async function readList(parts: ListParts, spec: CollectionSpec): Promise<Listing> {
  let problem = "";
  let attempts = 0;
  for (let isFinal = false; !isFinal && attempts < LIST_ATTEMPTS; attempts++) {
    if (attempts === LIST_ATTEMPTS - 1) await parts.settle();
    const outcome = await readOnce(parts, spec);
    if ("items" in outcome) return outcome;
    ({ problem, isFinal } = outcome);
  }
  throw new IncompleteListError(
    `GET ${spec.path}: the list could not be read completely in ${attempts} tries (${problem}), so nothing was ` +
      "concluded from it; run again while nobody else changes the account",
    spec.path,
  );
}

async function readOnce(parts: ListParts, spec: CollectionSpec): Promise<Outcome> {
  // From before the first page on: a change between that one and the second would make it necessary again.
  const release = await parts.changes.hold(changedBelow(spec));
  try {
    return await readPages(parts, spec);
  } finally {
    release();
  }
}

/** Where this process's changes to the list are sent to: `/api/pixel/` for `/api/pixels`. */
function changedBelow({ path }: CollectionSpec): string {
  return `${path.replace(/s$/, "")}/`;
}

async function readPages(parts: ListParts, spec: CollectionSpec): Promise<Outcome> {
  const { page, limit } = await parts.pageSize.first((size) => getPage(parts, spec, 1, size));
  const reader = new ListReader(parts.habits, spec.repeats === "same entry");
  let state = reader.add(page);
  const isOnePage = state === "end";
  while (state === "more") {
    const next = await nextPage(parts, spec, reader.nextPage, limit);
    state = next ? reader.add(next) : reader.refused();
  }
  return state === "end"
    ? { items: reader.items, isOnePage }
    : { problem: reader.problem, isFinal: reader.isEndless };
}

/**
 * `undefined` when the service refuses the page, since there is none. A refusal that may be one for the rate limit says
 * so only when it comes again right after another request was answered: else half a list would be taken for all of it.
 * @throws ServiceRefusal when that cannot be told
 */
async function nextPage(
  parts: ListParts,
  spec: CollectionSpec,
  number: number,
  limit: number | undefined,
): Promise<ListPage | undefined> {
  let isAnswering = false;
  for (let tries = 1; ; tries++) {
    try {
      return await getPage(parts, spec, number, limit);
    } catch (error) {
      if (!(error instanceof ErrorResponse) || (error.status ?? 0) >= 500) throw error;
      if (!error.isAmbiguous || isAnswering) return undefined;
      if (tries === LIST_ATTEMPTS) throw error;
      isAnswering = await parts.answersAtOnce();
    }
  }
}

async function getPage(
  parts: ListParts,
  spec: CollectionSpec,
  page: number,
  limit: number | undefined,
): Promise<ListPage> {
  const answer = await parts.get(spec.path, limit === undefined ? { page } : { limit, page });
  return readPage(spec, answer.data, answer.status, answer.size);
}

// Reads a whole list, page by page and, when its pages do not fit together, from its start again.
import type { ChangeLock } from "./change-lock";
import type { Answer } from "./client";
import { IncompleteListError, ServiceRefusal } from "./errors";
import type { Item } from "./item";
import { LIST_TRIES } from "./limits";
import { type EnvelopeHabits, ListReader, type ListState } from "./list-end";
import { type CollectionSpec, type ListPage, readPage } from "./list-page";
import type { PageSize } from "./page-size";

/** What the lists of a session share. */
export interface ListParts {
  get(path: string, query: Record<string, string | number>): Promise<Answer>;
  readonly pageSize: PageSize;
  readonly habits: EnvelopeHabits;
  readonly changes: ChangeLock;
}

type Outcome =
  | { readonly items: Map<string, Item> }
  | { readonly problem: string; readonly isFinal: boolean };

/**
 * Every entry of a list by its id, in the service's order.
 * @throws IncompleteListError when three readings came to no end that can be trusted
 */
export async function readList(parts: ListParts, spec: CollectionSpec): Promise<Map<string, Item>> {
  let problem = "";
  let attempts = 0;
  for (let isFinal = false; !isFinal && attempts < LIST_TRIES; attempts++) {
    const outcome = await readOnce(parts, spec);
    if ("items" in outcome) return outcome.items;
    ({ problem, isFinal } = outcome);
  }
  throw new IncompleteListError(
    `GET ${spec.path}: the list could not be read completely in ${attempts} tries (${problem}), so nothing was ` +
      "concluded from it; run again while nobody else changes the account",
    spec.path,
  );
}

/** Where changes of this process that touch the list are sent to. */
export function changedBelow(spec: CollectionSpec): string {
  return spec.changedBelow ?? `${spec.path.replace(/s$/, "")}/`;
}

async function readOnce(parts: ListParts, spec: CollectionSpec): Promise<Outcome> {
  const prefix = changedBelow(spec);
  const wasChanged = parts.changes.watch(prefix);
  const start = await begin(parts, spec);
  if (start.state === "end") return { items: start.reader.items };
  // One page is a picture of one moment. Several are not, so changes of our own wait until all are read.
  const release = await parts.changes.hold(prefix);
  try {
    return await readOn(parts, spec, wasChanged() ? await begin(parts, spec) : start);
  } finally {
    release();
  }
}

interface Start {
  readonly reader: ListReader;
  readonly limit: number | undefined;
  readonly state: ListState;
}

async function begin(parts: ListParts, spec: CollectionSpec): Promise<Start> {
  const { page, limit } = await parts.pageSize.first((size) => getPage(parts, spec, 1, size));
  const reader = new ListReader(parts.habits, spec.repeats === "same entry");
  return { reader, limit, state: reader.add(page) };
}

async function readOn(parts: ListParts, spec: CollectionSpec, start: Start): Promise<Outcome> {
  const { reader, limit } = start;
  let { state } = start;
  while (state === "more") {
    const page = await nextPage(parts, spec, reader.nextPage, limit);
    state = page ? reader.add(page) : reader.refused();
  }
  return state === "end" ? { items: reader.items } : { problem: reader.problem, isFinal: reader.isEndless };
}

/** `undefined` when the service refuses the page. */
async function nextPage(
  parts: ListParts,
  spec: CollectionSpec,
  number: number,
  limit: number | undefined,
): Promise<ListPage | undefined> {
  try {
    return await getPage(parts, spec, number, limit);
  } catch (error) {
    if (error instanceof ServiceRefusal && (error.status ?? 0) < 500) return undefined;
    throw error;
  }
}

async function getPage(
  parts: ListParts,
  spec: CollectionSpec,
  page: number,
  limit: number | undefined,
): Promise<ListPage> {
  const answer = await parts.get(spec.path, limit === undefined ? { page } : { limit, page });
  return readPage(spec, answer.data, answer.status);
}

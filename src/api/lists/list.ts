// Reads a whole list, page by page (service.md 9, 10). Half a list never counts as all.

import { ApiError, isRejection } from "../errors";
import type { Body } from "../response";

/** A list of the service. */
export interface ListSpec {
  /** Path of the list, such as `/api/pixels`. */
  readonly path: string;
  /** Key of the array in the envelope, such as `pixels`. */
  readonly key: string;
  /** Path that all requests begin with which change this list, such as `/api/pixel/`. */
  readonly writePath: string;
  /** @default the text of `item.id` */
  readonly idOf?: (item: Item) => string | undefined;
  /** A repeated id is the same item. Otherwise it shows that the list changed while it was read. @default false */
  readonly allowsRepeats?: boolean;
  /** The section of the config file with its objects. @default none */
  readonly section?: string;
  /** Texts of what identifies an item. Items with a common one may be one object. @default nothing identifies it */
  readonly identitiesOf?: (item: Item) => readonly string[];
}

/** An item of a list, as the service spells it. */
export type Item = Readonly<Record<string, unknown>>;

/** What a change leaves of an item. `undefined`: the list does not show it. */
export type Effect = (item: Item | undefined) => Item | undefined;

export type ListedItem = readonly [id: string, item: Item];

/**
 * One object by its id, or those for which `isIt` is true. With `texts`, only objects with one of these identities can be,
 * those of `ListSpec.identitiesOf`.
 */
export type Which = string | { readonly texts?: readonly string[]; isIt(id: string, item: Item): boolean };

/** A whole list, as the service showed it at one time, with own changes. Times are of the clock that never jumps. */
export class Reading {
  startedAt = 0;
  endedAt = 0;
  /** Without own changes. */
  readonly isEmpty: boolean;
  /** Ids by identity. Made at the first question after a change. */
  #index: Map<string, string[]> | undefined;

  /**
   * @param items by id, in the service's order
   * @param counted how many objects the list counts, if it shows fewer, also in a second reading. @default it is complete
   * @param isHiding its pages repeat objects in place of those that it lacks. @default it may count something else
   */
  constructor(
    readonly spec: ListSpec,
    readonly items: Map<string, Item>,
    readonly counted?: number,
    readonly isHiding = false,
  ) {
    this.isEmpty = items.size === 0;
  }

  apply(id: string, effect: Effect): void {
    const item = effect(this.items.get(id));
    if (item) this.items.set(id, item);
    else this.items.delete(id);
    this.#index = undefined;
  }

  /** Whether it may lack an object, because it shows fewer than it counts. @param isRecorded the state says that it exists */
  mayLack(isRecorded: boolean): boolean {
    return this.counted !== undefined && (isRecorded || this.isHiding);
  }

  find(which: Which): readonly ListedItem[] {
    const { items } = this;
    if (typeof which === "string") return items.has(which) ? [[which, items.get(which)!]] : [];
    const ids = which.texts ? this.#idsWith(which.texts) : items.keys();
    return [...ids].map((id) => [id, items.get(id)!] as const).filter(([id, item]) => which.isIt(id, item));
  }

  #idsWith(texts: readonly string[]): ReadonlySet<string> {
    if (!this.#index) {
      this.#index = new Map();
      for (const [id, item] of this.items)
        for (const text of this.spec.identitiesOf?.(item) ?? [])
          this.#index.set(text, [...(this.#index.get(text) ?? []), id]);
    }
    const index = this.#index;
    return new Set(texts.flatMap((text) => index.get(text) ?? []));
  }
}

/** What a session knows about all its lists. The document does not say which limits a service accepts. */
type Paging = { rejectsLimit: boolean };

/** Objects per page, if the service accepts a limit. */
const PAGE_SIZE = 100;

type Get = (path: string) => Promise<Body>;

/**
 * A list that is short is read again once, because somebody may have changed it meanwhile.
 * @throws ApiError for what is no list
 */
export async function readList(get: Get, spec: ListSpec, paging: Paging): Promise<Reading> {
  const first = await readPages(get, spec, paging);
  return first.counted === undefined ? first : readPages(get, spec, paging);
}

/** One pass over all pages, up to the last one, or to one that has nothing new. */
async function readPages(get: Get, spec: ListSpec, paging: Paging): Promise<Reading> {
  const items = new Map<string, Item>();
  let repeats = 0;
  let result: number | undefined;
  for (let number = 1; ; number++) {
    const page = readPage(spec, await getPage(get, spec, number, paging), number);
    // Some services say here how many objects the page has.
    if (number === 1 && (page.result ?? 0) > page.items.length) result = page.result;
    const known = items.size;
    for (const [id, item] of page.items) if (!items.has(id)) items.set(id, item);
    const hasNew = items.size > known;
    // Some services repeat the last page after the end of a list that does not say where it ends.
    if (hasNew || page.isLast !== undefined) repeats += page.items.length - (items.size - known);
    if (hasNew && !page.isLast) continue;
    // Distinct objects count: one that two pages repeat hides another one, unless all are there.
    const counted = result ?? items.size + repeats;
    const shown = items.size + (spec.allowsRepeats ? repeats : 0);
    return shown >= counted ? new Reading(spec, items) : new Reading(spec, items, counted, repeats > 0);
  }
}

async function getPage(get: Get, { path }: ListSpec, number: number, paging: Paging): Promise<Body> {
  const page = `page=${number}`;
  if (!paging.rejectsLimit) {
    try {
      return await get(`${path}?limit=${PAGE_SIZE}&${page}`);
    } catch (error) {
      // Otherwise it may be the limit that the service rejects.
      if (number > 1 || !isRejection(error) || [401, 403].includes(error.status)) throw error;
    }
  }
  const response = await get(`${path}?${page}`);
  paging.rejectsLimit = true;
  return response;
}

/**
 * `isLast` is undefined if the envelope does not say. Then pages go on until one has nothing new.
 * @param asked the number of the page
 */
function readPage(spec: ListSpec, { data }: Body, asked: number) {
  if (!isObject(data)) throw unexpected(spec, "the response has no list envelope under `data`");
  const result = countOf(data.result);
  // A missing array is an empty list only if the envelope says so.
  const list = data[spec.key] ?? (result === 0 ? [] : undefined);
  if (!Array.isArray(list)) throw unexpected(spec, `the response has no array under \`data.${spec.key}\``);
  const items = list.map((item): [string, Item] => {
    const own = isObject(item) ? idText(item.id) : undefined;
    const id = own !== undefined && spec.idOf ? spec.idOf(item) : own;
    if (id === undefined) throw unexpected(spec, `an item of \`data.${spec.key}\` has no usable id`);
    return [id, item];
  });
  const nextpage = Object.hasOwn(data, "nextpage") ? (countOf(data.nextpage) ?? 0) : undefined;
  const end = countOf(data.maxpage) ?? nextpage;
  return { items, result, isLast: end === undefined ? undefined : end <= asked };
}

function unexpected({ path }: ListSpec, problem: string): ApiError {
  return new ApiError(`GET ${path}: ${problem}, so the objects of the account are unknown`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** An id that can be part of a path and leads to no other path. */
const PATH_SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/;

/**
 * An id as text, because it becomes part of paths. `undefined` for anything that is no id: JSON.parse has rounded a number
 * beyond 2^53.
 */
export function idText(id: unknown): string | undefined {
  if (typeof id === "number") return Number.isSafeInteger(id) ? String(id) : undefined;
  if (typeof id !== "string") return undefined;
  const text = id.trim();
  return PATH_SAFE_ID.test(text) ? text : undefined;
}

/** A count of 0 or more, from a number or from digits. */
function countOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

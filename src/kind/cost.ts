// What a change asks of the service, as its kind states it, so that a preview can tell how long an apply takes.
import type { CollectionSpec } from "../api/list/collection";

export interface Cost {
  /** Requests of the change itself. */
  readonly requests: number;
  /** Lists that it looks at before; a process reads each of them once. */
  readonly lists: readonly CollectionSpec[];
  /** Changes with the same text are made one after the other. */
  readonly turn?: string;
}

export const FREE: Cost = { requests: 0, lists: [] };

/** So many requests, and nothing to look at before. */
export const requests = (count: number): Cost => ({ requests: count, lists: [] });

// What a change asks of the service, as its kind states it, so that a preview can tell how long an apply takes.
import type { CollectionSpec } from "../api/collection";
import type { AccountSession } from "../api/session";
import type { Change, Props } from "./definition";

export interface Cost {
  /** Requests of the change itself. */
  readonly requests: number;
  /** Lists that it looks at before; a process reads each of them once. */
  readonly lists: readonly CollectionSpec[];
}

/** Of the three changes that a lifecycle makes. */
export interface Costs {
  /** Of a create that takes nothing over. Some arguments may be unknown; sends nothing itself. */
  create(session: AccountSession, args: Props): Cost | Promise<Cost>;
  update(change: Change): Cost;
  readonly delete: Cost;
}

export const FREE: Cost = { requests: 0, lists: [] };

/** So many requests, and nothing to look at before. */
export const requests = (count: number): Cost => ({ requests: count, lists: [] });

// What the lists of accounts showed in the last minute.
import { COLLECTION_NAMES } from "../../src/emulator/account";
import type { Account, CollectionName, Serve, ServiceResponse } from "./emulator";

const HISTORY_MS = 60_000;

type Listed = { readonly id: number; readonly items?: readonly unknown[] };
type Lists = Readonly<Record<CollectionName, readonly Listed[]>>;

export class History {
  readonly #versions = new WeakMap<Account, { readonly until: number; readonly lists: Lists }[]>();

  constructor(private readonly clock: { now(): number }) {}

  /** Keeps the lists of an account at every change from now on: each increases its revision. */
  record(account: Account): void {
    if (this.#versions.has(account)) return;
    this.#versions.set(account, []);
    let { revision } = account;
    let lists: Lists = account.data;
    Object.defineProperty(account, "revision", {
      get: () => revision,
      set: (next: number) => {
        const until = this.clock.now();
        const recent = this.#versions.get(account)!.filter((version) => version.until >= until - HISTORY_MS);
        this.#versions.set(account, [...recent, { until, lists }]);
        revision = next;
        lists = account.data;
      },
    });
  }

  /** Handles a request while lists show the objects of so many ms ago, at most a minute. Infinity: none. */
  inPast(account: Account, ageMs: number, serve: Serve): ServiceResponse {
    const time = this.clock.now() - ageMs;
    const past = this.#versions.get(account)!.find(({ until }) => time < until)?.lists ?? account.data;
    for (const name of COLLECTION_NAMES) {
      const collection = account[name];
      const list: readonly Listed[] = ageMs === Number.POSITIVE_INFINITY ? [] : past[name];
      const get = collection.get.bind(collection);
      const getInPast = (id: number) => list.find((one) => one.id === id) ?? withoutItems(get(id));
      // In place of the methods of the class until the response is made.
      Object.assign(collection, { list: () => list, get: getInPast });
    }
    try {
      return serve();
    } finally {
      for (const name of COLLECTION_NAMES) {
        const shadowed: { list?: unknown; get?: unknown } = account[name];
        delete shadowed.list;
        delete shadowed.get;
      }
    }
  }
}

/** The service has the object, but its list does not show it yet. */
function withoutItems(current: Listed | undefined): Listed | undefined {
  return current && "items" in current ? { ...current, items: [] } : current;
}

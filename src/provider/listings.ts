// Lists that a process is to read and has not read yet, and how many requests each takes.
import type { CollectionSpec } from "../api/list/collection";
import type { AccountSession } from "../api/session";

export class Listings {
  readonly #needed = new Map<string, { readonly spec: CollectionSpec; readonly entries: number }>();

  /** @param entries how many are known to be in the list, beside those of calls before */
  need(spec: CollectionSpec, entries: number): void {
    const before = this.#needed.get(spec.path)?.entries ?? 0;
    this.#needed.set(spec.path, { spec, entries: before + entries });
  }

  /** The pages of each: at least one, and as many as the known entries fill. */
  pages(session: AccountSession): number[] {
    return [...this.#needed.values()]
      .filter(({ spec }) => !session.collection(spec).listed)
      .map(({ entries }) => Math.max(1, Math.ceil(entries / session.settings.pageSize)));
  }
}

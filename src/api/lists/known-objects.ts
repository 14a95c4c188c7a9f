// The facts about the ids of one list that no reading shows: what this process did to each object.
import type { Advice } from "../advice";
import { ApiError } from "../errors";
import type { Claimant, Owners } from "./owners";
import { type ListedItem, type Reading, type Readings, SETTLE_MS, type Which } from "./readings";

/** Everything about one id, besides its rows in the readings and its owner. */
interface Facts {
  /** When the response to its create arrived. */
  createdAt?: number;
  deleted?: "sent" | "done";
  /** Two readings have proven that it is absent. */
  isGone?: true;
  /** Number of the last reading before a request about it failed. */
  failedIn?: number;
  /** When the last request about it went out whose result is unclear. */
  unclearAt?: number;
}

export class KnownObjects {
  readonly readings: Readings;
  readonly owners: Owners;
  readonly #advice: Advice;
  readonly #facts = new Map<string, Facts>();

  constructor(readings: Readings, owners: Owners, advice: Advice) {
    this.readings = readings;
    this.owners = owners;
    this.#advice = advice;
  }

  /** Nothing is known about what only has an identity. */
  of(which: Which): Facts {
    return (typeof which === "string" && this.#facts.get(which)) || {};
  }

  note(id: string, facts: Facts): void {
    this.#facts.set(id, { ...this.of(id), ...facts });
  }

  /** @throws ApiError if the object existed before: a second record of it would delete it with the first one */
  created([id, item]: ListedItem, owner: Claimant): void {
    if (this.existed(id) || this.owners.has(id)) {
      throw new ApiError(
        `the service responded with id ${id}, which existed before, so nothing was recorded. To manage that object, ` +
          this.#advice.manage(id),
      );
    }
    this.#facts.set(id, { createdAt: this.readings.now });
    this.readings.changed(id, (shown) => shown ?? item);
    this.owners.keep(id, owner);
  }

  /** Some services give the id to the next object. */
  removed(id: string): void {
    this.note(id, { deleted: "done" });
    this.readings.shownIn.delete(id);
    this.owners.free(id);
  }

  /** Whether the object existed before what is sent now. */
  existed(id: string): boolean {
    return this.readings.shownIn.has(id) || this.wasCreated(id);
  }

  wasCreated(id: string): boolean {
    const { createdAt, deleted } = this.of(id);
    return createdAt !== undefined && deleted === undefined;
  }

  wasRemoved(id: string): boolean {
    return this.of(id).deleted === "done";
  }

  /**
   * Whether an empty list lacks an object that exists as far as this process knows, and that it does not delete.
   * @param replacedId of the asking entry, which may be missing
   */
  mayLack({ startedAt }: Reading, replacedId: string | undefined): boolean {
    const all = [...this.#facts];
    const gone = new Set(all.filter(([, { deleted, isGone }]) => deleted || isGone).map(([id]) => id));
    if (replacedId !== undefined) gone.add(replacedId);
    // A list may not show a new object yet.
    const isDue = ({ createdAt }: Facts) => createdAt !== undefined && createdAt + SETTLE_MS <= startedAt;
    const created = all.filter(([, facts]) => isDue(facts)).map(([id]) => id);
    const known = [...created, ...this.readings.shownIn.keys()];
    return this.owners.recordsOthers(gone) || known.some((id) => !gone.has(id));
  }
}

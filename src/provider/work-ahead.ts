// What a process is to send beside what waits already, as far as it can know: the engine hands over a few resources at
// a time. An update learns from its program how many resources are new; a refresh or a destroy of a whole stack goes
// through all that the state holds. How many of the resources that are there will change nobody can tell before.
import type { AccountSession } from "../api/session";
import type { Lifecycle } from "../kind/definition";
import { Listings } from "./listings";
import type { HeldObject } from "./state-record";

export class WorkAhead {
  readonly #lifecycles = new Map<string, Lifecycle>();
  #isPlan = false;
  #registered = 0;
  #checked = 0;
  #changesOthers = false;
  #held: readonly HeldObject[] | undefined;
  #isDestroy = false;
  #deleted = 0;
  #isPart = false;

  /** How objects of a type live, which tells what is sent for them. */
  know(type: string, lifecycle: Lifecycle): void {
    this.#lifecycles.set(type, lifecycle);
  }

  /**
   * A resource of the program is checked.
   * @param isNew whether the state has none
   * @param registered new resources that the program has registered so far; 0 where it does not say
   */
  checked(isNew: boolean, registered: number): void {
    this.#isPlan = true;
    if (isNew) this.#checked++;
    this.#registered = Math.max(this.#registered, registered);
  }

  /** A resource that is there changes, or is not in the program any more: there may be more of them. */
  changing(): void {
    if (this.#isPlan) this.#changesOthers = true;
  }

  /** Whether only the state can tell it, which is not known yet. */
  get needsState(): boolean {
    return !this.#isPlan && !this.#held;
  }

  /** All that the state holds. What it held first counts: a destroy takes it away bit by bit. */
  holds(objects: readonly HeldObject[]): void {
    this.#held ??= objects;
  }

  /** The command is about a part of the stack: which one is not known. */
  isPart(): void {
    this.#isPart = true;
  }

  /** The engine has come to deletions. Without a program that is a destroy. */
  deletes(): void {
    this.changing();
    this.#isDestroy = true;
  }

  /** The deletion of a resource begins. */
  deleting(type: string): void {
    this.#deleted += this.#deletionOf(type);
  }

  /** About how many requests are to come beside those that wait; `undefined` where that is not known. */
  requests(session: AccountSession): number | undefined {
    if (this.#isPart) return undefined;
    if (this.#isPlan) return this.#changesOthers ? undefined : known(this.#registered, this.#checked);
    if (!this.#held) return undefined;
    if (this.#isDestroy) {
      const all = this.#held.reduce((sum, { type }) => sum + this.#deletionOf(type), 0);
      return known(all, this.#deleted);
    }
    const listings = new Listings();
    for (const { type, id } of this.#held) {
      for (const spec of this.#lifecycles.get(type)?.lists(id) ?? []) listings.need(spec, 1);
    }
    const pages = listings.pages(session).reduce((sum, count) => sum + count, 0);
    return known(pages, session.status().queued);
  }

  #deletionOf(type: string): number {
    return this.#lifecycles.get(type)?.costs.delete.requests ?? 0;
  }
}

const known = (all: number, begun: number) => (all === 0 ? undefined : Math.max(0, all - begun));

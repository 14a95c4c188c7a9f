// A stack of handlers' resources: planned and applied in the way of the engine, each in a process of its own.
import { expect } from "vitest";
import type { Props } from "../../src/kind/definition";
import { UNKNOWN } from "../../src/kind/unknown";
import type { Process, State } from "./world";

/** Gives the id of another entry, which in a plan is unknown while that one is to be created. */
type IdOf = (name: string) => string;

export interface Entry {
  name: string;
  handler: string;
  args(idOf: IdOf): Props;
}

/** An entry whose arguments name no other. */
export const entry = (handler: string, name: string, args: Props): Entry => ({
  name,
  handler,
  args: () => args,
});

export class PlannedStack {
  readonly #states = new Map<string, State>();

  /** What a preview calls: check and diff, and of a replacement check once more as of something new. */
  async plan(process: Process, entries: readonly Entry[]): Promise<void> {
    const made = new Set<string>();
    const idOf = (name: string) => (made.has(name) ? UNKNOWN : this.#state(name).id);
    for (const { name, handler, args } of entries) {
      const isMade = await this.#check(process, name, handler, args(idOf));
      if (isMade) made.add(name);
    }
  }

  /** What an update calls: what a preview does, and the changes; side by side, deletions last. */
  async apply(process: Process, entries: readonly Entry[]): Promise<void> {
    const replaced: { handler: string; state: State }[] = [];
    const done = new Map<string, Promise<void>>();
    const one = async ({ name, handler, args }: Entry) => {
      const parents: string[] = [];
      args((parent) => {
        parents.push(parent);
        return UNKNOWN;
      });
      await Promise.all(parents.map((parent) => done.get(parent)));
      const news = args((parent) => this.#state(parent).id);
      const old = this.#states.get(name);
      if (await this.#check(process, name, handler, news)) {
        if (old) replaced.push({ handler, state: old });
        this.#states.set(name, await process.of(handler).create(news));
      } else if (old && (await process.hasChanges(handler, old, news))) {
        this.#states.set(name, await process.update(handler, old, news));
      }
    };
    for (const each of entries) done.set(each.name, one(each));
    await Promise.all(done.values());
    await Promise.all(replaced.map(({ handler, state }) => process.delete(handler, state)));
  }

  /** What a refresh calls, with the result where it is to be kept. */
  async refresh(process: Process, entries: readonly Entry[]): Promise<void> {
    for (const { name, handler } of entries) {
      const live = await process.refresh(handler, this.#state(name));
      if (live) await process.of(handler).diff(live.id, live.outs, this.#state(name).outs);
    }
  }

  /** True when a new object is to be made. */
  async #check(process: Process, name: string, handler: string, news: Props): Promise<boolean> {
    const of = process.of(handler);
    const old = this.#states.get(name);
    const { failures } = await of.check(old?.outs ?? {}, news);
    expect(failures).toEqual([]);
    if (!old) return true;
    const { replaces } = await of.diff(old.id, old.outs, news);
    if (replaces.length === 0) return false;
    await of.check({}, news);
    return true;
  }

  #state(name: string): State {
    const state = this.#states.get(name);
    if (!state) throw new Error(`nothing named ${name} was made before`);
    return state;
  }
}

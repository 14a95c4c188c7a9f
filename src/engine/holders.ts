// One object, one holder. Two entries of a state can name the same object: a key renamed without telling, a
// forced replacement, the leftovers of a killed run. Only the last of them may delete it.
import type { HeldObject } from "./held-objects";

export class Holders {
  readonly #recorded: () => Promise<readonly HeldObject[]>;
  readonly #holders = new Map<string, Set<string>>();
  readonly #released = new Map<string, Set<string>>();
  readonly #taken = new Set<string>();
  readonly #removals = new Map<string, Promise<unknown>>();
  #state: Promise<ReadonlyMap<string, ReadonlySet<string>>> | undefined;

  /** @param recorded what the state had at some time of this process; asked once, when something is to be deleted */
  constructor(recorded: () => Promise<readonly HeldObject[]> = async () => []) {
    this.#recorded = recorded;
  }

  /** Notes that an entry with this mark was seen to hold the object. */
  note(type: string, id: string, holder: string | undefined): void {
    marksIn(this.#holders, type, id).add(holder ?? "");
  }

  /** Forgets one mark; true when nobody else holds the object, as far as this process has seen and the state tells. */
  async release(type: string, id: string, holder: string | undefined): Promise<boolean> {
    const mark = holder ?? "";
    const holders = marksIn(this.#holders, type, id);
    const released = marksIn(this.#released, type, id);
    holders.delete(mark);
    released.add(mark);
    if (holders.size > 0) return false;
    const recorded = (await this.#marksOfState()).get(keyOf(type, id));
    // A state without this very entry is that of another stack.
    const others = recorded?.has(mark) ? [...recorded].filter((other) => !released.has(other)) : [];
    return holders.size + others.length === 0;
  }

  /** An object made or taken over by this process belongs to that entry and to no second one. */
  take(type: string, id: string): void {
    this.#taken.add(keyOf(type, id));
  }

  isTaken(type: string, id: string): boolean {
    return this.#taken.has(keyOf(type, id));
  }

  /** Whether any entry is known to hold the object, one of an earlier run included. */
  isHeld(type: string, id: string): boolean {
    return this.isTaken(type, id) || marksIn(this.#holders, type, id).size > 0;
  }

  /**
   * Runs deletions of one object one after the other. The engine deletes two entries that name the same one side by
   * side, and the second finds it deleted.
   */
  inTurn<T>(type: string, id: string, remove: () => Promise<T>): Promise<T> {
    const key = keyOf(type, id);
    const turn = (this.#removals.get(key) ?? Promise.resolve()).then(remove);
    this.#removals.set(
      key,
      turn.catch(() => {}),
    );
    return turn;
  }

  #marksOfState(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    this.#state ??= this.#recorded().then((held) => {
      const marks = new Map<string, Set<string>>();
      for (const { type, id, holder } of held) marksIn(marks, type, id).add(holder ?? "");
      return marks;
    });
    return this.#state;
  }
}

const keyOf = (type: string, id: string) => `${type} ${id}`;

function marksIn(all: Map<string, Set<string>>, type: string, id: string): Set<string> {
  const marks = all.get(keyOf(type, id)) ?? new Set();
  all.set(keyOf(type, id), marks);
  return marks;
}

// One object, one holder. Two entries of a state can name the same object: a key renamed without telling, a
// forced replacement, the leftovers of a killed run. Only the last of them may delete it.
//
// A new entry takes over what a check announced, and nothing else. A check announces no object that an entry keeps
// which stays in the program, that another check announced, or whose removal has begun. Where an entry turns out to
// stay only later, its diff finds its object announced or taken and is an error, before that object is changed.
import type { HeldObject } from "./state-record";

/** An entry, by its mark and in words. */
interface Holder {
  readonly mark: string;
  readonly what: string;
}

export class Holders {
  readonly #recorded: () => Promise<readonly HeldObject[]>;
  readonly #holders = new Map<string, Set<string>>();
  readonly #released = new Map<string, Set<string>>();
  /** Entries to which a check promised the object, in words. */
  readonly #announced = new Map<string, string>();
  readonly #taken = new Map<string, Holder>();
  readonly #kept = new Map<string, Holder>();
  readonly #removed = new Set<string>();
  #isPlan = false;
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
    this.#removed.add(keyOf(type, id));
    const recorded = (await this.#marksOfState()).get(keyOf(type, id));
    // A state without this very entry is that of another stack.
    const others = recorded?.has(mark) ? [...recorded].filter((other) => !released.has(other)) : [];
    const isLast = holders.size + others.length === 0;
    if (!isLast) this.#removed.delete(keyOf(type, id));
    return isLast;
  }

  /** A resource of the program was checked. What was compared before any was belongs to a refresh. */
  planned(): void {
    this.#isPlan = true;
  }

  /**
   * Notes that an entry stays in the program, and its object what it is. Only of such entries a plan makes a diff.
   * @returns the other entry to which the object belongs already, in words
   */
  keep(type: string, id: string, holder: string | undefined, what: string): string | undefined {
    if (!this.#isPlan) return undefined;
    const key = keyOf(type, id);
    const mark = holder ?? "";
    const owner = this.#kept.get(key) ?? this.#taken.get(key);
    if (owner) return owner.mark === mark ? undefined : owner.what;
    this.#kept.set(key, { mark, what });
    return this.#announced.get(key);
  }

  /** Promises the object to a new entry; false when it is promised to another one. */
  announce(type: string, id: string, what: string): boolean {
    const key = keyOf(type, id);
    if (this.#announced.has(key)) return false;
    this.#announced.set(key, what);
    return true;
  }

  isAnnounced(type: string, id: string): boolean {
    return this.#announced.has(keyOf(type, id));
  }

  /** An object made or taken over by this process belongs to that entry and to no second one. */
  take(type: string, id: string, holder: string, what: string): void {
    this.#taken.set(keyOf(type, id), { mark: holder, what });
    this.note(type, id, holder);
  }

  /** Whether a new entry may have the object, as far as this process has seen. */
  isFree(type: string, id: string): boolean {
    const key = keyOf(type, id);
    return !this.#taken.has(key) && !this.#kept.has(key) && !this.#removed.has(key);
  }

  /** Whether any entry is known to hold the object, one of an earlier run included. */
  isHeld(type: string, id: string): boolean {
    return !this.isFree(type, id) || marksIn(this.#holders, type, id).size > 0;
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

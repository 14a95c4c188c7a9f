// Keeps this process's own changes away from a list while it is read page by page: an object that is added or
// deleted meanwhile would shift the others over the edge of a page.

interface Hold {
  readonly prefix: string;
  readonly released: Promise<void>;
}

export class ChangeLock {
  readonly #underway = new Map<symbol, string>();
  readonly #begun = new Map<string, number>();
  #holds: Hold[] = [];
  #waiting: (() => void)[] = [];

  /** Runs `change`, which sends to `path`, once no list that it would shift is being read. */
  async change<T>(path: string, change: () => Promise<T>): Promise<T> {
    for (let hold = this.#heldAt(path); hold; hold = this.#heldAt(path)) await hold.released;
    for (const [prefix, count] of this.#begun)
      if (path.startsWith(prefix)) this.#begun.set(prefix, count + 1);
    const key = Symbol(path);
    this.#underway.set(key, path);
    try {
      return await change();
    } finally {
      this.#underway.delete(key);
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const wake of waiting) wake();
    }
  }

  /** Tells, when asked later, whether a change below `prefix` was under way at any moment since now. */
  watch(prefix: string): () => boolean {
    if (!this.#begun.has(prefix)) this.#begun.set(prefix, 0);
    const begun = this.#begun.get(prefix);
    const wasQuiet = !this.#isUnderway(prefix);
    return () => !wasQuiet || this.#begun.get(prefix) !== begun;
  }

  /** Holds new changes below `prefix` back and waits for those under way; the result lets them go on. */
  async hold(prefix: string): Promise<() => void> {
    let release!: () => void;
    const hold: Hold = {
      prefix,
      released: new Promise((resolve) => {
        release = resolve;
      }),
    };
    this.#holds.push(hold);
    while (this.#isUnderway(prefix)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      this.#holds = this.#holds.filter((one) => one !== hold);
      release();
    };
  }

  #heldAt(path: string): Hold | undefined {
    return this.#holds.find(({ prefix }) => path.startsWith(prefix));
  }

  #isUnderway(prefix: string): boolean {
    for (const path of this.#underway.values()) if (path.startsWith(prefix)) return true;
    return false;
  }
}

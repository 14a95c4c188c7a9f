// Delays this process's own changes to a list while the list is read: an object that is added or deleted meanwhile
// would move others across the edge of a page.

/** Activity below one path. Kept only while there is some. */
interface Area {
  /** Changes in flight. */
  writes: number;
  /** Lists that are being read. */
  reads: number;
  /** Called when the last change has ended. */
  afterWrites: (() => void)[];
  /** Called when the last list has been read. */
  afterReads: (() => void)[];
}

export class WriteLock {
  readonly #areas = new Map<string, Area>();

  /** Runs `change`, which sends to `path`, when no list that it changes is being read. */
  async write<T>(path: string, change: () => Promise<T>): Promise<T> {
    const prefixes = prefixesOf(path);
    for (let busy = this.#readAmong(prefixes); busy; busy = this.#readAmong(prefixes)) {
      const { afterReads } = busy;
      await new Promise<void>((resolve) => afterReads.push(resolve));
    }
    for (const prefix of prefixes) this.#area(prefix).writes++;
    try {
      return await change();
    } finally {
      for (const prefix of prefixes) this.#endWrite(prefix);
    }
  }

  /**
   * Delays new changes below `prefix`, and waits for those in flight. Call the result to let changes continue.
   * @param prefix a path that ends with a slash
   */
  async hold(prefix: string): Promise<() => void> {
    const area = this.#area(prefix);
    area.reads++;
    if (area.writes > 0) await new Promise<void>((resolve) => area.afterWrites.push(resolve));
    return () => {
      area.reads--;
      this.#tidy(prefix, area);
      if (area.reads === 0) wakeAll(area.afterReads);
    };
  }

  #endWrite(prefix: string): void {
    const area = this.#area(prefix);
    area.writes--;
    this.#tidy(prefix, area);
    if (area.writes === 0) wakeAll(area.afterWrites);
  }

  #readAmong(prefixes: readonly string[]): Area | undefined {
    for (const prefix of prefixes) {
      const area = this.#areas.get(prefix);
      if (area && area.reads > 0) return area;
    }
    return undefined;
  }

  #area(prefix: string): Area {
    let area = this.#areas.get(prefix);
    if (!area) {
      area = { writes: 0, reads: 0, afterWrites: [], afterReads: [] };
      this.#areas.set(prefix, area);
    }
    return area;
  }

  #tidy(prefix: string, area: Area): void {
    if (area.writes === 0 && area.reads === 0) this.#areas.delete(prefix);
  }
}

function wakeAll(waiting: (() => void)[]): void {
  for (const wake of waiting.splice(0)) wake();
}

/** `/api/pixel/7/delete` is below `/`, `/api/`, `/api/pixel/` and `/api/pixel/7/`. */
function prefixesOf(path: string): string[] {
  const prefixes: string[] = [];
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    prefixes.push(path.slice(0, end + 1));
  }
  return prefixes;
}

// Keeps this process's own changes away from a list while it is read: an object that is added or deleted meanwhile
// would shift the others over the edge of a page.

/** What goes on below one path. Kept only while something does. */
interface Area {
  /** Changes under way. */
  changes: number;
  /** Lists that are being read. */
  holds: number;
  /** Called when the last change has ended. */
  quiet: (() => void)[];
  /** Called when the last list was read. */
  free: (() => void)[];
}

export class WriteLock {
  readonly #areas = new Map<string, Area>();

  /** Runs `change`, which sends to `path`, once no list that it would shift is being read. */
  async write<T>(path: string, change: () => Promise<T>): Promise<T> {
    const prefixes = foldersOf(path);
    for (let held = this.#heldAmong(prefixes); held; held = this.#heldAmong(prefixes)) {
      const { free } = held;
      await new Promise<void>((resolve) => free.push(resolve));
    }
    for (const prefix of prefixes) this.#area(prefix).changes++;
    try {
      return await change();
    } finally {
      for (const prefix of prefixes) this.#endChange(prefix);
    }
  }

  /**
   * Holds new changes below `prefix` back and waits for those under way; the result lets them go on.
   * @param prefix a folder, with its slash
   */
  async hold(prefix: string): Promise<() => void> {
    const area = this.#area(prefix);
    area.holds++;
    if (area.changes > 0) await new Promise<void>((resolve) => area.quiet.push(resolve));
    return () => {
      area.holds--;
      this.#tidy(prefix, area);
      if (area.holds === 0) wakeAll(area.free);
    };
  }

  #endChange(prefix: string): void {
    const area = this.#area(prefix);
    area.changes--;
    this.#tidy(prefix, area);
    if (area.changes === 0) wakeAll(area.quiet);
  }

  #heldAmong(prefixes: readonly string[]): Area | undefined {
    for (const prefix of prefixes) {
      const area = this.#areas.get(prefix);
      if (area && area.holds > 0) return area;
    }
    return undefined;
  }

  #area(prefix: string): Area {
    let area = this.#areas.get(prefix);
    if (!area) {
      area = { changes: 0, holds: 0, quiet: [], free: [] };
      this.#areas.set(prefix, area);
    }
    return area;
  }

  #tidy(prefix: string, area: Area): void {
    if (area.changes === 0 && area.holds === 0) this.#areas.delete(prefix);
  }
}

function wakeAll(waiting: (() => void)[]): void {
  for (const wake of waiting.splice(0)) wake();
}

/** `/api/pixel/7/delete` lies in `/`, `/api/`, `/api/pixel/` and `/api/pixel/7/`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    folders.push(path.slice(0, end + 1));
  }
  return folders;
}

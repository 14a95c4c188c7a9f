// Delays this process's own changes to a list while the list is read: an object that is added or deleted meanwhile
// would move others across the edge of a page.

export class WriteLock {
  /** The `writePath` of every list that is being read. */
  #reads: readonly string[] = [];
  /** Paths of the changes in flight. */
  #writes: readonly string[] = [];
  #waiting: (() => void)[] = [];

  /** Runs `change`, which sends to `path`, when no list that it changes is being read. */
  async write<T>(path: string, change: () => Promise<T>): Promise<T> {
    while (this.#reads.some((prefix) => path.startsWith(prefix))) await this.#next();
    this.#writes = [...this.#writes, path];
    try {
      return await change();
    } finally {
      this.#writes = without(this.#writes, path);
      this.#wake();
    }
  }

  /**
   * Delays new changes below `prefix`, and waits for those in flight. Call the result to let changes continue.
   * @param prefix a path that ends with a slash
   */
  async hold(prefix: string): Promise<() => void> {
    this.#reads = [...this.#reads, prefix];
    while (this.#writes.some((path) => path.startsWith(prefix))) await this.#next();
    return () => {
      this.#reads = without(this.#reads, prefix);
      this.#wake();
    };
  }

  /** Waits until a change or a read has ended. */
  #next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function without(paths: readonly string[], ended: string): readonly string[] {
  const index = paths.indexOf(ended);
  return paths.filter((_, at) => at !== index);
}

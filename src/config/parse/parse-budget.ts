// How much a config may hold, counted over all of its files: bounds the memory and the time of whoever reads it.

export class ParseBudget {
  /** Words and signs of YAML: enough for some 13,000 entries. */
  #lexemes = 500_000;
  /** Values, with every alias written out. */
  #values = 500_000;
  /** UTF-16 units of their texts, with every alias written out. */
  #text = 20 * 1024 * 1024;

  /** One more; false when there are too many. */
  takeLexeme(): boolean {
    this.#lexemes -= 1;
    return this.#lexemes >= 0;
  }

  /** What values take; false when that is too much. */
  take({ values, text }: Unfolded): boolean {
    this.#values -= values;
    this.#text -= text;
    return this.#values >= 0 && this.#text >= 0;
  }

  get isUsedUp(): boolean {
    return this.#lexemes < 0 || this.#values < 0 || this.#text < 0;
  }
}

/** The size of something with every alias written out. */
export interface Unfolded {
  readonly values: number;
  readonly text: number;
}

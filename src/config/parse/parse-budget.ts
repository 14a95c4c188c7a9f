// Limits of all files of a config together.

export class ParseBudget {
  /** Tokens of the YAML lexer: enough for about 13,000 entries. */
  #lexemes = 500_000;
  /** Values, with every alias expanded. */
  #values = 500_000;
  /** UTF-16 units of text, with every alias expanded. */
  #text = 20 * 1024 * 1024;

  takeLexeme(): boolean {
    this.#lexemes -= 1;
    return this.#lexemes >= 0;
  }

  take({ values, text }: ExpandedSize): boolean {
    this.#values -= values;
    this.#text -= text;
    return this.#values >= 0 && this.#text >= 0;
  }

  get isExceeded(): boolean {
    return this.#lexemes < 0 || this.#values < 0 || this.#text < 0;
  }
}

/** The size of a value with every alias expanded. */
export interface ExpandedSize {
  readonly values: number;
  readonly text: number;
}

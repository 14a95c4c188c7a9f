// Limits of all files of a config together.

/** Of the YAML lexer. An entry with all fields has about 30. */
export const MAX_TOKENS = 500_000;

export class ParseBudget {
  #lexemes = MAX_TOKENS;
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

// Limits of all files of a config together.
import type { Range } from "../source/source";

/** What is left for all files of a config together. */
export interface Budget {
  /** Of the YAML lexer. An entry with all fields has about 30. */
  tokens: number;
  /** Values, with every alias expanded. */
  values: number;
  /** UTF-16 units of text, with every alias expanded. */
  text: number;
}

export function newBudget(): Budget {
  return { tokens: 500_000, values: 500_000, text: 20 * 1024 * 1024 };
}

/** The file exceeds a limit. Nothing of it is used. */
export class LimitExceededError extends Error {
  readonly range: Range;
  readonly help: string | undefined;

  constructor(range: Range, message: string, help?: string) {
    super(message);
    this.range = range;
    this.help = help;
  }
}

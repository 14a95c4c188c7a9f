// The dialects in which tests run.
import { DIALECT_KNOBS, DIALECT_PRESETS, type Dialect, OBSERVED_DIALECT } from "../../src/emulator/index";
import { pairwise } from "./pairwise";

/** The first row is the preset `document`. */
const ROWS = pairwise(DIALECT_KNOBS) as Dialect[];
const { document: _, ...OTHER_PRESETS } = DIALECT_PRESETS;

/** Every pair of knob values, and every preset, each with a name for `describe.each`. The first one is the default. */
export const allDialects: readonly (readonly [name: string, dialect: Dialect])[] = [
  ...ROWS.map((row, index) => [String(index), row] as const),
  ...Object.entries(OTHER_PRESETS),
];

/** One seed in so many has the preset `observed`. */
const OBSERVED_EVERY = 5;

/** The dialects of consecutive seeds: the preset `observed`, and between its seeds every pair of knob values. */
export function dialectOfSeed(seed: number): Dialect {
  if (seed % OBSERVED_EVERY === 0) return OBSERVED_DIALECT;
  return ROWS[(seed - Math.floor(seed / OBSERVED_EVERY)) % ROWS.length]!;
}

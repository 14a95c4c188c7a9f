// Dialects for runs by seed.
import { DIALECT_KNOBS, type Dialect } from "../../../src/emulator/index";
import { pairwise } from "../../support/pairwise";

/** Where the limit is not told, a failure may have been its: then a client waits for a minute of the document. */
const TOLD_LIMIT = {
  rateLimitHeaders: "present",
  rateLimitHeadersOnFailure: "present",
  rateLimitResponse: "429",
} as const;

const dialects = pairwise(DIALECT_KNOBS) as Dialect[];

/** Every two values of different knobs meet in one of them. */
export const dialectOf = (seed: number): Dialect => ({
  ...dialects[seed % dialects.length]!,
  ...TOLD_LIMIT,
});

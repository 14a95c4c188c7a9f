// Emulator dialects for randomized runs.
import { DIALECT_KNOBS, type Dialect } from "../../../src/emulator/index";
import { pairwise } from "../../support/pairwise";

/** Without rate-limit headers, a failure may be a rate limit, and the client waits for the documented minute. */
const REPORTED_LIMIT = {
  rateLimitHeaders: "present",
  rateLimitHeadersOnFailure: "present",
  rateLimitFigures: "real",
  rateLimitResponse: "429",
} as const;

const dialects = pairwise(DIALECT_KNOBS) as Dialect[];

/** The dialects of consecutive seeds cover every pair of knob values. */
export const dialectOf = (seed: number): Dialect => ({
  ...dialects[seed % dialects.length]!,
  ...REPORTED_LIMIT,
});

// Emulator dialects for randomized runs.
import type { Dialect } from "../../../src/emulator/index";
import { dialectOfSeed } from "../../support/dialects";

/** Without rate-limit headers, a failure may be a rate limit, and the client waits for the documented minute. */
const REPORTED_LIMIT = {
  rateLimitHeaders: "present",
  rateLimitHeadersOnFailure: "present",
  rateLimitFigures: "real",
  rateLimitResponse: "429",
} as const;

export const dialectOf = (seed: number): Dialect => ({ ...dialectOfSeed(seed), ...REPORTED_LIMIT });

// The conditions of a seed: how the service behaves, and how the engine applies the stacks.
import type { Dialect } from "../../src/emulator/index";
import { dialectOfSeed } from "../support/dialects";

export interface Conditions {
  readonly dialect: Dialect;
  /** Requests per minute. */
  readonly rateLimit: number;
  /** Every page of a list is stale by a time of its own. Otherwise all are stale by the same time, after an `up` only. */
  readonly pagesDiffer: boolean;
  /** Maximum number of entries of a kind. */
  readonly size: number;
  /** Concurrent calls of the engine. */
  readonly parallel: number;
  /** Wait before each create. */
  readonly pauseMs: number;
}

/** Too low for one listing, too low for one process, the documented limit, and practically none. */
const RATE_LIMITS = [5, 8, 30, 200];
/** Up to this limit, every second request waits for a window, so a small stack is enough. */
const LOW_LIMIT = 8;
/** The engine's default on two processors. */
const PARALLEL = 8;
const WINDOW_MS = 60_000;
/** So small that a list of a few objects has pages of different ages. */
const SMALL_PAGE = 3;
/** The knobs that say whether the service allows two objects of a kind with one identity. */
const DUPLICATES_KNOBS: Readonly<Record<string, readonly (keyof Dialect)[]>> = {
  pixel: ["duplicatePixelsAndChannels"],
  domain: ["duplicateDomains"],
  channel: ["duplicatePixelsAndChannels", "duplicateNames"],
  campaign: ["duplicateSlugs", "duplicateNames"],
};

export function drawConditions(seed: number, random: () => number): Conditions {
  const oneOf = (values: readonly number[]) => values[Math.floor(random() * values.length)]!;
  const pagesDiffer = random() < 0.3;
  const rateLimit = oneOf(RATE_LIMITS);
  const isSlow = random() < 0.3;
  // About as many creates per window as the limit allows: a sliding window then is always used up.
  const pauseMs = (WINDOW_MS / rateLimit) * (0.8 + 0.4 * random());
  return {
    dialect: { ...dialectOfSeed(seed), ...(pagesDiffer && { maxPageSize: SMALL_PAGE }) },
    rateLimit,
    pagesDiffer,
    size: rateLimit > LOW_LIMIT ? 3 : 2,
    parallel: isSlow ? 1 : PARALLEL,
    pauseMs: isSlow ? pauseMs : 0,
  };
}

/** Whether the service allows two objects of this kind with one identity. */
export function allowsDuplicates(dialect: Dialect, handler: string): boolean {
  return (DUPLICATES_KNOBS[handler] ?? []).every((knob) => dialect[knob] === "allowed");
}

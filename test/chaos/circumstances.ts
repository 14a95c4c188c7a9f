// Under what a seed applies its stacks: how the service is, and how the engine goes about it.
import { DIALECT_KNOBS, type Dialect } from "../../src/emulator/index";
import { pairwise } from "../support/pairwise";

export interface Circumstances {
  readonly dialect: Dialect;
  /** Requests a minute. */
  readonly rateLimit: number;
  /** Whether every page of a list lags by a time of its own; otherwise all do by the same, and only after an `up`. */
  readonly lagsByPage: boolean;
  /** Most entries of a kind. */
  readonly size: number;
  /** Calls of the engine side by side. */
  readonly parallel: number;
  /** Between creates. */
  readonly pauseMs: number;
  /** Whether the program tells a new entry what others keep, as one does that registers all before it waits. */
  readonly tellsKept: boolean;
}

const dialects = pairwise(DIALECT_KNOBS) as Dialect[];
/** Fewer than one listing takes, fewer than one process sends, as documented, and out of the way. */
const RATE_LIMITS = [5, 8, 30, 200];
/** Where every second request waits for a window, a small stack meets it as often as a large one. */
const LOW_LIMIT = 8;
/** The engine's default on two processors. */
const PARALLEL = 8;
const WINDOW_MS = 60_000;
/** So small that pages of different age come apart in lists of a few objects. */
const SMALL_PAGE = 3;
/** What tells of a kind whether the service allows two objects of one name. */
const DOUBLES: Readonly<Record<string, keyof Dialect>> = {
  pixel: "duplicatePixelsAndChannels",
  domain: "duplicateDomains",
  channel: "duplicatePixelsAndChannels",
  campaign: "duplicateSlugs",
};

export function drawCircumstances(seed: number, random: () => number): Circumstances {
  const oneOf = (values: readonly number[]) => values[Math.floor(random() * values.length)]!;
  const lagsByPage = random() < 0.5;
  const rateLimit = oneOf(RATE_LIMITS);
  const isSlow = random() < 0.3;
  // About as many creates in a window as it allows: one that slides gives back one each time, and is always used up.
  const pauseMs = (WINDOW_MS / rateLimit) * (0.8 + 0.4 * random());
  return {
    dialect: { ...dialects[seed % dialects.length]!, ...(lagsByPage && { maxPageSize: SMALL_PAGE }) },
    rateLimit,
    lagsByPage,
    size: rateLimit > LOW_LIMIT ? 3 : 2,
    parallel: isSlow ? 1 : PARALLEL,
    pauseMs: isSlow ? pauseMs : 0,
    tellsKept: random() < 0.8,
  };
}

export function allowsDoubles(dialect: Dialect, handler: string): boolean {
  const knob = DOUBLES[handler];
  return knob === undefined || dialect[knob] === "allowed";
}

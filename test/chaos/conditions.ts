// The conditions of a seed: how the service behaves, how the engine applies the stacks, and what goes wrong.

import { dialectOfSeed } from "../support/dialects";
import type { Account, Dialect } from "../support/emulator";
import { CONCURRENT_EDITOR_PREFIX, FAULT_KINDS, type Faults } from "../support/faults";
import type { HABITS } from "../support/habits";
import type { Kind } from "../support/kinds";
import { oneOf, type Section, sectionOf } from "./entries";

export interface Conditions {
  readonly dialect: Dialect;
  /** Requests per minute. */
  readonly rateLimit: number;
  /** Every page of a list is stale by a time of its own, and nobody else edits the account. */
  readonly pagesDiffer: boolean;
  /** What the service does otherwise. */
  readonly habit: keyof typeof HABITS | undefined;
  /** The stack has at most one object of a kind, and nobody else has any. */
  readonly isSmall: boolean;
  /** The user repeats a failed command at once, while lists may be old. */
  readonly isPrompt: boolean;
  /** Share of commands with a cause, and of those with a second one. */
  readonly causeRate: number;
  /** Maximum number of entries of a kind. */
  readonly size: number;
  /** Concurrent steps of the engine. */
  readonly parallel: number;
  /** Wait before each step. */
  readonly pauseMs: number;
  /** Share of requests with a fault of the service. */
  readonly faultRate: number;
  /** Share of requests without a response. */
  readonly lossRate: number;
  /** Share of commands that are killed or canceled. */
  readonly interruptionRate: number;
}

/** Too low for one listing, too low for one process, the documented limit, and practically none. */
const RATE_LIMITS = [5, 8, 30, 200];
/** Up to this limit, every second request waits for a window, so a small stack is enough. */
export const LOW_LIMIT = 8;
const WINDOW_MS = 60_000;
/** So small that a list of a few objects has pages of different ages. */
const SMALL_PAGE = 3;

export function drawConditions(seed: number, random: () => number, isShared: boolean): Conditions {
  const pagesDiffer = random() < 0.3;
  const rateLimit = isShared ? 200 : oneOf(random, RATE_LIMITS);
  const isSlow = random() < 0.3;
  const isSmall = !isShared && random() < 0.3;
  const habit = oneOf(random, [undefined, "escapes", "cuts", "trims"] as const);
  // About as many creates per window as the limit allows: a sliding window then is always used up.
  const pauseMs = (WINDOW_MS / rateLimit) * (0.8 + 0.4 * random());
  return {
    dialect: { ...dialectOfSeed(seed), ...(pagesDiffer && { maxPageSize: SMALL_PAGE }) },
    rateLimit,
    pagesDiffer,
    habit,
    isSmall,
    isPrompt: random() < 0.5,
    causeRate: pagesDiffer ? 0 : 0.5,
    size: isSmall ? 1 : rateLimit > LOW_LIMIT && !isShared ? 3 : 2,
    parallel: isSlow ? 1 : 8,
    pauseMs: isSlow ? pauseMs : 0,
    faultRate: isShared ? 0.05 : 0.12,
    lossRate: isShared ? 0.02 : 0.03,
    interruptionRate: isShared ? 0.3 : 0.4,
  };
}

/** Which of two objects with one identity the service rejects. */
const REJECTED: Readonly<Record<Dialect["rejectedDuplicates"], readonly Section[]>> = {
  none: [],
  addresses: ["domains", "links", "campaigns"],
  names: ["domains", "links", "campaigns", "channels"],
  all: ["domains", "links", "campaigns", "channels", "pixels"],
};

/** Whether the service allows two objects of this kind with one identity. */
export function allowsDuplicates({ rejectedDuplicates }: Dialect, kind: Kind): boolean {
  return !REJECTED[rejectedDuplicates].includes(sectionOf(kind));
}

/** Random faults of the service and edits of others, for one command. */
export function disturb(faults: Faults, seed: number, conditions: Conditions): void {
  const { faultRate: rate, pagesDiffer, isSmall } = conditions;
  const kinds = FAULT_KINDS;
  faults.clear();
  if (pagesDiffer) {
    // All within the time in which the product expects stale lists.
    faults.rule({ on: "GET *", stale: 6000, every: 2 });
    faults.rule({ on: "GET *", stale: 2500, every: 3 });
    faults.seed(seed, { rate, kinds });
    return;
  }
  if (isSmall) {
    faults.seed(seed, { rate, kinds });
    return;
  }
  faults.seed(seed, { rate, kinds: [...kinds, "editor"], on: ({ path }) => path !== "/api/qr" });
  faults.seed(seed, { rate, kinds, on: "* /api/qr" });
  faults.rule({ on: "GET /api/qr", after: seed % 5, every: 5, when: "after", edit: editCodes });
}

function editCodes({ qrs }: Account): void {
  const own = qrs.list().filter(({ name }) => name.startsWith(CONCURRENT_EDITOR_PREFIX));
  if (own.length > 0) for (const { id } of own) qrs.delete(id);
  else qrs.create({ data: "", name: `${CONCURRENT_EDITOR_PREFIX}-1` });
}

// The conditions of a seed: how the service behaves, how the engine applies the stacks, and what goes wrong.

import type { Preset } from "../../src/emulator/preset";
import { namedServices } from "../support/dialects";
import { all, HABITS, type Habit } from "../support/habits";
import type { Kind } from "../support/kinds";
import { oneOf, type Section, sectionOf } from "./entries";

export interface Conditions {
  readonly dialect: Preset;
  /** Requests per minute. */
  readonly rateLimit: number;
  /** What the service does otherwise. */
  readonly habit: Habit | undefined;
  /** The stack has at most one object of a kind, and nobody else has any. */
  readonly isSmall: boolean;
  /** The user repeats a failed command at once, while lists may be old. */
  readonly isPrompt: boolean;
  /** Maximum number of entries of a kind. */
  readonly size: number;
  /** Concurrent steps of the engine. */
  readonly parallel: number;
  /** Share of requests with a fault of the service. */
  readonly faultRate: number;
  /** Share of commands that are killed or canceled. */
  readonly interruptionRate: number;
}

/** Too low for one listing, too low for one process, the documented limit, and practically none. */
const RATE_LIMITS = [5, 8, 30, 200];
/** Up to this limit, every second request waits for a window, so a small stack is enough. */
const LOW_LIMIT = 8;

export function drawConditions(seed: number, random: () => number, isShared: boolean): Conditions {
  const [, service] = namedServices[seed % namedServices.length]!;
  const rateLimit = isShared ? 200 : oneOf(random, RATE_LIMITS);
  const isSmall = !isShared && random() < 0.3;
  return {
    dialect: { ...service.dialect, linkEndpoints: "present" },
    rateLimit,
    habit: all(
      [service.habit, oneOf(random, [undefined, HABITS.escapes, HABITS.lowers])].filter(
        (one) => one !== undefined,
      ),
    ),
    isSmall,
    isPrompt: random() < 0.5,
    size: isSmall ? 1 : rateLimit > LOW_LIMIT && !isShared ? 3 : 2,
    parallel: random() < 0.3 ? 1 : 8,
    faultRate: isShared ? 0.07 : 0.15,
    interruptionRate: isShared ? 0.3 : 0.4,
  };
}

/** Which of two objects with one identity the service rejects. */
const REJECTED: Readonly<Record<Preset["rejectedDuplicates"], readonly Section[]>> = {
  none: [],
  addresses: ["domains", "links", "campaigns"],
  names: ["domains", "links", "campaigns", "channels"],
};

/** Whether the service allows two objects of this kind with one identity. */
export function allowsDuplicates({ rejectedDuplicates }: Preset, kind: Kind): boolean {
  return !REJECTED[rejectedDuplicates].includes(sectionOf(kind));
}

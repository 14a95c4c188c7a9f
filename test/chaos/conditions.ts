// The conditions of a seed: how the service behaves, how the engine applies the stacks, and what goes wrong.

import type { Preset } from "../../src/emulator/preset";
import { namedServices } from "../support/dialects";
import { all, HABITS } from "../support/habits";
import type { Kind } from "../support/kinds";
import { oneOf, sectionOf } from "./entries";

export type Conditions = ReturnType<typeof drawConditions>;

/** Requests per minute: too low for one listing, too low for one process, the documented limit, and practically none. */
const RATE_LIMITS = [5, 8, 30, 200];
/** Up to this limit, every second request waits for a window, so a small stack is enough. */
const LOW_LIMIT = 8;

export function drawConditions(seed: number, random: () => number, isShared: boolean) {
  const [, service] = namedServices[seed % namedServices.length]!;
  const rateLimit = isShared ? 200 : oneOf(random, RATE_LIMITS);
  // The stack has at most one object of a kind, and nobody else has any.
  const isSmall = !isShared && random() < 0.3;
  const habits = [service.habit, oneOf(random, [undefined, HABITS.escapes, HABITS.lowers])];
  return {
    dialect: { ...service.dialect, linkEndpoints: "present" as const },
    rateLimit,
    habit: all(habits.filter((one) => one !== undefined)),
    isSmall,
    /** The user repeats a failed command at once, while lists may be old. */
    isPrompt: random() < 0.5,
    /** Maximum number of entries of a kind. */
    size: isSmall ? 1 : rateLimit > LOW_LIMIT && !isShared ? 3 : 2,
    /** Concurrent steps of the engine. */
    parallel: random() < 0.3 ? 1 : 8,
    /** Share of requests with a fault of the service. */
    faultRate: isShared ? 0.07 : 0.15,
    /** Share of commands that are killed or canceled. */
    interruptionRate: isShared ? 0.3 : 0.4,
  };
}

/** Whether the service allows two objects of this kind with one identity. */
export function allowsDuplicates({ rejectedDuplicates }: Preset, kind: Kind): boolean {
  const section = sectionOf(kind);
  if (section === "channels") return rejectedDuplicates !== "names";
  return rejectedDuplicates === "none" || !["domains", "links", "campaigns"].includes(section);
}

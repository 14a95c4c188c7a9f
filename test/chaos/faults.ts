// The faults of the service while a stack is applied.
import { CONCURRENT_EDITOR_PREFIX, FAULT_NAMES, type Faults } from "../../src/emulator/index";

/** Random faults. Requests without a response are the lossy transport's part. */
const RANDOM_FAULTS = FAULT_NAMES.filter((name) => !name.startsWith("hang") && name !== "concurrentEditor");
const FAULT_RATE = 0.12;
/** Edits of others while one stack is applied. */
const CONCURRENT_EDITS = 5;

export function seedFaults(faults: Faults, seed: number, rate = FAULT_RATE): void {
  faults.seed(seed, { rate, kinds: RANDOM_FAULTS });
}

/**
 * Not while pages of one list have different ages: an edit that moves objects between them can hide one from a list
 * (docs/assumptions.md). Of QR codes, others create two at a time: a single one would count as the result of a lost create.
 */
export function editConcurrently(faults: Faults): void {
  faults.rule({
    on: ({ method, path }) => method === "GET" && path !== "/api/qr",
    fault: "concurrentEditor",
    every: 7,
    times: CONCURRENT_EDITS,
  });
  faults.rule({
    on: "GET /api/qr",
    fault: "concurrentEditor",
    every: 5,
    times: CONCURRENT_EDITS,
    edit: ({ qrs }) => {
      for (const _ of ["one", "two"]) qrs.create({ type: "text", data: CONCURRENT_EDITOR_PREFIX });
    },
  });
}

/** For creates that run one at a time: rate-limit headers must not decide whether one took effect. */
export function damageResponses(faults: Faults): void {
  faults.rule({ on: "POST /api/*/add", fault: "truncatedJson", after: 1, every: 5, times: 2 });
  faults.rule({ on: "POST /api/*/add", fault: "wrongJson", after: 3, every: 5, times: 2 });
}

/** Pages of one list have different ages, all within the settle time. */
export function delayPages(faults: Faults): void {
  faults.rule({ on: "GET *", fault: "staleList", ms: 6000, every: 2 });
  faults.rule({ on: "GET *", fault: "staleList", ms: 2500, every: 3 });
}

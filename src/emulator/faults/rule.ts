// Faults by rule: which requests meet which fault, and how often.
import type { Account } from "../store/account";
import { LONGEST_LAG_MS } from "../store/history";
import { FAULT_NAMES, FAULTS, type FaultName, fits } from "./definitions";
import type { FaultTarget } from "./effect";

/** Lets requests that fit meet a fault. */
export interface FaultRule {
  /**
   * Method and path without query, with `*` for any text, such as "DELETE /api/pixel/*", or "*" alone; or a function that is
   * asked for every request that the fault fits.
   */
  readonly on: string | ((request: FaultTarget) => boolean);
  readonly fault: FaultName;
  /** Requests that meet the fault before the rule is used up. @default no end */
  readonly times?: number;
  /** Fitting requests that pass before the first one that meets the fault. @default 0 */
  readonly after?: number;
  /** Of the fitting requests from then on, one in so many meets the fault, the first of them to begin with. @default 1 */
  readonly every?: number;
  /** How long the fault lasts, where it lasts, in ms of the emulator's clock. @default 2000 */
  readonly ms?: number;
  /** What `otherWriter` does to the account. @default creates objects of its own and deletes them again */
  readonly write?: (account: Account) => void;
}

const DEFAULT_MS = 2000;

/** A rule and how far it is. */
export class RunningRule {
  readonly fault: FaultName;
  readonly ms: number;
  readonly write: FaultRule["write"];
  readonly #matches: (request: FaultTarget) => boolean;
  readonly #times: number;
  readonly #after: number;
  readonly #every: number;
  #fitting = 0;
  #hits = 0;

  /**
   * @throws {TypeError} for an unknown fault or a pattern that is none
   * @throws {RangeError} for a number out of range
   */
  constructor({ on, fault, times, after = 0, every = 1, ms = DEFAULT_MS, write }: FaultRule) {
    checkFaults([fault]);
    checkCount("times", times ?? 1, 1);
    checkCount("after", after, 0);
    checkCount("every", every, 1);
    checkMs("ms", ms);
    this.fault = fault;
    this.ms = ms;
    this.write = write;
    this.#matches = matcher(on);
    this.#times = times ?? Number.POSITIVE_INFINITY;
    this.#after = after;
    this.#every = every;
  }

  /** Whether a request meets the fault: how many did before it, or undefined. */
  meets(request: FaultTarget): number | undefined {
    if (this.#hits >= this.#times || !fits(this.fault, request) || !this.#matches(request)) return undefined;
    const turn = this.#fitting++ - this.#after;
    return turn >= 0 && turn % this.#every === 0 ? this.#hits++ : undefined;
  }
}

/** A function that tells which requests are meant. */
export function matcher(on: FaultRule["on"]): (request: FaultTarget) => boolean {
  if (typeof on === "function") return on;
  if (!/^(\*|[A-Z*]+ [/*]\S*)$/.test(on)) {
    throw new TypeError(`"${on}" is no method and path, such as "POST /api/*/add".`);
  }
  const escaped = on.replace(/[\\^$.+?()[\]{}|]/g, "\\$&");
  const pattern = new RegExp(`^${escaped.replaceAll("*", ".*")}$`);
  return ({ method, path }) => pattern.test(`${method} ${path}`);
}

/** @throws {TypeError} for a name that no fault has */
export function checkFaults(names: readonly string[]): void {
  for (const name of names) {
    if (Object.hasOwn(FAULTS, name)) continue;
    throw new TypeError(`The emulator has no fault "${name}"; it has ${FAULT_NAMES.join(", ")}.`);
  }
}

/** @throws {RangeError} for what is no time that a fault can last */
export function checkMs(name: string, ms: number): void {
  if (ms >= 1 && ms <= LONGEST_LAG_MS) return;
  throw new RangeError(`${name} must be a number from 1 to ${LONGEST_LAG_MS}, not ${ms}.`);
}

function checkCount(name: string, count: number, least: number): void {
  if (Number.isSafeInteger(count) && count >= least) return;
  throw new RangeError(`${name} must be a whole number from ${least}, not ${count}.`);
}

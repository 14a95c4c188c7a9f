// Faults by rule: which fault, into which requests, how often.
import type { Account } from "../store/account";
import { appliesTo, type FaultName, type FaultOptions } from "./definitions";
import type { FaultTarget } from "./target";
import {
  checkCount,
  checkDuration,
  checkFaultNames,
  type RequestPattern,
  requestMatcher,
} from "./validation";

/** Injects a fault into matching requests. */
export interface FaultRule {
  /** Which requests. */
  readonly on: RequestPattern;
  /** What goes wrong. */
  readonly fault: FaultName;
  /** Number of injections before the rule ends. @default unlimited */
  readonly times?: number;
  /** Number of matching requests to skip before the first injection. @default 0 */
  readonly after?: number;
  /** Injects into every nth matching request, starting with the first one after `after`. @default 1 */
  readonly every?: number;
  /** Duration of the fault, if it has one, in ms of the emulator's clock. @default 2000 */
  readonly ms?: number;
  /** The edit of `concurrentEditor`. @default creates objects of its own and deletes them again */
  readonly edit?: (account: Account) => void;
}

/** A fault that was selected for a request. */
export interface SelectedFault extends Pick<FaultOptions, "ms" | "choose" | "edit"> {
  readonly name: FaultName;
}

const DEFAULT_MS = 2000;

export class ActiveRule {
  readonly #rule: FaultRule;
  readonly #matches: (request: FaultTarget) => boolean;
  #matchCount = 0;
  #hitCount = 0;

  /**
   * @throws {TypeError} for an unknown fault or an invalid pattern
   * @throws {RangeError} for a number out of range
   */
  constructor(rule: FaultRule) {
    const { on, fault, times, after = 0, every = 1, ms = DEFAULT_MS } = rule;
    checkFaultNames([fault]);
    if (times !== undefined) checkCount("times", times, 1);
    checkCount("after", after, 0);
    checkCount("every", every, 1);
    checkDuration("ms", ms);
    this.#rule = { ...rule };
    this.#matches = requestMatcher(on);
  }

  /** The fault to inject into the request, if any. */
  select(request: FaultTarget): SelectedFault | undefined {
    const {
      fault,
      times = Number.POSITIVE_INFINITY,
      after = 0,
      every = 1,
      ms = DEFAULT_MS,
      edit,
    } = this.#rule;
    if (this.#hitCount >= times || !appliesTo(fault, request) || !this.#matches(request)) return undefined;
    const turn = this.#matchCount++ - after;
    if (turn < 0 || turn % every !== 0) return undefined;
    const hit = this.#hitCount++;
    return { name: fault, ms, edit, choose: (options) => options[hit % options.length]! };
  }
}

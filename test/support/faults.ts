// Faults of the service and of the connection to it, by rule:
//   const faults = new Faults(clock);
//   const emulator = await startEmulator({ clock, intercept: faults.intercept });
//   faults.rule({ on: "POST /api/*/add", fault: "reset", when: "after", times: 1 });
import { setTimeout as sleepInRealTime } from "node:timers/promises";
import type { Account, Intercept, Outcome, Serve, ServiceRequest, ServiceResponse } from "./emulator";
import { isList } from "./habits";
import { History } from "./history";
import type { VirtualClock } from "./virtual-clock";

/** What goes wrong with a request. Several effects of one rule, and of several rules, apply together. */
export interface Effect {
  /** The connection is reset, or the service, or a gateway before it, is down. @default none */
  readonly fault?: "reset" | 500 | 502 | 503;
  /** Whether `fault` and `edit` come before the request takes effect, which a `fault` then prevents. @default "before" */
  readonly when?: "before" | "after";
  /** A list shows the objects of so many ms ago, at most a minute. */
  readonly stale?: number;
  /** A list is well-formed, but empty. */
  readonly empty?: true;
  /** The service rejects the request: it has no effect, and the response has `error: 1`. `respond` may change it. */
  readonly reject?: true | string;
  /** Somebody else changes the account of the request. */
  readonly edit?: (account: Account, request: ServiceRequest) => void;
  /** Changes the response. Its body is an object; a text is sent as it is. */
  readonly respond?: (response: ServiceResponse) => ServiceResponse;
  /** Waits so many ms before the request is handled. */
  readonly delay?: number;
  /** The request takes effect so many ms later, and `fault` comes at once. @default a reset */
  readonly later?: number;
}

/** An effect and the requests that get it. */
export interface FaultRule extends Effect {
  /** `POST /api/pixel/add`, with `*` for any text, or a function. */
  readonly on: string | ((request: ServiceRequest) => boolean);
  /** Number of matching requests without the effect. @default 0 */
  readonly after?: number;
  /** Number of requests that get the effect. @default unlimited */
  readonly times?: number;
}

const REAL_TIME = { now: Date.now, sleep: (ms: number) => sleepInRealTime<void>(ms) };

/** Injects faults into the requests of one emulator. Without rules there are none. */
export class Faults {
  readonly #history: History;
  #select: ((request: ServiceRequest) => Effect | undefined)[] = [];
  /** Longest time that a list can be stale. */
  #longestLagMs = 0;
  /** Requests that wait, or take effect later. */
  readonly #pending = new Set<Promise<void>>();

  /** @param clock that of the emulator */
  constructor(private readonly clock: Pick<VirtualClock, "now" | "sleep"> = REAL_TIME) {
    this.#history = new History(clock);
  }

  /** Option `intercept` of the emulator. */
  readonly intercept: Intercept = (request, serve) => {
    if (request.account) this.#history.record(request.account);
    const effects = this.#select.map((select) => select(request)).filter((effect) => effect !== undefined);
    // The earliest effect wins.
    return this.#apply(Object.assign({}, ...effects.toReversed()), request, serve);
  };

  rule({ on, after = 0, times = Number.POSITIVE_INFINITY, ...effect }: FaultRule): void {
    const matches = matcher(on);
    let matched = 0;
    this.select((request) => {
      if (matched >= after + times || !appliesTo(effect, request) || !matches(request)) return undefined;
      return matched++ < after ? undefined : effect;
    }, effect.stale);
  }

  /** @param lagMs longest time that a list is stale by one of the effects */
  select(effectFor: (request: ServiceRequest) => Effect | undefined, lagMs = 0): void {
    this.#longestLagMs = Math.max(this.#longestLagMs, lagMs);
    this.#select.push(effectFor);
  }

  /** Removes all rules. Requests that take effect later still do. */
  clear(): void {
    this.#select = [];
    this.#longestLagMs = 0;
  }

  /** Resolves when all delayed and late requests took effect and every list, even a stale one, shows all changes so far. */
  async settled(): Promise<void> {
    do {
      await Promise.all(this.#pending);
      // Meanwhile, a request of a killed run may arrive.
      if (this.#longestLagMs > 0) await this.clock.sleep(this.#longestLagMs);
    } while (this.#pending.size > 0);
  }

  async #apply(effect: Effect, request: ServiceRequest, serve: Serve): Promise<Outcome> {
    const { fault, when = "before", stale, empty, reject, edit, respond, delay, later } = effect;
    const { account } = request;
    if (delay !== undefined) await this.#noting(this.clock.sleep(delay));
    if (later !== undefined) {
      void this.#noting(this.clock.sleep(later).then(() => void serve()));
      return outcomeOf(fault ?? "reset");
    }
    if (when === "before" && account !== undefined) edit?.(account, request);
    if (when === "before" && fault !== undefined) return outcomeOf(fault);
    const ageMs = empty ? Number.POSITIVE_INFINITY : (stale ?? 0);
    const current = () => (account && ageMs > 0 ? this.#history.inPast(account, ageMs, serve) : serve());
    const message = reject === true ? "rejected" : reject;
    const served = message ? { status: 200, headers: {}, body: { error: 1, message } } : current();
    const response = respond === undefined ? served : respond(served);
    if (when === "after" && account !== undefined) edit?.(account, request);
    return fault === undefined ? response : outcomeOf(fault);
  }

  #noting(work: Promise<void>): Promise<void> {
    const task = work.finally(() => this.#pending.delete(task));
    this.#pending.add(task);
    return task;
  }
}

function outcomeOf(fault: NonNullable<Effect["fault"]>): Outcome {
  if (fault === "reset") return fault;
  if (fault === 500) return { status: 500, headers: {}, body: { error: 1, message: "Try again later." } };
  // A gateway in front of the service.
  return { status: fault, headers: { "Content-Type": "text/html" }, body: `<h1>${fault}</h1>` };
}

export function appliesTo({ stale, empty }: Effect, request: ServiceRequest): boolean {
  return isList(request) || (stale === undefined && empty === undefined);
}

function matcher(on: FaultRule["on"]): (request: ServiceRequest) => boolean {
  if (typeof on === "function") return on;
  const escaped = on.replace(/[\\^$.+?()[\]{}|]/g, "\\$&").replaceAll("*", ".*");
  const pattern = new RegExp(`^${escaped}$`);
  return ({ method, path }) => pattern.test(`${method} ${path}`);
}

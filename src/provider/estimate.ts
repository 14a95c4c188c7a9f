// How many requests an apply will send and how long they take, counted while a preview is made. The process of an
// update makes every call again that the process of its preview made, so it sends what that one has sent, and on top
// what the changes ask for.
import { availableParallelism } from "node:os";
import { DOCUMENTED_WINDOW_MS } from "../api/rate-limit/reset-estimate";
import type { AccountSession } from "../api/session";
import type { Cost } from "../kind/cost";
import { type Step, timeOf } from "./apply-time";
import { Listings } from "./listings";
import { duration } from "./rate-limit-status";

/** Resources that the engine has under way at once, for each processor of this machine, where it is not told another number. */
const PER_PROCESSOR = 4;
/** How much longer a window may seem than it is, as a share: headers tell whole seconds. */
const ROUNDED = 0.05;

export class ApplyForecast {
  /** In the order of the program. What is there has its type and id as the key: it may be compared more than once. */
  readonly #costs = new Map<string, { readonly cost: Cost; readonly isThere: boolean }>();
  #created = 0;
  #isPlan = false;
  #isDiscarded = false;

  /** A resource of the program was checked. What was compared before any was belongs to a refresh. */
  planned(): void {
    if (!this.#isPlan) this.#costs.clear();
    this.#isPlan = true;
  }

  /** A new resource, or the new one of a replacement. */
  creates(cost: Cost): void {
    this.#costs.set(`new ${this.#created++}`, { cost, isThere: false });
  }

  /** A resource was compared with the program; `undefined` where they do not differ. */
  compared(type: string, id: string, cost: Cost | undefined): void {
    if (cost) this.#costs.set(`${type} ${id}`, { cost, isThere: true });
    else this.#costs.delete(`${type} ${id}`);
  }

  /** This process applies, or its plan has errors: there is nothing to tell. */
  discard(): void {
    this.#isDiscarded = true;
  }

  /**
   * The line for the user; `undefined` where this process made no preview, or one without changes.
   * @param parallel how many resources the engine has under way at once
   */
  describe(session: AccountSession, parallel = PER_PROCESSOR * availableParallelism()): string | undefined {
    if (this.#isDiscarded || !this.#isPlan || this.#costs.size === 0) return undefined;
    const steps = [...this.#listings(session), ...[...this.#costs.values()].map(({ cost }) => cost)];
    const requests = session.sent + steps.reduce((sum, step) => sum + step.requests, 0);
    const time = toSecond(applyTime(session, steps, parallel));
    const pace = time === 0 ? ", which the rate limit lets through at once" : ` and about ${duration(time)}`;
    return (
      `an apply of these creates, updates and replacements takes about ${requests} ${requests === 1 ? "request" : "requests"}` +
      `${pace} (the limit is ${session.status().limit} in ${toSecond(windowOf(session)) / 1000} s); deletions, which a ` +
      "provider does not see in a preview, come on top"
    );
  }

  /** The lists that the changes need and this process did not, each page by page. */
  #listings(session: AccountSession): Step[] {
    const listings = new Listings();
    for (const { cost, isThere } of this.#costs.values()) {
      // What is updated stands in the list, so there are at least as many entries.
      for (const spec of cost.lists) listings.need(spec, isThere ? 1 : 0);
    }
    return listings.pages(session).map((requests) => ({ requests }));
  }
}

/** Milliseconds that an apply takes which begins now. */
function applyTime(session: AccountSession, steps: readonly Step[], parallel: number): number {
  const { limit, windowMs, free, resetAt = session.now() + windowMs } = session.status();
  const pace = {
    tripMs: session.tripMs,
    // Without headers, what this process sent is all that is known to be used up.
    free: free ?? Math.max(0, limit - session.sent),
    renewsIn: Math.max(0, resetAt - session.now()),
    limit,
    windowMs,
  };
  // What this process has sent goes again as it went here.
  const opening = Array<number>(session.sent).fill(session.busyMs / session.sent);
  return timeOf(opening, steps, pace, parallel);
}

/** The length of a window in ms: the documented one where what answers showed may be that, which slow ones blur. */
function windowOf(session: AccountSession): number {
  const { windowMs } = session.status();
  const least = windowMs * (1 - ROUNDED);
  const most = windowMs + session.tripMs;
  return least <= DOCUMENTED_WINDOW_MS && DOCUMENTED_WINDOW_MS <= most ? DOCUMENTED_WINDOW_MS : windowMs;
}

const toSecond = (ms: number) => Math.round(ms / 1000) * 1000;

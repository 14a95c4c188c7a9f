// How many requests an apply will send and how long they take, counted while a preview is made. The process of an
// update makes every call again that the process of its preview made, so it sends what that one has sent, and on top
// what the changes ask for.
import type { CollectionSpec } from "../api/collection";
import type { AccountSession, GateStatus } from "../api/session";
import type { Cost } from "./cost";
import { duration } from "./rate-line";

export class ApplyForecast {
  readonly #creates: Cost[] = [];
  /** By type and id: one resource may be compared more than once. */
  readonly #changes = new Map<string, Cost>();
  #isPlan = false;
  #isDiscarded = false;

  /** A resource of the program was checked. What was compared before any was belongs to a refresh. */
  planned(): void {
    if (!this.#isPlan) this.#changes.clear();
    this.#isPlan = true;
  }

  /** A new resource, or the new one of a replacement. */
  creates(cost: Cost): void {
    this.#creates.push(cost);
  }

  /** A resource was compared with the program; `undefined` where they do not differ. */
  compared(type: string, id: string, cost: Cost | undefined): void {
    if (cost) this.#changes.set(`${type} ${id}`, cost);
    else this.#changes.delete(`${type} ${id}`);
  }

  /** This process applies, or its plan has errors: there is nothing to tell. */
  discard(): void {
    this.#isDiscarded = true;
  }

  /** The line for the user; `undefined` where this process made no preview, or one without changes. */
  describe(session: AccountSession): string | undefined {
    const costs = [...this.#creates, ...this.#changes.values()];
    if (this.#isDiscarded || !this.#isPlan || costs.length === 0) return undefined;
    const changes = costs.reduce((sum, { requests }) => sum + requests, 0);
    const requests = session.sent + changes + this.#listings(session);
    const status = session.status();
    // Without headers, what this process sent is all that is known to be used up.
    const free = status.free ?? Math.max(0, status.limit - session.sent);
    const time = timeToSend(requests, { ...status, free }, session.now());
    const pace =
      time === 0 ? ", which the rate limit lets through at once" : ` and about ${duration(toSecond(time))}`;
    const seconds = Math.round(status.windowMs / 1000);
    return (
      `an apply of these creates, updates and replacements takes about ${requests} ${requests === 1 ? "request" : "requests"}` +
      `${pace} (the limit is ${status.limit} in ${seconds} s); deletions, which a provider does not see in a preview, come on top`
    );
  }

  /** Requests for the lists that the changes need and this process did not. */
  #listings(session: AccountSession): number {
    const specs = new Map<string, CollectionSpec>();
    // What is updated stands in the list, so there are at least as many entries.
    const entries = new Map<string, number>();
    const note = (cost: Cost, count: number) => {
      for (const spec of cost.lists) {
        specs.set(spec.path, spec);
        entries.set(spec.path, (entries.get(spec.path) ?? 0) + count);
      }
    };
    for (const cost of this.#creates) note(cost, 0);
    for (const cost of this.#changes.values()) note(cost, 1);
    let pages = 0;
    for (const [path, spec] of specs) {
      if (session.collection(spec).listed) continue;
      pages += Math.max(1, Math.ceil((entries.get(path) ?? 0) / session.settings.pageSize));
    }
    return pages;
  }
}

/** Milliseconds until the last of so many requests is sent, the first one now; 0 when none has to wait. */
function timeToSend(requests: number, status: GateStatus & { free: number }, now: number): number {
  const { limit, windowMs, free, resetAt = now + windowMs } = status;
  const windows = Math.ceil((requests - free) / limit);
  return windows <= 0 ? 0 : Math.max(0, resetAt - now) + (windows - 1) * windowMs;
}

const toSecond = (ms: number) => Math.round(ms / 1000) * 1000;

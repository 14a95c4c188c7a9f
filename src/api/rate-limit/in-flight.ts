// What this process has sent: what is under way, and what was answered in the last window.
import { DOCUMENTED_WINDOW_MS, guard } from "./reset-estimate";

/** A request that was let through and has no answer yet. */
export interface Ticket {
  readonly sentAt: number;
  /** Sent to learn the quota: nothing was known to be free. */
  readonly isProbe: boolean;
  /** Number of the window, as the gate counts them, in which it was sent. */
  readonly window: number;
  /** Position in the order of all that was sent. */
  readonly number: number;
}

export class InFlightRequests {
  readonly #underway = new Set<Ticket>();
  /** Receipts of the last window, for a service without headers and for doubts. */
  #receipts: number[] = [];
  #sent = 0;
  #lastSentAt = Number.NEGATIVE_INFINITY;

  send(ticket: Omit<Ticket, "number">): Ticket {
    const sent = { ...ticket, number: ++this.#sent };
    this.#underway.add(sent);
    this.#lastSentAt = sent.sentAt;
    return sent;
  }

  /** It has an answer, or will have none. */
  end(ticket: Ticket): void {
    this.#underway.delete(ticket);
  }

  /** The service counted a request; when is not known, only that it was before `receivedAt`. */
  noteCounted(receivedAt: number): void {
    this.#receipts.push(receivedAt);
  }

  /** How many have been sent. */
  get sent(): number {
    return this.#sent;
  }

  get lastSentAt(): number {
    return this.#lastSentAt;
  }

  get underway(): number {
    return this.#underway.size;
  }

  isUnderwayIn(window: number): boolean {
    for (const ticket of this.#underway) if (ticket.window === window) return true;
    return false;
  }

  /** How many were counted in the last window. */
  counted(now: number): number {
    this.#forget(now);
    return this.#receipts.length;
  }

  /** When one more keeps to `limit` in every window of the documented length, however the windows lie. */
  readyWithin(limit: number, now: number): number {
    this.#forget(now);
    const used = this.#receipts.length + this.#underway.size;
    if (used < limit) return now;
    const oldest = this.#receipts[used - limit];
    return oldest === undefined
      ? Number.POSITIVE_INFINITY
      : oldest + DOCUMENTED_WINDOW_MS + guard(DOCUMENTED_WINDOW_MS);
  }

  #forget(now: number): void {
    const first = this.#receipts.findIndex((one) => one + DOCUMENTED_WINDOW_MS > now);
    if (first !== 0) this.#receipts.splice(0, first < 0 ? this.#receipts.length : first);
  }
}

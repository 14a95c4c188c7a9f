// What this process has sent: requests without a response, and the responses of the last window.
import { DOCUMENTED_WINDOW_MS, guard } from "./reset-estimate";

/** A request that was let through. */
export interface Ticket {
  /** Monotonic ms. */
  readonly sentAt: number;
  /** Sent to learn the quota: nothing was known to be free. */
  readonly isProbe: boolean;
  /** Number of the window in which it was sent, as the limiter counts windows. */
  readonly window: number;
  /** Position in the order of all requests, from 1. */
  readonly number: number;
}

export class InFlightRequests {
  readonly #open = new Set<Ticket>();
  /** When the responses of the last window arrived. Used where the service sends no rate headers. */
  #receipts: number[] = [];
  #sent = 0;

  send(ticket: Omit<Ticket, "number">): Ticket {
    const sent = { ...ticket, number: ++this.#sent };
    this.#open.add(sent);
    return sent;
  }

  end(ticket: Ticket): void {
    this.#open.delete(ticket);
  }

  /** The service counted a request at some time before `receivedAt`. */
  noteCounted(receivedAt: number): void {
    this.#receipts.push(receivedAt);
  }

  get sent(): number {
    return this.#sent;
  }

  /** Requests without a response. */
  get count(): number {
    return this.#open.size;
  }

  hasAnyOf(window: number): boolean {
    for (const ticket of this.#open) if (ticket.window === window) return true;
    return false;
  }

  /** Responses of the last window. */
  counted(now: number): number {
    this.#forget(now);
    return this.#receipts.length;
  }

  /** When one more request keeps to `limit` in every window of the documented length, wherever it begins. */
  readyWithin(limit: number, now: number): number {
    this.#forget(now);
    const used = this.#receipts.length + this.#open.size;
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

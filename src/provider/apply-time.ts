// How long an apply takes: its requests sent in simulated time, through the rate limit, with as many resources under
// way as the engine hands over at once.

/** What is sent for one resource, one request after the other. */
export interface Step {
  readonly requests: number;
  /** Steps with the same text wait for one another. */
  readonly turn?: string;
}

/** What is known of the service. */
export interface Pace {
  /** How long a request takes, in ms. */
  readonly tripMs: number;
  /** Requests that may be sent at the start. */
  readonly free: number;
  /** When more may be sent, in ms from the start. */
  readonly renewsIn: number;
  /** Requests per window. */
  readonly limit: number;
  /** From the answer that tells of a window to its end, in ms. */
  readonly windowMs: number;
}

/** A step under way. */
interface Active {
  readonly step: Step;
  /** Requests still to be sent. */
  left: number;
  /** When the next of them may be sent, or when the last one was answered. */
  at: number;
}

/**
 * Milliseconds until the last answer.
 * @param opening how long each of the requests takes that are sent before the first step, one after the other
 * @param parallel how many steps are under way at once
 */
export function timeOf(
  opening: readonly number[],
  steps: readonly Step[],
  pace: Pace,
  parallel: number,
): number {
  const limit = new SimulatedLimit(pace);
  let end = 0;
  for (const tripMs of opening) end = limit.send(end) + tripMs;

  const active: Active[] = [];
  /** Those that wait, by their turn; there is an entry as long as it is somebody's. */
  const turns = new Map<string, Active[]>();
  let begun = 0;
  const begin = (at: number) => {
    const step = steps[begun++];
    if (!step) return;
    const next = { step, left: step.requests, at };
    const line = step.turn === undefined ? undefined : turns.get(step.turn);
    if (line) {
      line.push(next);
      return;
    }
    if (step.turn !== undefined) turns.set(step.turn, []);
    active.push(next);
  };
  const finish = ({ step: { turn }, at }: Active) => {
    const heir = turn === undefined ? undefined : turns.get(turn)?.shift();
    if (heir) active.push({ ...heir, at });
    else if (turn !== undefined) turns.delete(turn);
    begin(at);
  };

  for (let slot = 0; slot < parallel; slot++) begin(end);
  while (active.length > 0) {
    const first = active.reduce((one, other) => (other.at < one.at ? other : one));
    active.splice(active.indexOf(first), 1);
    if (first.left === 0) {
      end = first.at;
      finish(first);
    } else {
      active.push({ ...first, left: first.left - 1, at: limit.send(first.at) + pace.tripMs });
    }
  }
  return end;
}

/** The rate limit as the gate keeps it, for a client that has the key to itself. */
class SimulatedLimit {
  readonly #pace: Pace;
  #free: number;
  #renewsAt: number;
  /** The first request that the next window counts, and how many there are: its answer shows that window. */
  #next: { readonly openedAt: number; count: number } | undefined;
  #lastSentAt = 0;

  constructor(pace: Pace) {
    this.#pace = pace;
    this.#free = pace.free;
    this.#renewsAt = pace.renewsIn;
  }

  /** When a request is sent that could be sent at `at`; first come, first served. */
  send(at: number): number {
    const { limit, tripMs, windowMs } = this.#pace;
    const sentAt = Math.max(at, this.#lastSentAt, this.#free > 0 ? 0 : this.#renewsAt);
    if (this.#next && sentAt >= this.#renewsAt) {
      const { openedAt, count } = this.#next;
      this.#next = undefined;
      this.#free = limit - count;
      this.#renewsAt = openedAt + tripMs + windowMs;
      return this.send(Math.max(sentAt, openedAt + tripMs));
    }
    // It arrives half a trip later, and the gate, which must be sure, takes a window to end that much after it does.
    if (sentAt >= this.#renewsAt - tripMs) {
      this.#next ??= { openedAt: sentAt, count: 0 };
      this.#next.count++;
    }
    this.#free--;
    this.#lastSentAt = sentAt;
    return sentAt;
  }
}

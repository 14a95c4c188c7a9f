// Time that jumps from one event of a simulation to the next. Hours take some milliseconds, and the order of events is
// the same in every run.
import type { Clock } from "../../../src/api/clock";

interface Event {
  readonly at: number;
  readonly number: number;
  /** `undefined` if it was canceled. */
  run: (() => void) | undefined;
  /** A promise resolves with it. */
  readonly awaited: boolean;
}

const EPOCH = Date.UTC(2024, 4, 5, 6, 7, 8, 765);
/** A simulation with more events never ends. */
const MAX_EVENTS = 500_000;

export class SimulatedTime implements Clock {
  readonly #events: Event[] = [];
  #scheduled = 0;
  #elapsed = 0;

  now(): number {
    return EPOCH + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const event = this.#schedule(ms, resolve, true);
      const cancel = () => {
        event.run = undefined;
        resolve();
      };
      signal?.addEventListener("abort", cancel, { once: true });
    });
  }

  /** Runs something that no promise waits for. Cheaper than `sleep`. */
  after(ms: number, run: () => void): void {
    this.#schedule(ms, run, false);
  }

  /** Runs all events, up to the maximum. */
  async run(): Promise<void> {
    await reactions();
    for (let count = 0; count < MAX_EVENTS && this.#events.length > 0; count++) {
      const { at, run, awaited } = pop(this.#events);
      if (!run) continue;
      this.#elapsed = at;
      run();
      if (awaited) await reactions();
    }
  }

  #schedule(ms: number, run: () => void, awaited: boolean): Event {
    const event = { at: this.#elapsed + Math.max(0, ms), number: this.#scheduled++, run, awaited };
    push(this.#events, event);
    return event;
  }
}

/** Lets everything happen that an event causes: first the promises, then the request queue. */
function reactions(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.number < b.number);
}

function push(heap: Event[], event: Event): void {
  let index = heap.push(event) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (isBefore(heap[parent]!, event)) break;
    heap[index] = heap[parent]!;
    index = parent;
  }
  heap[index] = event;
}

function pop(heap: Event[]): Event {
  const first = heap[0]!;
  const last = heap.pop()!;
  if (heap.length === 0) return first;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (isBefore(last, heap[child]!)) break;
    heap[index] = heap[child]!;
    index = child;
  }
  heap[index] = last;
  return first;
}

// A service with a rate limit and clients with a rate gate each, as a simulation of discrete events: thousands of
// requests in a few ms, nothing waits.
import { RateGate, type Ticket } from "../../src/api/rate-gate";

export type WindowKind = "fixed" | "aligned" | "sliding";
export type Rounding = "up" | "down" | "nearest";
export type ResetFormat = "epochSeconds" | "epochMs" | "secondsLeft" | "httpDate" | "isoDate";

export interface ServiceOptions {
  readonly limit: number;
  /** The limit at a time of the run, where it changes. @default limit */
  readonly limitAt?: (at: number) => number;
  /** Headers that the service sends in place of the true ones. @default none */
  readonly lies?: Readonly<Record<string, string>>;
  readonly windowMs: number;
  readonly windowKind: WindowKind;
  readonly resetFormat: ResetFormat;
  readonly rounding: Rounding;
  readonly rateHeaders: boolean;
  readonly dateHeader: boolean;
  /** How far the service's clock is ahead of the clients', in ms. */
  readonly skewMs: number;
  /** How a refusal for the limit looks. */
  readonly refusal: "429" | "200" | "403";
}

export interface ClientOptions {
  readonly requests: number;
  /** When the client starts, in ms of simulated time. */
  readonly startAt?: number;
  /** Most requests that wait or are under way at once; the next one comes when one ends. @default all */
  readonly parallel?: number;
  /** Time from the end of one to the next that it brings, in ms: the engine writes its state. @default 0 */
  readonly pause?: number;
}

export interface SimulationOptions {
  readonly service: ServiceOptions;
  readonly clients: readonly ClientOptions[];
  /** Time that one way takes for the n-th message, in ms. */
  readonly latency: (message: number) => number;
  /** Requests that the service turns down for reasons of its own. */
  readonly fails?: (client: number, request: number) => boolean;
  readonly random?: () => number;
  readonly sameClock?: boolean;
}

export interface SimulatedResult {
  /** In the order in which they were sent the first time. */
  readonly order: readonly number[];
  /** Answers by verdict. */
  readonly limited: number;
  readonly doubtful: number;
  /** Bursts refused, for each window with one: requests sent after an earlier refusal was heard are another. */
  readonly refusedBursts: readonly number[];
  /** Refusals of the service for the limit, of all clients, with the time. */
  readonly refusedAt: readonly number[];
  /** Times at which the service handled requests of all clients. */
  readonly handledAt: readonly number[];
  readonly handledTwice: number;
  readonly ended: boolean;
}

const EPOCH = Date.UTC(2024, 4, 5, 6, 7, 8, 765);
const MOST_EVENTS = 200_000;

class Service {
  readonly #options: ServiceOptions;
  #start = Number.NEGATIVE_INFINITY;
  #passed: number[] = [];
  #renewal = Number.NEGATIVE_INFINITY;
  readonly handledAt: number[] = [];
  readonly refusedAt: number[] = [];

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /** `true` when it is let through. */
  take(at: number): { allowed: boolean; headers: Record<string, string> } {
    const { windowMs, windowKind, skewMs, lies } = this.#options;
    const limit = this.#limit(at);
    const now = EPOCH + at + skewMs;
    if (windowKind === "sliding") {
      this.#passed = this.#passed.filter((one) => one > now - windowMs);
    } else if (now >= this.#start + windowMs) {
      this.#start = windowKind === "aligned" ? Math.floor(now / windowMs) * windowMs : now;
      this.#passed = [];
    }
    const allowed = this.#passed.length < limit;
    if (allowed) this.#passed.push(now);
    (allowed ? this.handledAt : this.refusedAt).push(at);
    const begin = windowKind === "sliding" ? (this.#passed[0] ?? now) : this.#start;
    return { allowed, headers: { ...this.#headers(limit, now, begin + windowMs), ...lies } };
  }

  /** Tells windows apart by their ends. A sliding one ends, for who was refused, when the oldest request leaves it. */
  windowOf(at: number): number {
    const { windowMs, windowKind, skewMs } = this.#options;
    if (windowKind !== "sliding") return this.#start + windowMs;
    if (EPOCH + at + skewMs >= this.#renewal) this.#renewal = (this.#passed[0] ?? 0) + windowMs;
    return this.#renewal;
  }

  #limit(at: number): number {
    return this.#options.limitAt?.(at) ?? this.#options.limit;
  }

  #headers(limit: number, now: number, resetAt: number): Record<string, string> {
    const { rateHeaders, dateHeader, resetFormat, rounding } = this.#options;
    const headers: Record<string, string> = {};
    if (dateHeader) headers.date = new Date(Math.floor(now / 1000) * 1000).toUTCString();
    if (!rateHeaders) return headers;
    const round = { up: Math.ceil, down: Math.floor, nearest: Math.round }[rounding];
    headers["x-ratelimit-limit"] = String(limit);
    headers["x-ratelimit-remaining"] = String(Math.max(0, limit - this.#passed.length));
    headers["x-ratelimit-reset"] = {
      epochSeconds: () => String(round(resetAt / 1000)),
      epochMs: () => String(Math.round(resetAt)),
      secondsLeft: () => String(round((resetAt - now) / 1000)),
      httpDate: () => new Date(round(resetAt / 1000) * 1000).toUTCString(),
      isoDate: () => new Date(Math.round(resetAt)).toISOString(),
    }[resetFormat]();
    return headers;
  }
}

interface Client {
  readonly gate: RateGate;
  readonly queue: number[];
  /** Requests that do not wait yet. */
  readonly later: number[];
  readonly pause: number;
  readonly refusals: Map<number, { bursts: number; heardAt: number }>;
  readonly handled: Map<number, number>;
  readonly order: number[];
  limited: number;
  doubtful: number;
  wakeAt: number;
}

/** Runs until every request of every client has an answer. */
export function simulate(options: SimulationOptions): { clients: SimulatedResult[]; endedAt: number } {
  const { service: serviceOptions, latency, fails = () => false, random = () => 0.5 } = options;
  const service = new Service(serviceOptions);
  const events: { at: number; number: number; run: () => void }[] = [];
  let numbers = 0;
  let messages = 0;
  let now = 0;
  const schedule = (at: number, run: () => void) => push(events, { at, number: numbers++, run });

  const clients = options.clients.map(({ requests, parallel = requests, pause = 0 }): Client => {
    const gate = new RateGate({ wallOrigin: EPOCH, random, sameClock: options.sameClock });
    const later = Array.from({ length: requests }, (_, index) => index);
    return {
      gate,
      queue: later.splice(0, parallel),
      later,
      pause,
      refusals: new Map(),
      handled: new Map(),
      order: [],
      limited: 0,
      doubtful: 0,
      wakeAt: Number.POSITIVE_INFINITY,
    };
  });

  const pump = (client: Client, index: number) => {
    for (;;) {
      const request = client.queue[0];
      if (request === undefined) return;
      const at = client.gate.readyAt(now, client.queue.length);
      if (at > now) {
        client.wakeAt = at;
        if (at === Number.POSITIVE_INFINITY) return;
        schedule(at, () => {
          if (client.wakeAt === at) pump(client, index);
        });
        return;
      }
      client.queue.shift();
      if (!client.order.includes(request)) client.order.push(request);
      send(client, index, request, client.gate.take(now));
    }
  };

  const send = (client: Client, index: number, request: number, ticket: Ticket) => {
    schedule(now + latency(messages++), () => {
      const { allowed, headers } = service.take(now);
      const window = service.windowOf(now);
      if (!allowed) countBurst(client, window, ticket.sentAt);
      if (allowed) client.handled.set(request, (client.handled.get(request) ?? 0) + 1);
      const refusal = { "429": 429, "200": 200, "403": 403 }[serviceOptions.refusal];
      const failed = !allowed || fails(index, request);
      const status = allowed ? 200 : refusal;
      schedule(now + latency(messages++), () => {
        const verdict = client.gate.settle(ticket, now, { status, failed, headers });
        if (verdict === "doubtful") client.doubtful++;
        const refused = client.refusals.get(window);
        if (!allowed && refused) refused.heardAt = Math.min(refused.heardAt, now);
        if (verdict !== "limited") {
          const next = client.later.splice(0, 1);
          schedule(now + client.pause, () => {
            client.queue.push(...next);
            pump(client, index);
          });
        } else {
          client.limited++;
          const behind = client.queue.findIndex((one) => one > request);
          client.queue.splice(behind < 0 ? client.queue.length : behind, 0, request);
        }
        pump(client, index);
      });
    });
  };

  const countBurst = ({ refusals }: Client, window: number, sentAt: number) => {
    const known = refusals.get(window);
    if (!known) refusals.set(window, { bursts: 1, heardAt: Number.POSITIVE_INFINITY });
    else if (sentAt > known.heardAt)
      refusals.set(window, { bursts: known.bursts + 1, heardAt: Number.POSITIVE_INFINITY });
  };

  clients.forEach((client, index) => {
    schedule(options.clients[index]?.startAt ?? 0, () => pump(client, index));
  });
  let count = 0;
  while (events.length > 0 && count++ < MOST_EVENTS) {
    const event = pop(events);
    now = event.at;
    event.run();
  }
  return {
    endedAt: now,
    clients: clients.map((client) => ({
      order: client.order,
      limited: client.limited,
      doubtful: client.doubtful,
      refusedBursts: [...client.refusals.values()].map(({ bursts }) => bursts),
      refusedAt: service.refusedAt,
      handledAt: service.handledAt,
      handledTwice: [...client.handled.values()].filter((times) => times > 1).length,
      ended: client.queue.length === 0 && events.length === 0,
    })),
  };
}

type Event = { at: number; number: number; run: () => void };
const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.number < b.number);

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

// The network between one client and the simulated service. It loses and damages requests and responses, and records
// what happened to each request.
import { type RawResponse, type Transport, TransportFailure } from "../../../src/api/http/transport";
import type { SimulatedService } from "./simulated-service";
import type { SimulatedTime } from "./simulated-time";

export const FAULTS = [
  /** There is no connection. */
  "notSent",
  /** The request gets lost, and is never counted. */
  "requestLost",
  /** The request is counted and executed, but no response arrives. */
  "responseLost",
  /** The request is executed, perhaps after the client gave up. */
  "late",
  /** The response ends early. */
  "truncated",
  /** The request is executed, but the response has another form. */
  "foreign",
  /** The request is executed, but the response is a server error. */
  "serverError",
  /** A gateway responds, and the service never receives the request. */
  "gatewayError",
  /** The request is counted, but rejected for another reason than the rate limit. */
  "rejected",
] as const;
export type Fault = (typeof FAULTS)[number];

/** Upper bound of the delay of a late request. */
const MAX_DELAY_MS = 10_000;
const NEVER_RECEIVED: readonly Fault[] = ["notSent", "requestLost", "gatewayError"];
const WITHOUT_RESPONSE: readonly Fault[] = ["notSent", "requestLost", "responseLost", "late"];

export interface NetworkOptions {
  /** Latency of the next message in one direction, in ms. */
  readonly latency: () => number;
  /** What goes wrong with the next request. @default nothing */
  readonly fault?: () => Fault | undefined;
}

/** Rejected bursts of one window. A request sent after the client received a rejection begins another burst. */
interface Rejections {
  bursts: number;
  firstReceivedAt: number;
}

/** Carries the requests of one client. The path of a request is its number. */
export class SimulatedTransport implements Transport {
  readonly #time: SimulatedTime;
  readonly #service: SimulatedService;
  readonly #network: NetworkOptions;
  /** By the end of the window. */
  readonly #rejections = new Map<number, Rejections>();
  readonly #executions = new Map<number, number>();
  /** Requests that received a rate-limit response and wait in the queue to be sent again. */
  readonly #waiting = new Set<number>();
  /** Requests in the order in which they were first sent. */
  readonly order = new Set<number>();
  /** Requests that were sent while an earlier one waited to be sent again. */
  readonly overtaking: number[] = [];
  /** Requests with a fault. */
  faults = 0;

  constructor(time: SimulatedTime, service: SimulatedService, network: NetworkOptions) {
    this.#time = time;
    this.#service = service;
    this.#network = network;
  }

  /** The number of rejected bursts, for each window that has any. */
  get rejectedBursts(): number[] {
    return [...this.#rejections.values()].map(({ bursts }) => bursts);
  }

  /** How often a request was executed. */
  executions(number: number): number {
    return this.#executions.get(number) ?? 0;
  }

  /** The client reported the result of a request. */
  end(number: number): void {
    this.#waiting.delete(number);
  }

  async send({ path }: { path: string }): Promise<RawResponse> {
    const number = Number(path.slice(1));
    this.order.add(number);
    this.#waiting.delete(number);
    for (const other of this.#waiting) if (other < number) this.overtaking.push(number);
    const fault = this.#network.fault?.();
    if (fault) this.faults++;
    const sentAt = this.#time.monotonic();
    const latency = this.#network.latency();
    let result: { response: RawResponse; receive: () => void } | undefined;
    if (fault === undefined || !NEVER_RECEIVED.includes(fault)) {
      const arrivesIn = fault === "late" ? latency + (sentAt % MAX_DELAY_MS) : latency;
      this.#time.after(arrivesIn, () => {
        result = this.#handle(number, sentAt, fault);
      });
    }
    await this.#time.sleep(latency + this.#network.latency());
    if (fault === "gatewayError") return { status: 502, headers: {}, text: "<html>" };
    if (fault && WITHOUT_RESPONSE.includes(fault))
      throw new TransportFailure("the connection was lost", fault !== "notSent");
    result!.receive();
    return result!.response;
  }

  async close(): Promise<void> {}

  #handle(number: number, sentAt: number, fault: Fault | undefined) {
    const isFailing = fault === "rejected" || fault === "serverError";
    const { allowed, headers, windowEnd } = this.#service.count(isFailing);
    if (allowed && fault !== "rejected") this.#executions.set(number, this.executions(number) + 1);
    const rejections = allowed ? undefined : this.#noteRejection(windowEnd, sentAt);
    const receive = () => {
      if (!rejections) return;
      rejections.firstReceivedAt = Math.min(rejections.firstReceivedAt, this.#time.monotonic());
      this.#waiting.add(number);
    };
    return { response: { headers, ...this.#response(allowed, fault) }, receive };
  }

  #response(allowed: boolean, fault: Fault | undefined): Pick<RawResponse, "status" | "text"> {
    const { limitedStatus } = this.#service.options;
    const status = allowed ? 200 : limitedStatus;
    const text = allowed ? '{"error":0,"id":1}' : '{"error":1,"message":"Too many requests."}';
    if (fault === "truncated") return { status, text: text.slice(0, 9) };
    if (!allowed || fault === undefined) return { status, text };
    if (fault === "serverError") return { status: 500, text: '{"error":1,"message":"Internal error."}' };
    if (fault === "foreign") return { status, text: '{"hello":"world"}' };
    if (fault === "rejected") {
      return { status: limitedStatus === 429 ? 400 : limitedStatus, text: '{"error":1}' };
    }
    return { status, text };
  }

  #noteRejection(windowEnd: number, sentAt: number): Rejections {
    const known = this.#rejections.get(windowEnd);
    if (known && sentAt <= known.firstReceivedAt) return known;
    const rejections = { bursts: (known?.bursts ?? 0) + 1, firstReceivedAt: Number.POSITIVE_INFINITY };
    this.#rejections.set(windowEnd, rejections);
    return rejections;
  }
}

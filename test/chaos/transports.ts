// Transports that lose requests or responses. Timeouts on real sockets have their own tests: here, a busy machine must
// not cause one.
import {
  type RawResponse,
  type Transport,
  TransportFailure,
  type TransportRequest,
} from "../../src/api/http/transport";
import { seededInteger } from "../support/seeded";

/**
 * Loses a share of the requests or their responses, like a timeout without the wait. Which ones depends on the seed, the
 * request and the number of its repetitions, not on the order of requests.
 */
export class LossyTransport implements Transport {
  readonly #real: Transport;
  readonly #seed: string;
  readonly #rate: number;
  readonly #seen = new Map<string, number>();

  /** @param rate share of lost requests; half of them do not reach the service */
  constructor(real: Transport, seed: string, rate: number) {
    this.#real = real;
    this.#seed = seed;
    this.#rate = rate;
  }

  async send(request: TransportRequest): Promise<RawResponse> {
    const chance = this.#chanceOf(request);
    if (chance < this.#rate / 2) throw new TransportFailure("no response arrived in time", true);
    const response = await this.#real.send(request);
    if (chance < this.#rate) throw new TransportFailure("no response arrived in time", true);
    return response;
  }

  close(): Promise<void> {
    return this.#real.close();
  }

  #chanceOf({ method, path, body = "" }: TransportRequest): number {
    const request = `${method} ${path} ${body}`;
    const repetition = this.#seen.get(request) ?? 0;
    this.#seen.set(request, repetition + 1);
    return seededInteger(this.#seed, `${request} ${repetition}`) / 2 ** 32;
  }
}

/** When a process is killed. */
export interface KillMoment {
  /** Number of the request, counted from 1. */
  readonly request: number;
  /** Requests that count. */
  readonly among: "changes" | "requests";
  /** Before the request is sent, after it took effect without a response, or after its response. */
  readonly timing: "before" | "after" | "answered";
}

/** Stops at a moment: from then on, nothing is sent and nothing is received. */
export class KilledTransport implements Transport {
  /** Resolves at the moment. */
  readonly killed: Promise<void>;
  readonly #real: Transport;
  readonly #moment: KillMoment;
  #kill!: () => void;
  #isKilled = false;
  #counted = 0;

  constructor(real: Transport, moment: KillMoment) {
    this.#real = real;
    this.#moment = moment;
    this.killed = new Promise((resolve) => {
      this.#kill = () => {
        this.#isKilled = true;
        resolve();
      };
    });
  }

  async send(request: TransportRequest): Promise<RawResponse> {
    const { among, timing } = this.#moment;
    const counts = among === "requests" || request.method !== "GET";
    const isLast = counts && ++this.#counted === this.#moment.request;
    if (isLast && timing === "before") this.#kill();
    if (this.#isKilled) return never();
    const response = await this.#real.send(request);
    if (isLast && timing === "after") this.#kill();
    if (this.#isKilled) return never();
    // The provider and the engine process the response before the kill.
    if (isLast) setImmediate(this.#kill);
    return response;
  }

  close(): Promise<void> {
    return this.#real.close();
  }
}

const never = () => new Promise<never>(() => {});

// A transport that now and then loses a request or its answer as a time-out does, without the time. (Time-outs on real
// sockets have tests of their own; here a busy machine must not be taken for one.)
import { createHash } from "node:crypto";
import {
  type RawAnswer,
  type Transport,
  TransportFailure,
  type TransportRequest,
} from "../../src/api/http/transport";

/** What is lost follows from the seed, the request and how often it came before, in whichever order requests come. */
export class LosingTransport implements Transport {
  readonly #real: Transport;
  readonly #seed: string;
  readonly #rate: number;
  readonly #seen = new Map<string, number>();

  /** @param rate share of requests that time out, half of them before they reach the service */
  constructor(real: Transport, seed: string, rate: number) {
    this.#real = real;
    this.#seed = seed;
    this.#rate = rate;
  }

  async send(request: TransportRequest): Promise<RawAnswer> {
    const chance = this.#chanceOf(request);
    if (chance < this.#rate / 2) throw new TransportFailure("no answer came in time", true);
    const answer = await this.#real.send(request);
    if (chance < this.#rate) throw new TransportFailure("no answer came in time", true);
    return answer;
  }

  close(): Promise<void> {
    return this.#real.close();
  }

  #chanceOf({ method, path, body = "" }: TransportRequest): number {
    const request = `${this.#seed} ${method} ${path} ${body}`;
    const before = this.#seen.get(request) ?? 0;
    this.#seen.set(request, before + 1);
    return createHash("sha256").update(`${request} ${before}`).digest().readUInt32BE() / 2 ** 32;
  }
}

// A transport that now and then loses a request or its answer as a time-out does, without the time. (Time-outs on real
// sockets have tests of their own; here a busy machine must not be taken for one.)
import {
  type RawAnswer,
  type Transport,
  TransportFailure,
  type TransportRequest,
} from "../../src/api/transport";

export class LosingTransport implements Transport {
  readonly #real: Transport;
  readonly #random: () => number;
  readonly #rate: number;

  /** @param rate share of requests that time out, half of them before they reach the service */
  constructor(real: Transport, random: () => number, rate: number) {
    this.#real = real;
    this.#random = random;
    this.#rate = rate;
  }

  async send(request: TransportRequest): Promise<RawAnswer> {
    const chance = this.#random();
    if (chance < this.#rate / 2) throw new TransportFailure("no answer came in time", true);
    const answer = await this.#real.send(request);
    if (chance < this.#rate) throw new TransportFailure("no answer came in time", true);
    return answer;
  }

  close(): Promise<void> {
    return this.#real.close();
  }
}

// Clients and a service with a rate limit in simulated time. The clients are the real ones, with their line and rate
// gate; the service, the network and the time are not.
import { Client } from "../../src/api/http/client";
import { RequestQueue } from "../../src/api/rate-limit/request-queue";
import {
  type NetworkOptions,
  type ServiceOptions,
  SimulatedService,
  SimulatedTransport,
} from "./simulated-service";
import { SimulatedTime } from "./simulated-time";

export interface ClientOptions {
  readonly requests: number;
  /** When the client starts, in ms of simulated time. @default 0 */
  readonly startAt?: number;
  /** Most requests that wait or are under way at once; the next one comes when one ends. @default all */
  readonly parallel?: number;
  /** Time from the end of one to the next that it brings, in ms: the engine writes its state. @default 0 */
  readonly pause?: number;
}

export interface SimulationOptions extends NetworkOptions {
  readonly service: ServiceOptions;
  readonly clients: readonly ClientOptions[];
  readonly random?: () => number;
  readonly sameClock?: boolean;
}

/** How a request ended, as the client tells it, and how often it was carried out. */
export interface End {
  readonly error: Error | undefined;
  readonly carriedOut: number;
}

export interface SimulatedResult {
  /** Requests by number in the order in which they were sent the first time. */
  readonly order: readonly number[];
  /** Those sent while an earlier one stood in the line for its repeat. */
  readonly overtaking: readonly number[];
  /** By number; those that never ended are missing. */
  readonly ends: readonly End[];
  /** Bursts refused, for each window with one: requests sent after an earlier refusal was heard are another. */
  readonly refusedBursts: readonly number[];
  /** With how many something went wrong. */
  readonly faults: number;
}

export interface Simulated {
  readonly clients: readonly SimulatedResult[];
  /** When the service refused a request for the limit. */
  readonly refusedAt: readonly number[];
  /** When the service counted a request. */
  readonly handledAt: readonly number[];
}

/** Runs until every request of every client has ended. They create something each, so none may be carried out twice. */
export async function simulate(options: SimulationOptions): Promise<Simulated> {
  const time = new SimulatedTime();
  const service = new SimulatedService(time, options.service);
  const runs = options.clients.map((client) => begin(client, options, time, service));
  await time.run();
  return {
    clients: runs.map((result) => result()),
    refusedAt: service.refusedAt,
    handledAt: service.handledAt,
  };
}

function begin(
  { requests, startAt = 0, parallel = requests, pause = 0 }: ClientOptions,
  { latency, fault, random = () => 0.5, sameClock = false }: SimulationOptions,
  time: SimulatedTime,
  service: SimulatedService,
): () => SimulatedResult {
  const transport = new SimulatedTransport(time, service, { latency, fault });
  const queue = new RequestQueue({ clock: time, random, sameClock, notify: () => {} });
  const client = new Client({ transport, queue, clock: time, random, baseUrl: "https://s.example" });
  const errors = new Map<number, Error | undefined>();
  let next = 0;

  const requestInTurn = async (): Promise<void> => {
    while (next < requests) {
      const number = next++;
      const end = client.request({ method: "POST", path: `/${number}`, notIdempotent: true });
      const error = await end.then(
        () => undefined,
        (failure: Error) => failure,
      );
      transport.end(number);
      errors.set(number, error);
      if (pause > 0) await time.sleep(pause);
    }
  };
  void time.sleep(startAt).then(() => {
    for (let count = 0; count < parallel; count++) void requestInTurn();
  });

  return () => ({
    order: [...transport.order],
    overtaking: transport.overtaking,
    ends: [...errors]
      .sort(([a], [b]) => a - b)
      .map(([number, error]) => ({ error, carriedOut: transport.timesCarriedOut(number) })),
    refusedBursts: transport.refusedBursts,
    faults: transport.faults,
  });
}

// Real clients, request queues and rate limiters, with a simulated service, network and time.
import { Client } from "../../../src/api/http/client";
import { RequestQueue } from "../../../src/api/rate-limit/request-queue";
import { type ServiceOptions, SimulatedService } from "./simulated-service";
import { SimulatedTime } from "./simulated-time";
import { type NetworkOptions, SimulatedTransport } from "./simulated-transport";

export interface ClientOptions {
  readonly requests: number;
  /** When the client starts, in ms of simulated time. @default 0 */
  readonly startAt?: number;
  /** Maximum number of requests that wait or are in flight at once. @default all */
  readonly parallel?: number;
  /** Time from the end of a request to the next one, in ms: the engine writes its state. @default 0 */
  readonly pauseMs?: number;
}

export interface SimulationOptions extends NetworkOptions {
  readonly service: ServiceOptions;
  readonly clients: readonly ClientOptions[];
  readonly random?: () => number;
  readonly sameClock?: boolean;
}

/** What the client reported about a request, and how often it was really executed. */
export interface RequestResult {
  readonly error: Error | undefined;
  readonly executions: number;
}

export interface ClientResult {
  /** Requests by number, in the order in which they were first sent. */
  readonly order: readonly number[];
  /** Requests that were sent while an earlier one waited to be sent again. */
  readonly overtaking: readonly number[];
  /** By number. A request that never ended is missing. */
  readonly results: readonly RequestResult[];
  /** The number of rejected bursts, for each window that has any. */
  readonly rejectedBursts: readonly number[];
  /** Requests with a fault. */
  readonly faults: number;
}

export interface SimulationResult {
  readonly clients: readonly ClientResult[];
  /** When the service rejected a request for its rate limit. */
  readonly limitedAt: readonly number[];
  /** When the service counted a request. */
  readonly countedAt: readonly number[];
}

/** Runs until every request of every client has ended. Each request is a create, so none may be executed twice. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const time = new SimulatedTime();
  const service = new SimulatedService(time, options.service);
  const runs = options.clients.map((client) => start(client, options, time, service));
  await time.run();
  return {
    clients: runs.map((result) => result()),
    limitedAt: service.limitedAt,
    countedAt: service.countedAt,
  };
}

function start(
  { requests, startAt = 0, parallel = requests, pauseMs = 0 }: ClientOptions,
  { latency, fault, random = () => 0.5, sameClock = false }: SimulationOptions,
  time: SimulatedTime,
  service: SimulatedService,
): () => ClientResult {
  const transport = new SimulatedTransport(time, service, { latency, fault });
  const queue = new RequestQueue({ clock: time, random, sameClock, onWait: () => {} });
  const client = new Client({ transport, queue, clock: time, random, baseUrl: "https://s.example" });
  const errors = new Map<number, Error | undefined>();
  let next = 0;

  const worker = async (): Promise<void> => {
    while (next < requests) {
      const number = next++;
      const request = client.request({ method: "POST", path: `/${number}`, notIdempotent: true });
      const error = await request.then(
        () => undefined,
        (failure: Error) => failure,
      );
      transport.end(number);
      errors.set(number, error);
      if (pauseMs > 0) await time.sleep(pauseMs);
    }
  };
  void time.sleep(startAt).then(() => {
    for (let count = 0; count < parallel; count++) void worker();
  });

  return () => ({
    order: [...transport.order],
    overtaking: transport.overtaking,
    results: [...errors]
      .sort(([a], [b]) => a - b)
      .map(([number, error]) => ({ error, executions: transport.executions(number) })),
    rejectedBursts: transport.rejectedBursts,
    faults: transport.faults,
  });
}

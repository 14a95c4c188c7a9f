// What happens to a command from outside: it is killed or canceled at a request, or responses never arrive.
//   await stack.up(config, killAt({ request: 3, timing: "after" }))
import {
  type RawResponse,
  type Transport,
  TransportFailure,
  type TransportRequest,
} from "../../src/api/transport";
import { seededInteger } from "./seeded";
import type { CommandOptions } from "./stack";

interface Moment {
  /** Number of the request, counted from 1. A command with fewer requests is not interrupted. */
  readonly request: number;
  /** Requests that count. @default "changes", those other than GET */
  readonly among?: "changes" | "all";
  /** Before the request is sent, when it took effect, or when its response was processed. */
  readonly timing: "before" | "after" | "answered";
}

type Wrap = NonNullable<CommandOptions["wrap"]>;

/** SIGKILL: from then on, the provider sends and receives nothing. @param wrap of the same command, closer to the service */
export function killAt(moment: Moment, wrap: Wrap = (real) => real): Pick<CommandOptions, "wrap" | "killed"> {
  const { reached, transport } = interrupt(moment, () => new Promise<never>(() => {}));
  return { killed: reached, wrap: (real) => transport(wrap(real)) };
}

/** Ctrl-C: requests go on as the provider lets them. */
export function cancelAt(
  moment: Moment,
  wrap: Wrap = (real) => real,
): Pick<CommandOptions, "wrap" | "canceled"> {
  const { reached, transport } = interrupt(moment, (call) => call());
  return { canceled: reached, wrap: (real) => transport(wrap(real)) };
}

type Call = () => Promise<RawResponse>;

/** @param go what becomes of a request or a response after the moment */
function interrupt(
  { request: last, among = "changes", timing }: Moment,
  go: (call: Call) => ReturnType<Call>,
) {
  let counted = 0;
  let isReached = false;
  let reach!: () => void;
  const reached = new Promise<void>((resolve) => {
    reach = () => {
      isReached = true;
      resolve();
    };
  });
  const send = async (real: Transport, request: TransportRequest) => {
    const isLast = (among === "all" || request.method !== "GET") && ++counted === last;
    if (isLast && timing === "before") reach();
    const call = () => real.send(request);
    const response = await (isReached ? go(call) : call());
    if (isLast && timing === "after") reach();
    // The provider and the engine process the response before the command ends.
    if (isLast && timing === "answered") setImmediate(reach);
    return isReached ? go(async () => response) : response;
  };
  const transport = (real: Transport): Transport => ({
    send: (request) => send(real, request),
    close: () => real.close(),
  });
  return { reached, transport };
}

/**
 * Loses a share of the requests or their responses, like a time-out without the wait. Which ones depends on the seed, the
 * request and the number of its repetitions, not on the order of requests.
 * @param rate share of lost requests; half of them do not reach the service
 */
export function losing(seed: string, rate: number): Wrap {
  const seen = new Map<string, number>();
  const chanceOf = ({ method, path, body = "" }: TransportRequest) => {
    const request = `${method} ${path} ${body}`;
    const repetition = seen.get(request) ?? 0;
    seen.set(request, repetition + 1);
    return seededInteger(seed, `${request} ${repetition}`) / 2 ** 32;
  };
  return (real) => ({
    async send(request) {
      const chance = chanceOf(request);
      if (chance < rate / 2) throw new TransportFailure("no response arrived in time", true);
      const response = await real.send(request);
      if (chance < rate) throw new TransportFailure("no response arrived in time", true);
      return response;
    },
    close: () => real.close(),
  });
}

// What happens to a command from outside: it is killed or canceled at a request.
//   await stack.up(config, killAt({ request: 3, timing: "after" }))
import type { RawResponse, Transport, TransportRequest } from "../../src/api/transport";
import type { CommandOptions } from "./stack";

interface Moment {
  /** Number of the request, counted from 1. A command with fewer requests is not interrupted. */
  readonly request: number;
  /** Requests that count. @default "changes", those other than GET */
  readonly among?: "changes" | "all";
  /** Before the request is sent, when it took effect, or when its response was processed. */
  readonly timing: "before" | "after" | "answered";
}

type Interruption = Pick<CommandOptions, "wrap" | "killed" | "canceled">;

/** SIGKILL: from then on, the provider sends and receives nothing. */
export function killAt(moment: Moment): Interruption {
  const { reached, wrap } = interrupt(moment, () => new Promise<never>(() => {}));
  return { killed: reached, wrap };
}

/** Ctrl-C: requests go on as the provider lets them. */
export function cancelAt(moment: Moment): Interruption {
  const { reached, wrap } = interrupt(moment, (call) => call());
  return { canceled: reached, wrap };
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
  const wrap = (real: Transport): Transport => ({
    send: (request) => send(real, request),
    close: () => real.close(),
  });
  return { reached, wrap };
}

// What happens to a command from outside: it is killed or canceled at a request.
import { once } from "node:events";
import type { Transport, TransportRequest } from "../../src/api/transport";
import type { CommandOptions } from "../support/stack";

interface Moment {
  /** Number of the request, counted from 1. A command with fewer requests is not interrupted. */
  readonly request: number;
  /** Requests that count: those other than GET, or all. */
  readonly among: "changes" | "all";
  /** Before the request is sent, when it took effect, or when its response was processed. */
  readonly timing: "before" | "after" | "answered";
  /** SIGKILL: from then on, the provider sends and receives nothing. Or Ctrl-C: requests go on as the provider lets them. */
  readonly how: "killed" | "canceled";
}

const never = () => new Promise<never>(() => {});

export function interruptAt({ request: last, among, timing, how }: Moment): CommandOptions {
  let counted = 0;
  const reached = new AbortController();
  const isDead = () => how === "killed" && reached.signal.aborted;
  const send = async (real: Transport, request: TransportRequest) => {
    const isLast = (among === "all" || request.method !== "GET") && ++counted === last;
    if (isLast && timing === "before") reached.abort();
    if (isDead()) return never();
    const response = await real.send(request);
    if (isLast && timing === "after") reached.abort();
    // The provider and the engine process the response before the command ends.
    if (isLast && timing === "answered") setImmediate(() => reached.abort());
    return isDead() ? never() : response;
  };
  const wrap = (real: Transport): Transport => ({
    send: (request) => send(real, request),
    close: () => real.close(),
  });
  return { wrap, [how]: once(reached.signal, "abort") };
}

// A command that ends in the middle: killed, or stopped by Ctrl-C.
import type { Transport, TransportRequest } from "../../src/api/http/transport";
import type { CommandOptions } from "./stack";

/** When a command is interrupted. */
export interface Moment {
  /** Number of the request of the phase that changes the account, counted from 1. */
  readonly request: number;
  /** Requests that count. @default writes */
  readonly among?: "writes" | "requests";
  /** Before the request is sent, after it took effect without a response, or after its response. @default "after" */
  readonly timing?: "before" | "after" | "answered";
}

type Interruption = Pick<CommandOptions, "wrap" | "killed" | "canceled">;

/** From that moment on, nothing is sent and nothing is received. */
export function killAt({ request, among = "writes", timing = "after" }: Moment): Interruption {
  let kill = () => {};
  let isKilled = false;
  const killed = new Promise<void>((resolve) => {
    kill = () => {
      isKilled = true;
      resolve();
    };
  });
  let count = 0;
  const wrap = (real: Transport): Transport => ({
    async send(sent: TransportRequest) {
      const counts = among === "requests" || sent.method !== "GET";
      const isLast = counts && ++count === request;
      if (isLast && timing === "before") kill();
      if (isKilled) return never();
      const response = await real.send(sent);
      if (isLast && timing === "after") kill();
      if (isKilled) return never();
      // The provider and the engine process the response before the kill.
      if (isLast) setImmediate(kill);
      return response;
    },
    close: () => real.close(),
  });
  return { wrap, killed };
}

/** Ctrl-C while that request is in flight. */
export function cancelAt({ request, among = "writes" }: Omit<Moment, "timing">): Interruption {
  let cancel = () => {};
  const canceled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  let count = 0;
  const wrap = (real: Transport): Transport => ({
    async send(sent: TransportRequest) {
      const counts = among === "requests" || sent.method !== "GET";
      if (counts && ++count === request) cancel();
      return real.send(sent);
    },
    close: () => real.close(),
  });
  return { wrap, canceled };
}

const never = () => new Promise<never>(() => {});

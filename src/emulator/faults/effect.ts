// What faults do to one request.
import type { HttpResponse } from "../http/messages";
import type { Transport } from "../http/transport";
import type { FaultContext } from "../service/fault-context";
import type { ServiceResponse } from "../service/service";
import type { Account } from "../store/account";

/** Picks one of several options: at random from the seed, or in turn for a rule. */
export type Choose = <T>(options: readonly T[]) => T;

/** What one fault does to a request. All other steps stay as they are. */
export interface FaultEffect extends Omit<FaultContext, "names"> {
  /** The server refuses connections for this long, starting now. */
  readonly refuseConnectionsMs?: number;
  /** The request never reaches the service. */
  readonly isLost?: boolean;
  /** The request takes effect after this delay. The client gets no response. */
  readonly delayMs?: number;
  /** The response that the client gets instead of the service's response. */
  readonly replaceResponse?: (response: ServiceResponse | undefined) => HttpResponse;
  readonly transport?: Transport;
  /** Runs after the service has responded, before the client gets the response. */
  readonly afterResponse?: (account: Account, path: string) => void;
}

/** The effects of all faults of a request. */
export type RequestFaults = FaultEffect & FaultContext;

export interface AppliedFault {
  readonly name: string;
  readonly effect: FaultEffect;
}

/** Combines the effects of several faults. If two of them conflict, the first one wins. */
export function combineFaults(faults: readonly AppliedFault[]): RequestFaults {
  const lastToFirst = faults.map(({ effect }) => effect).toReversed();
  return { ...Object.assign({}, ...lastToFirst), names: faults.map(({ name }) => name) };
}

// What befalls one request, put together from the faults that it meets.

import { splitTarget, type Target } from "../http/request";
import { parseBody } from "../http/request-body";
import type { Delivery } from "../http/server";
import type { Circumstances, ServiceRequest, ServiceResponse } from "../service/service";
import type { Account } from "../store/account";

/** Chooses one of several possibilities: by the seed, or for a rule one after the other. */
export type Choose = <T>(possibilities: readonly T[]) => T;

/** What a fault does to a request; what is not named stays as it is. */
export interface Effect extends Omit<Circumstances, "faults"> {
  /** Connections are refused for this many ms, from now on. */
  readonly refusesMs?: number;
  /** The request never reaches the service. */
  readonly isLost?: boolean;
  /** The request takes effect this many ms after it came. */
  readonly lateMs?: number;
  /** What the client gets in the place of the service's answer. */
  readonly replace?: (response: ServiceResponse | undefined) => ServiceResponse;
  readonly deliver?: Delivery;
  /** Happens once the service has answered, before the client knows of it. */
  readonly afterwards?: (account: Account, path: string) => void;
}

/** The effects of all faults that a request meets. */
export type Plan = Effect & Circumstances;

/** A fault that befalls a request. */
export interface Hit {
  readonly fault: string;
  readonly effect: Effect;
}

/** Where two faults want something else of the same request, the first one has its way. */
export function planOf(hits: readonly Hit[]): Plan {
  const effects = hits.map(({ effect }) => effect).toReversed();
  return { ...Object.assign({}, ...effects), faults: hits.map(({ fault }) => fault) };
}

/** A request as rules look at it. */
export interface FaultTarget extends Target {
  readonly method: string;
  /** Parsed JSON; undefined for none. */
  readonly body: unknown;
}

/** The request as rules look at it. */
export function targetOf(request: ServiceRequest): FaultTarget {
  return { method: request.method, ...splitTarget(request.target), body: readable(request.body) };
}

function readable(body: ServiceRequest["body"]): unknown {
  try {
    return parseBody(body);
  } catch {
    return undefined;
  }
}

import { type HttpRequest, type RequestTarget, splitTarget } from "../http/messages";
import { parseBody } from "../http/request-body";

/** A request as fault rules see it. */
export interface FaultTarget extends RequestTarget {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Parsed JSON. undefined without a readable body. */
  readonly body: unknown;
}

export function faultTarget({ method, target, body }: HttpRequest): FaultTarget {
  return { method, ...splitTarget(target), body: readableBody(body) };
}

function readableBody(body: HttpRequest["body"]): unknown {
  try {
    return parseBody(body);
  } catch {
    return undefined;
  }
}

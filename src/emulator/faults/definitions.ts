// All faults of the emulator and their effects.
import type { HttpResponse } from "../http/messages";
import type { Sleep } from "../scheduler";
import type { Account } from "../store/account";
import type { ConcurrentEditor } from "./concurrent-editor";
import type { Choose, FaultEffect } from "./effect";
import type { FaultTarget } from "./target";
import { cutBody, hang, hangInBody, resetConnection, slowBody } from "./transports";

export interface FaultOptions {
  /** Duration of the fault, if it has one. */
  readonly ms: number;
  readonly choose: Choose;
  readonly sleep: Sleep;
  readonly editor: ConcurrentEditor;
  /** The edit of `concurrentEditor`, if the rule has one. */
  readonly edit: ((account: Account) => void) | undefined;
}

export interface FaultDefinition {
  /** Requests that the fault applies to. @default all */
  readonly appliesTo?: (target: FaultTarget) => boolean;
  /** Maximum number of consecutive requests that get the fault if a seed selects it. @default 1 */
  readonly maxSeries?: number;
  readonly effect: (options: FaultOptions) => FaultEffect;
}

/** Every fault by its name. "BeforeHandling": the request never reaches the service and does not count as one. */
export const FAULTS = {
  /** Resets the connection, and refuses new connections for `ms`. */
  refuseConnections: {
    effect: ({ ms }) => ({ refuseConnectionsMs: ms, isLost: true, transport: resetConnection }),
  },
  /** Resets the connection before the service reads the request. */
  dropBeforeHandling: { effect: () => ({ isLost: true, transport: resetConnection }) },
  /** The request takes effect, then the connection is reset without a response. */
  dropAfterCommit: { effect: () => ({ transport: resetConnection }) },
  /** The connection is reset immediately, and the request takes effect after `ms`. */
  dropThenCommit: { effect: ({ ms }) => ({ delayMs: ms, transport: resetConnection }) },

  /** The request has no effect. No response until the client disconnects. */
  hangBeforeHandling: { effect: () => ({ isLost: true, transport: hang }) },
  /** The request takes effect. No response until the client disconnects. */
  hangAfterCommit: { effect: () => ({ transport: hang }) },
  /** The request takes effect. The response stops in the middle of its body until the client disconnects. */
  hangInBody: { effect: () => ({ transport: hangInBody }) },
  /** The request takes effect. The response arrives in chunks within `ms`. */
  slowBody: { effect: ({ ms, sleep }) => ({ transport: slowBody(ms, sleep) }) },

  /** The request takes effect. The connection closes in the middle of the response body. */
  cutBody: { effect: () => ({ transport: cutBody }) },
  /** The request takes effect. The response has the right Content-Length, but its JSON stops in the middle. */
  truncatedJson: { effect: () => ({ replaceResponse: (response) => withHalfOfBody(response) }) },
  /** The request takes effect. The response is JSON that does not match api.md. A failure never becomes a success. */
  wrongJson: {
    effect: ({ choose }) => ({
      replaceResponse: (response) =>
        withBody(response, choose(response?.ok ? [...WRONG_JSON, EMPTY_SUCCESS] : WRONG_JSON)),
    }),
  },

  /** A gateway responds with 502 and an HTML page before the request reaches the service. */
  badGatewayBeforeHandling: {
    effect: () => ({ isLost: true, replaceResponse: () => htmlPage(502, "Bad Gateway") }),
  },
  /** The request takes effect. A gateway responds with 502 and an HTML page. */
  badGatewayAfterCommit: { effect: () => ({ replaceResponse: () => htmlPage(502, "Bad Gateway") }) },
  /** A gateway responds with 504 and an HTML page before the request reaches the service. */
  gatewayTimeoutBeforeHandling: {
    effect: () => ({ isLost: true, replaceResponse: () => htmlPage(504, "Gateway Time-out") }),
  },
  /** The request takes effect. A gateway responds with 504 and an HTML page. */
  gatewayTimeoutAfterCommit: {
    effect: () => ({ replaceResponse: () => htmlPage(504, "Gateway Time-out") }),
  },

  /** The service responds with 500. The request has no effect, but counts against the rate limit. */
  serverErrorBeforeCommit: { effect: () => ({ failure: serverError(false) }) },
  /** The service responds with 500, but the request takes effect. */
  serverErrorAfterCommit: { effect: () => ({ failure: serverError(true) }) },

  /** 429, although the headers show remaining requests. Does not count against the rate limit. */
  tooManyRequests: { maxSeries: 5, effect: () => ({ failure: TOO_MANY_REQUESTS, isCounted: false }) },
  /** 429, although the headers show remaining requests. Counts against the rate limit. */
  tooManyRequestsCounted: { maxSeries: 5, effect: () => ({ failure: TOO_MANY_REQUESTS }) },

  /** A list shows the objects of `ms` ago. */
  staleList: { appliesTo: isList, effect: ({ ms }) => ({ listLagMs: ms }) },
  /** Somebody else creates or deletes an object of the list after a page of it was read. */
  concurrentEditor: {
    appliesTo: isList,
    effect: ({ choose, editor, edit }) => ({
      afterResponse: edit ?? ((account, path) => editor.edit(account, path, choose)),
    }),
  },
} as const satisfies Readonly<Record<string, FaultDefinition>>;

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS;

/** All faults. */
export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];

export function faultDefinition(name: FaultName): FaultDefinition {
  return FAULTS[name];
}

export function appliesTo(name: FaultName, target: FaultTarget): boolean {
  return faultDefinition(name).appliesTo?.(target) ?? true;
}

/** The items of a channel are a list, too. The account and a single QR code are not. */
function isList({ method, path }: FaultTarget): boolean {
  return method === "GET" && path !== "/api/account" && !path.startsWith("/api/qr/");
}

/** JSON that matches no response in api.md. */
const WRONG_JSON: readonly string[] = ["null", "[]", '"ok"', '{"status":"ok"}'];
/** A success without the data of the response. */
const EMPTY_SUCCESS = '{"error":0,"data":null}';

const TOO_MANY_REQUESTS = { status: 429, message: "Too many requests.", isAfterCommit: false };

function serverError(isAfterCommit: boolean) {
  return { status: 500, message: "Internal server error.", isAfterCommit };
}

function withBody(response: HttpResponse | undefined, body: string): HttpResponse {
  return { status: 200, headers: {}, ...response, body };
}

function withHalfOfBody(response: HttpResponse | undefined): HttpResponse {
  const body = response?.body ?? "";
  return withBody(response, body.slice(0, Math.floor(body.length / 2)));
}

/** An HTML page of a gateway, without rate limit headers. */
function htmlPage(status: number, title: string): HttpResponse {
  const body = `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return { status, headers: { "Content-Type": "text/html" }, body };
}

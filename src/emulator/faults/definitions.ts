// All faults of the emulator, each with what it does to a request.

import type { Sleep } from "../scheduler";
import type { ServiceResponse } from "../service/service";
import type { Account } from "../store/account";
import type { OtherWriter } from "./concurrent-editor";
import type { Choose, Effect, FaultTarget } from "./effect";
import { cut, hang, hangInBody, reset, slow } from "./transports";

/** What a fault is made from. */
export interface Occasion {
  /** How long it lasts, where it lasts. */
  readonly ms: number;
  readonly choose: Choose;
  readonly sleep: Sleep;
  readonly others: OtherWriter;
  /** What the other writer does, where a rule says it. */
  readonly write?: ((account: Account) => void) | undefined;
}

export interface FaultKind {
  /** Requests that can meet it. @default all */
  readonly fits?: (target: FaultTarget) => boolean;
  /** Most requests in a row that meet it when the seed chooses it for the first of them. @default 1 */
  readonly inARow?: number;
  readonly effect: (occasion: Occasion) => Effect;
}

/** Lists of api.md; a channel's items are one, the account and a single QR code are none. */
function isList({ method, path }: FaultTarget): boolean {
  return method === "GET" && path !== "/api/account" && !path.startsWith("/api/qr/");
}

/** Every fault by its name. "Before handling": the request never reached the service, nor used quota up. */
export const FAULTS = {
  /** The connection is reset, and new ones are refused for `ms`. */
  refuseConnections: { effect: ({ ms }) => ({ refusesMs: ms, isLost: true, deliver: reset }) },
  /** The connection is reset before the request is read by the service. */
  dropBeforeHandling: { effect: () => ({ isLost: true, deliver: reset }) },
  /** The request takes effect, then the connection is reset without an answer. */
  dropAfterCommit: { effect: () => ({ deliver: reset }) },
  /** The connection is reset at once, and the request takes effect `ms` later. */
  dropThenCommit: { effect: ({ ms }) => ({ lateMs: ms, deliver: reset }) },

  /** Nothing happens and nothing is answered until the client goes away. */
  hangBeforeHandling: { effect: () => ({ isLost: true, deliver: hang }) },
  /** The request takes effect; nothing is answered until the client goes away. */
  hangAfterCommit: { effect: () => ({ deliver: hang }) },
  /** The request takes effect; the answer stops in the middle of its body until the client goes away. */
  hangInBody: { effect: () => ({ deliver: hangInBody }) },
  /** The request takes effect; its answer comes in pieces over `ms`. */
  slowBody: { effect: ({ ms, sleep }) => ({ deliver: slow(ms, sleep) }) },

  /** The request takes effect; the connection ends in the middle of the answer's body. */
  cutBody: { effect: () => ({ deliver: cut }) },
  /** The request takes effect; its answer is complete by its length, but the JSON in it stops in the middle. */
  truncatedJson: { effect: () => ({ replace: (response) => shortened(response) }) },
  /** The request takes effect; its answer is JSON of another form than api.md has. No failure becomes a success. */
  wrongJson: {
    effect: ({ choose }) => ({
      replace: (response) =>
        withBody(response, choose(response?.ok ? [...WRONG_JSON, FORMLESS] : WRONG_JSON)),
    }),
  },

  /** A gateway answers 502 with a page in HTML, before the request reaches the service. */
  badGatewayBeforeHandling: { effect: () => ({ isLost: true, replace: () => page(502, "Bad Gateway") }) },
  /** The request takes effect; a gateway answers 502 with a page in HTML. */
  badGatewayAfterCommit: { effect: () => ({ replace: () => page(502, "Bad Gateway") }) },
  /** A gateway answers 504 with a page in HTML, before the request reaches the service. */
  gatewayTimeoutBeforeHandling: {
    effect: () => ({ isLost: true, replace: () => page(504, "Gateway Time-out") }),
  },
  /** The request takes effect; a gateway answers 504 with a page in HTML. */
  gatewayTimeoutAfterCommit: { effect: () => ({ replace: () => page(504, "Gateway Time-out") }) },

  /** The service answers 500 and did nothing; it uses quota up. */
  serverErrorBeforeCommit: { effect: () => ({ breakdown: serverError(false) }) },
  /** The service answers 500, but the request took effect. */
  serverErrorAfterCommit: { effect: () => ({ breakdown: serverError(true) }) },

  /** 429 though quota remains, as its headers tell; it uses none up. */
  tooManyRequests: { inARow: 5, effect: () => ({ breakdown: TOO_MANY, isCounted: false }) },
  /** 429 though quota remains, as its headers tell; it uses quota up. */
  tooManyRequestsCounted: { inARow: 5, effect: () => ({ breakdown: TOO_MANY }) },

  /** A list shows what was there `ms` ago. */
  staleList: { fits: isList, effect: ({ ms }) => ({ listLagMs: ms }) },
  /** Somebody else creates or deletes an object of the list once a page of it was read. */
  otherWriter: {
    fits: isList,
    effect: ({ choose, others, write }) => ({
      afterwards: write ?? ((account, path) => others.write(account, path, choose)),
    }),
  },
} as const satisfies Readonly<Record<string, FaultKind>>;

/** Name of a fault. */
export type FaultName = keyof typeof FAULTS;

/** The names of all faults. */
export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];

/** Whether a request can meet a fault. */
export function fits(fault: FaultName, target: FaultTarget): boolean {
  return kindOf(fault).fits?.(target) ?? true;
}

/** A fault by its name. */
export function kindOf(fault: FaultName): FaultKind {
  return FAULTS[fault];
}

/** JSON that says less, or something else, than any answer of api.md. */
const WRONG_JSON: readonly string[] = ["null", "[]", '"ok"', '{"status":"ok"}'];
/** Says that what was asked was done, and nothing of it. */
const FORMLESS = '{"error":0,"data":null}';

const TOO_MANY = { status: 429, message: "Too many requests.", isAfterCommit: false };

function serverError(isAfterCommit: boolean) {
  return { status: 500, message: "Internal server error.", isAfterCommit };
}

function withBody(response: ServiceResponse | undefined, body: string): ServiceResponse {
  return { status: 200, headers: {}, ok: false, changed: false, ...response, body };
}

function shortened(response: ServiceResponse | undefined): ServiceResponse {
  const body = response?.body ?? "";
  return withBody(response, body.slice(0, Math.floor(body.length / 2)));
}

/** A page as gateways write them; it knows nothing of rate limits. */
function page(status: number, title: string): ServiceResponse {
  const body = `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return { status, headers: { "Content-Type": "text/html" }, body, ok: false, changed: false };
}

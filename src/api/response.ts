// What an attempt says about its request, whether a response arrived or not: the one table. And how a response is read.

import type { Counted } from "./limiter";
import { cut, sanitize } from "./sanitize";
import type { Method, RawResponse } from "./transport";
import { parseAddress } from "./web-address";

/** Why an attempt is no success. */
export interface Failure {
  readonly kind: keyof typeof OUTCOMES;
  readonly what: string;
}

interface Outcome {
  /** Which requests are sent again. Only a create must not be executed twice. */
  readonly again: "all" | "all but creates" | "none";
  /** A change may have been executed. */
  readonly mayHaveWorked: boolean;
  /** @param what what happened. @param service the base address */
  says(what: string, service: string): string;
}

const down = (what: string, service: string) =>
  `${what}. Check that the service runs at ${service} (LINK_MANAGEMENT_BASE_URL, or link-management:baseUrl) and that the ` +
  "network reaches it";

export const OUTCOMES = {
  /** In the form of the service, which did nothing (service.md 8). */
  rejected: {
    again: "none",
    mayHaveWorked: false,
    says: (what) => `the service rejected the request: ${what}`,
  },
  /** No connection. */
  unsent: { again: "all", mayHaveWorked: false, says: down },
  /** No response, half of one, or one that says that the service or its proxy failed, whatever it did before. */
  failed: { again: "all but creates", mayHaveWorked: true, says: down },
  /** Any other page. Something before the service may have replaced the response after the effect. */
  foreign: {
    again: "none",
    mayHaveWorked: true,
    says: (what, service) =>
      `${what}. Something before the service answered, such as a proxy, a cache or a bot protection, or ${service} is not ` +
      "its base address: check both",
  },
} satisfies Record<string, Outcome>;

/** @param creates a second execution would create a second object */
export function isSentAgain({ kind }: Failure, creates = false): boolean {
  const { again }: Outcome = OUTCOMES[kind];
  return again === "all" || (again === "all but creates" && !creates);
}

/** Whether the request may have changed something. */
export function mayHaveChanged({ kind }: Failure, method: Method): boolean {
  return method !== "GET" && OUTCOMES[kind].mayHaveWorked;
}

/** The body of a success: a JSON object whose `error` is 0, "0" or false (service.md 7, 65). */
export type Body = Readonly<Record<string, unknown>>;

export interface Received extends Counted {
  readonly status: number;
  readonly outcome: { readonly kind: "success"; readonly body: Body } | Failure;
}

/** First characters of a foreign body that a message shows. */
const MAX_FOREIGN = 120;
/** First characters of a text of the service in which secrets are looked for. A message shows fewer. */
const MAX_SEARCHED = 20_000;

/** @param hide the secrets in a text, which is cut later */
export function readResponse(raw: RawResponse, hide: (text: string) => string): Received {
  const hideAll = (text: string) => hide(text.slice(0, MAX_SEARCHED));
  const { status } = raw;
  const json = parse(raw.text);
  const body = bodyOf(status, json);
  const retryAfter = plain(body?.["Retry-After"]);
  const headers = retryAfter === "" ? raw.headers : { "retry-after": retryAfter, ...raw.headers };
  return {
    status,
    headers,
    limited: status === 429 || plain(body?.error) === "429",
    outcome: body ? outcomeOf(status, body, hideAll) : foreignOutcome(raw, json, hideAll),
  };
}

/** Whether the service failed in a way that leaves the effect of the request open. */
function isServerError(status: number): boolean {
  return status >= 500 || status === 408;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** `undefined`: the response has not the form of the service (service.md 6). */
function bodyOf(status: number, value: unknown): Body | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, "error") && !isRedirect(status) ? (value as Body) : undefined;
}

function outcomeOf(status: number, body: Body, hide: (text: string) => string): Received["outcome"] {
  if (body.error === 0 || body.error === "0" || body.error === false) return { kind: "success", body };
  const what = `${sanitize(hide(reasonOf(body)))} (status ${status})`;
  if (isServerError(status)) return { kind: "failed", what: `the service failed: ${what}` };
  return { kind: "rejected", what };
}

function foreignOutcome(raw: RawResponse, json: unknown, hide: (text: string) => string): Failure {
  const { status, headers, text } = raw;
  if (isRedirect(status)) {
    // Only the host: the rest of an address may contain somebody's secrets.
    const to = parseAddress(headers.location ?? "")?.host ?? "another address";
    return { kind: "foreign", what: `received a redirect (status ${status}) to ${sanitize(to, 100)}` };
  }
  // A proxy, or a server that starts or is overloaded.
  if ([502, 503, 504].includes(status)) {
    return { kind: "failed", what: `the service or its proxy is down (status ${status})` };
  }
  const shown = cut(sanitize(wordsOf(hide(text))), MAX_FOREIGN);
  const encoding = headers["content-encoding"];
  const form =
    encoding === undefined ? "no JSON of the service" : `a body compressed with ${sanitize(encoding, 20)}`;
  const what = `received ${form} (status ${status}): ${JSON.stringify(shown)}`;
  const isCut = status < 300 && json === undefined && /^\s*([{[]|$)/.test(text);
  return { kind: isServerError(status) || isCut ? "failed" : "foreign", what };
}

/** `undefined` for no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a page shows. */
function wordsOf(html: string): string {
  const words = html.replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>|<[^<>]*>/gis, " ");
  return words.replace(/\s+/g, " ").trim() || html;
}

/** The service's message, without its period: a sentence continues. Some services put it into `error`. */
function reasonOf({ message, error }: Body): string {
  const isStructure = typeof message === "object" && message !== null;
  const text = isStructure ? JSON.stringify(message) : plain(message).trim();
  const reason = text || (Number.isNaN(Number(plain(error))) ? plain(error) : "");
  return reason.trim().replace(/(?<!\.)\.$/, "") || "(no message)";
}

/** A text or a number as text. "" for anything else. */
function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

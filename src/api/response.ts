// What an attempt says about its request, whether a response arrived or not: the one table. And how a response is read.

import { sanitize } from "./sanitize";
import type { Headers, RawResponse } from "./transport";
import { parseAddress } from "./web-address";

/** What happened to a request. */
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

const OUTCOMES = {
  /** In the form of the service, which did nothing (service.md 8). */
  rejected: {
    again: "none",
    mayHaveWorked: false,
    says: (what: string) => `the service rejected the request: ${what}`,
  },
  /** No connection. */
  unsent: { again: "all", mayHaveWorked: false, says: down },
  /** No response, half of one, or one that says that the service or its proxy failed, whatever it did before. */
  failed: { again: "all but creates", mayHaveWorked: true, says: down },
  /** Any other page. Something before the service may have replaced the response after the effect. */
  foreign: {
    again: "none",
    mayHaveWorked: true,
    says: (what: string, service: string) =>
      `${what}. Something before the service answered, such as a proxy, a cache or a bot protection, or ${service} is not ` +
      "its base address: check both",
  },
} as const;

/** Why an attempt is no success. */
export interface Failure {
  readonly kind: keyof typeof OUTCOMES;
  readonly what: string;
}

export function outcomeOf({ kind }: Failure): Outcome {
  return OUTCOMES[kind];
}

/** The body of a success: a JSON object whose `error` is 0, "0" or false (service.md 7, 65). */
export type Body = Readonly<Record<string, unknown>>;

/** What a response says about the limit of requests. Times are counted from its receipt. What is missing is unknown. */
export interface Rate {
  /** The service asks to send the request later, which had no effect (service.md 67). */
  readonly limited: boolean;
  /** Requests that it still allows. */
  readonly remaining?: number | undefined;
  readonly resetInMs?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

export interface Received extends Rate {
  readonly status: number;
  readonly result: Failure | { readonly kind: "success"; readonly body: Body };
}

/** First characters of a foreign body that a message shows. */
const MAX_FOREIGN = 120;

/**
 * @param hide the secrets in a text, which is cut later
 * @param now our own time, ms since 1970
 */
export function readResponse(raw: RawResponse, hide: (text: string) => string, now: number): Received {
  const { status, headers, text } = raw;
  const body = bodyOf(text);
  return {
    status,
    limited: status === 429 || plain(body?.error) === "429",
    ...rateOf({ "retry-after": plain(body?.["Retry-After"]), ...headers }, now),
    result: body ? resultOf(status, body, hide) : foreignResult(raw, hide),
  };
}

/** `undefined`: the response has not the form of the service (service.md 6). */
function bodyOf(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isBody = typeof value === "object" && value !== null && Object.hasOwn(value, "error");
    return isBody ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}

/** The service failed, which leaves the effect of the request open. */
const isServerError = (status: number) => status >= 500 || status === 408;

function resultOf(status: number, body: Body, hide: (text: string) => string): Received["result"] {
  if (body.error === 0 || body.error === "0" || body.error === false) return { kind: "success", body };
  // Without its period: a sentence continues.
  const message = plain(body.message).trim().replace(/\.$/, "") || "(no message)";
  const what = `${sanitize(hide(message))} (status ${status})`;
  if (isServerError(status)) return { kind: "failed", what: `the service failed: ${what}` };
  return { kind: "rejected", what };
}

function foreignResult({ status, headers, text }: RawResponse, hide: (text: string) => string): Failure {
  // A proxy, or a server that starts or is overloaded.
  if (isServerError(status))
    return { kind: "failed", what: `the service or its proxy is down (status ${status})` };
  // Only the host: the rest of an address may contain somebody's secrets.
  const target = parseAddress(headers.location ?? "")?.host;
  if (target !== undefined)
    return { kind: "foreign", what: `received a redirect (status ${status}) to ${sanitize(target, 100)}` };
  const words = hide(text).replace(/<(script|style)\b.*?<\/\1>|<[^<>]*>/gis, " ");
  const shown = JSON.stringify(sanitize(words, MAX_FOREIGN));
  return { kind: "foreign", what: `received no JSON of the service (status ${status}): ${shown}` };
}

/** A text or a number as text. "" for anything else. */
export function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A reset further ahead is none. */
const MAX_RESET_MS = 120_000;
/** Nor is a time that has passed for longer: clocks differ, and local times without a zone look like another hour. */
const MAX_PAST_MS = 5000;

/**
 * The headers of service.md 12. The form of the reset is not documented (31).
 * @param now counts only if the response has no `Date`
 */
export function rateOf(headers: Headers, now: number): Omit<Rate, "limited"> {
  const sentAt = timeIn(headers.date) || now;
  const resetInMs = timeLeft(headers["x-ratelimit-reset"], sentAt);
  const remaining = Number.parseInt(headers["x-ratelimit-remaining"] ?? "", 10);
  // A limit of 0 may mean that there is none (service.md 43): then the figures say nothing.
  const isUnknown = Number.isNaN(remaining) || headers["x-ratelimit-limit"] === "0";
  return {
    remaining: isUnknown ? undefined : remaining,
    resetInMs: resetInMs !== undefined && resetInMs <= MAX_RESET_MS ? resetInMs : undefined,
    retryAfterMs: timeLeft(headers["retry-after"], sentAt),
  };
}

/** The ms until a time, which may be given as seconds left. */
function timeLeft(text = "", sentAt: number): number | undefined {
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : timeIn(text) - sentAt;
  return ms >= -MAX_PAST_MS ? Math.max(0, ms) : undefined;
}

/** ms since 1970, from seconds or ms since 1970, or a date. Without a zone, it is UTC. NaN for anything else. */
function timeIn(text = ""): number {
  if (/^\d{10,}$/.test(text)) return Number(text) * (text.length < 12 ? 1000 : 1);
  return Date.parse(/^\S+[T ][\d:.]+$/.test(text) ? `${text.replace(" ", "T")}Z` : text);
}

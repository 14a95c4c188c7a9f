// Classifies a response: a success, an error of the service, or anything else.
import { isServerError } from "../rate-limit/rate-limiter";
import { sanitize } from "../sanitize";
import type { RawResponse } from "./transport";

/** The body of a success: a JSON object whose `error` is 0 or "0" (api.md, "Errors"). */
export type Body = Record<string, unknown>;

export type ReadBody =
  /** `size`: estimated memory of the body, in bytes. */
  | { readonly kind: "success"; readonly body: Body; readonly size: number }
  /** `error` is present and not 0. The other facts are about the rate limit, which some services describe here. */
  | {
      readonly kind: "error";
      readonly reason: string;
      /** `error` is 429. */
      readonly isRateLimit: boolean;
      /** As in the header. */
      readonly retryAfter?: string;
    }
  /** No JSON object with an `error` key. `isTruncated`: no JSON, but possibly the beginning of some. */
  | {
      readonly kind: "unexpected";
      readonly shown: string;
      readonly format: "html" | "json" | "other";
      readonly isTruncated: boolean;
    };

/** The beginning of external text as one line, sanitized and without secrets. @param length default 300 */
export type Show = (text: string, length?: number) => string;

/** First characters of an unexpected body that a message shows. */
const MAX_SHOWN_UNEXPECTED = 120;

/**
 * Reads the body of a response. The status does not matter: only `error` decides.
 * @param show what a message shows of external text
 */
export function readBody(text: string, show: Show = sanitize): ReadBody {
  let value: unknown;
  let size: number;
  try {
    ({ value, size } = parseJson(text));
  } catch (error) {
    return unexpected(text, show, !(error instanceof ExcessiveJson) && /^\s*(?:\{|\[|$)/.test(text));
  }
  if (value === null || typeof value !== "object" || Array.isArray(value) || !Object.hasOwn(value, "error")) {
    return unexpected(text, show, false);
  }
  const body = value as Body;
  if (body.error === 0 || body.error === "0") return { kind: "success", body, size };
  const { error, "Retry-After": retryAfter } = body;
  return {
    kind: "error",
    reason: reasonOf(body, show),
    isRateLimit: error === 429 || error === "429",
    ...((typeof retryAfter === "number" || typeof retryAfter === "string") && {
      retryAfter: String(retryAfter),
    }),
  };
}

/** A response as the rate limiter reads it: with what the body says in place of status and header. */
export function withLimitOfBody(raw: RawResponse, body: ReadBody): Pick<RawResponse, "status" | "headers"> {
  if (body.kind !== "error") return raw;
  const { isRateLimit, retryAfter } = body;
  return {
    status: isRateLimit && !isServerError(raw.status) ? 429 : raw.status,
    headers: retryAfter === undefined ? raw.headers : { "retry-after": retryAfter, ...raw.headers },
  };
}

/** The service's message, without its period: a sentence continues. Some services put it into `error` itself, or into lists. */
function reasonOf({ message, error }: Body, show: Show): string {
  let text = "";
  if (typeof message === "string" && message.trim() !== "") text = message;
  else if (message !== null && typeof message === "object") text = JSON.stringify(message);
  else if (typeof error === "string" && Number.isNaN(Number(error))) text = error;
  return show(text).replace(/(?<!\.)\.$/, "") || "(no message)";
}

function unexpected(text: string, show: Show, isTruncated: boolean): ReadBody {
  const start = text.trimStart().slice(0, 1);
  const format = start === "<" ? "html" : start === "{" || start === "[" ? "json" : "other";
  return { kind: "unexpected", shown: show(text, MAX_SHOWN_UNEXPECTED), format, isTruncated };
}

/** Redirects are never followed. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** JSON that ends early came from the service, which had done its work by then. */
export function isTruncated({ status }: RawResponse, body: ReadBody): boolean {
  return body.kind === "unexpected" && body.isTruncated && !isRedirect(status);
}

/** Whether a change with this response may have taken effect. */
export function mayHaveWorked(raw: RawResponse, body: ReadBody): boolean {
  if (isServerError(raw.status) || isTruncated(raw, body)) return true;
  return body.kind === "unexpected" && raw.status < 300;
}

/** A response of a proxy, or of a server that starts or is overloaded. The service did not write it. */
export function isDown({ status }: RawResponse, body: ReadBody): boolean {
  return body.kind === "unexpected" && [502, 503, 504].includes(status);
}

/** The response in words. */
export function describeResponse(raw: RawResponse, body: ReadBody): string {
  if (isDown(raw, body)) return `the service or its proxy is down (status ${raw.status})`;
  if (isRedirect(raw.status)) {
    return `received a redirect (status ${raw.status}) to ${redirectHost(raw.headers.location)}`;
  }
  if (body.kind === "unexpected") {
    const format = { html: "an HTML page", json: "incomplete or foreign JSON", other: "no JSON" }[
      body.format
    ];
    return `received ${format} (status ${raw.status}): ${JSON.stringify(body.shown)}`;
  }
  return body.kind === "error"
    ? `the service failed: ${body.reason} (status ${raw.status})`
    : `received status ${raw.status}`;
}

// Only the host: the rest of an address may contain somebody's secrets.
function redirectHost(location: string | undefined): string {
  if (!location || !URL.canParse(location)) return "another address";
  return sanitize(new URL(location).host, 100);
}

/** Responses of api.md have about six levels. Deeper nesting can exhaust the stack of a recursive reader. */
const MAX_LEVELS = 64;
/** Enough for a page of 50,000 items. A value takes many times the memory of its two bytes of text. */
const MAX_VALUES = 500_000;

/** Memory of an object or an array, in addition to its text. */
const CONTAINER_BYTES = 56;

/** JSON with too many levels or values for a response of the service. */
export class ExcessiveJson extends Error {}

/**
 * `JSON.parse` without `__proto__` keys, which a careless copy of the object would turn into its prototype.
 * @returns the value, and its estimated memory in bytes
 * @throws SyntaxError, ExcessiveJson
 */
export function parseJson(text: string): { value: unknown; size: number } {
  const size = text.length + CONTAINER_BYTES * countContainers(text);
  const isSuspicious = /__proto__|\\u00(?:5f|70|72|6f|74)/i.test(text);
  const value = isSuspicious
    ? JSON.parse(text, (key, value) => (key === "__proto__" ? undefined : value))
    : JSON.parse(text);
  return { value, size };
}

/**
 * The number of objects and arrays. Counted before parsing: millions of levels take seconds to build, and millions of
 * values take more memory than their text.
 * @throws ExcessiveJson
 */
function countContainers(text: string): number {
  let depth = 0;
  let values = 0;
  let containers = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isText) {
      if (character === "\\") at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') {
      isText = true;
    } else if (character === "[" || character === "{") {
      depth += 1;
      values += 1;
      containers += 1;
      if (depth > MAX_LEVELS) throw new ExcessiveJson(`more than ${MAX_LEVELS} levels`);
    } else if (character === "]" || character === "}") {
      depth -= 1;
    } else if (character === ",") {
      values += 1;
      if (values > MAX_VALUES) throw new ExcessiveJson(`more than ${MAX_VALUES} values`);
    }
  }
  return containers;
}

// Reads a response: what it says about the request, and what a message shows of it.
import type { Counted } from "./limiter";
import { cut, sanitize } from "./sanitize";
import type { RawResponse } from "./transport";

/** The body of a success: a JSON object whose `error` is 0, "0" or false (service.md 9, 105). */
export type Body = Readonly<Record<string, unknown>>;

export interface Failure {
  /**
   * - `unsent` and `rejected`: the request had no effect.
   * - `unclear`: it may have taken effect, and another attempt may get a clear response.
   * - `unreadable`: it may have taken effect, and no attempt gets a clear response.
   */
  readonly kind: "unsent" | "rejected" | "unclear" | "unreadable";
  readonly what: string;
}

export type Outcome = { readonly kind: "success"; readonly body: Body } | Failure;

export interface Received extends Counted {
  readonly status: number;
  readonly outcome: Outcome;
}

/** First characters of a foreign body that a message shows. */
const MAX_FOREIGN = 120;
/** First characters of a text of the service in which secrets are looked for. A message shows fewer. */
const MAX_SEARCHED = 20_000;

/** @param hide the secrets in a text, which is cut later */
export function readResponse(raw: RawResponse, hide: (text: string) => string): Received {
  const show = (text: string) => sanitize(hide(text.slice(0, MAX_SEARCHED)));
  const { status, headers } = raw;
  const value = parse(raw.text);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const body = isObject && Object.hasOwn(value, "error") ? (value as Body) : undefined;
  const retryAfter = body?.["Retry-After"];
  return {
    status,
    headers: retryAfter === undefined ? headers : { "retry-after": String(retryAfter), ...headers },
    limited: status === 429 || (!isServerError(status) && String(body?.error) === "429"),
    outcome: outcomeOf(raw, value, body, show),
  };
}

/** Whether the service failed in a way that leaves the effect of the request open. */
function isServerError(status: number): boolean {
  return status >= 500 || status === 408;
}

function outcomeOf(
  raw: RawResponse,
  value: unknown,
  body: Body | undefined,
  show: (text: string) => string,
): Outcome {
  const { status, headers, text } = raw;
  if (status >= 300 && status < 400) {
    // Only the host: the rest of an address may contain somebody's secrets.
    const to = URL.canParse(headers.location ?? "") ? new URL(headers.location!).host : "another address";
    return { kind: "unreadable", what: `received a redirect (status ${status}) to ${sanitize(to, 100)}` };
  }
  if (body) {
    if (body.error === 0 || body.error === "0" || body.error === false) return { kind: "success", body };
    const what = `${show(reasonOf(body))} (status ${status})`;
    if (isServerError(status)) return { kind: "unclear", what: `the service failed: ${what}` };
    return { kind: "rejected", what };
  }
  // A proxy, or a server that starts or is overloaded.
  if ([502, 503, 504].includes(status)) {
    return { kind: "unclear", what: `the service or its proxy is down (status ${status})` };
  }
  const start = text.trimStart().slice(0, 1);
  const form = start === "<" ? "an HTML page" : value === undefined ? "no JSON" : "foreign JSON";
  const shown = cut(show(text), MAX_FOREIGN);
  const what = `received ${form} (status ${status}): ${JSON.stringify(shown)}`;
  // JSON that ends early came from the service, which had done its work by then.
  const isCut = value === undefined && /^[{[]?$/.test(start);
  if (isServerError(status)) return { kind: "unclear", what };
  // A web server, or another one in front of it, did not pass the request on, or the service has no JSON for it.
  if (status >= 400) return { kind: "rejected", what };
  return { kind: isCut ? "unclear" : "unreadable", what };
}

/** `undefined` for no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The service's message, without its period: a sentence continues. Some services put it into `error`. */
function reasonOf({ message, error }: Body): string {
  let text = "";
  if (typeof message === "string" && message.trim() !== "") text = message;
  else if (message !== null && typeof message === "object") text = JSON.stringify(message);
  else if (typeof error === "string" && Number.isNaN(Number(error))) text = error;
  return text.trim().replace(/(?<!\.)\.$/, "") || "(no message)";
}

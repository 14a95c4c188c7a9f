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
   * - `altered`: as `unreadable`, because something before the service changed the response.
   * - `intercepted`: something before the service answered with an error. No attempt gets another response.
   */
  readonly kind: "unsent" | "rejected" | "unclear" | "unreadable" | "altered" | "intercepted";
  readonly what: string;
  /** Not in the form of the service. */
  readonly isForeign?: true;
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
  const hideAll = (text: string) => hide(text.slice(0, MAX_SEARCHED));
  const { status } = raw;
  const json = parse(raw.text);
  const body = bodyOf(status, json);
  const retryAfter = body?.["Retry-After"];
  const headers =
    retryAfter === undefined ? raw.headers : { "retry-after": String(retryAfter), ...raw.headers };
  const isBusy = status === 503 && headers["retry-after"] !== undefined;
  return {
    status,
    headers,
    limited: status === 429 || isBusy || (!isServerError(status) && String(body?.error) === "429"),
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

/** `undefined`: the response has not the form of the service (service.md 8). */
function bodyOf(status: number, { value }: Json): Body | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, "error") && !isRedirect(status) ? (value as Body) : undefined;
}

function outcomeOf(status: number, body: Body, hide: (text: string) => string): Outcome {
  if (body.error === 0 || body.error === "0" || body.error === false) return { kind: "success", body };
  const what = `${sanitize(hide(reasonOf(body)))} (status ${status})`;
  if (isServerError(status)) return { kind: "unclear", what: `the service failed: ${what}` };
  return { kind: "rejected", what };
}

function foreignOutcome(raw: RawResponse, json: Json, hide: (text: string) => string): Failure {
  const { status, headers, text } = raw;
  if (isRedirect(status)) {
    // Only the host: the rest of an address may contain somebody's secrets.
    const to = URL.canParse(headers.location ?? "") ? new URL(headers.location!).host : "another address";
    return { kind: "unreadable", what: `received a redirect (status ${status}) to ${sanitize(to, 100)}` };
  }
  // A proxy, or a server that starts or is overloaded.
  if ([502, 503, 504].includes(status)) {
    return { kind: "unclear", what: `the service or its proxy is down (status ${status})` };
  }
  const { value, rest } = json;
  const shown = cut(sanitize(rest === undefined ? wordsOf(hide(text)) : hide(rest)), MAX_FOREIGN);
  const what = `received ${formOf(raw, json)} (status ${status}): ${JSON.stringify(shown)}`;
  if (isServerError(status)) return { kind: "unclear", what };
  if (rest !== undefined) return { kind: status < 400 ? "altered" : "intercepted", what };
  // The path is none of the service's API, or the service has no JSON for an unknown object.
  if (status === 404) return { kind: "rejected", what, isForeign: true };
  if (status >= 400) return { kind: "intercepted", what };
  // JSON that ends early came from the service, which had done its work by then.
  return { kind: value === undefined && /^\s*([{[]|$)/.test(text) ? "unclear" : "unreadable", what };
}

function formOf({ headers, text }: RawResponse, { value, rest }: Json): string {
  if (rest !== undefined) return "text after the JSON";
  if (value !== undefined) return "foreign JSON";
  const encoding = headers["content-encoding"];
  if (encoding !== undefined) return `a body compressed with ${sanitize(encoding, 20)}`;
  return text.trimStart().startsWith("<") ? "an HTML page" : "no JSON";
}

/** `rest`: what follows JSON, which then has no value. Both are `undefined` for no JSON. */
interface Json {
  readonly value?: unknown;
  readonly rest?: string;
}

function parse(text: string): Json {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    // In the words of V8. Text that begins with a number is no JSON.
    const [, end] = /after JSON at position (\d+)/.exec((error as Error).message) ?? [];
    return end !== undefined && /^\s*[{[]/.test(text) ? { rest: text.slice(Number(end)) } : {};
  }
}

/** What a page shows. */
function wordsOf(html: string): string {
  const words = html.replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>|<[^<>]*>/gis, " ");
  return words.replace(/\s+/g, " ").trim() || html;
}

/** The service's message, without its period: a sentence continues. Some services put it into `error`. */
function reasonOf({ message, error }: Body): string {
  let text = "";
  if (typeof message === "string" && message.trim() !== "") text = message;
  else if (message !== null && typeof message === "object") text = JSON.stringify(message);
  else if (typeof error === "string" && Number.isNaN(Number(error))) text = error;
  return text.trim().replace(/(?<!\.)\.$/, "") || "(no message)";
}

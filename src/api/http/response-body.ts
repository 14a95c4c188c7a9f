// Classifies the body of a response: a success, an error of the service, or anything else.
import { sanitize } from "../sanitize";
import { ExcessiveJson, parseJson } from "./parse-json";

/** The body of a success: a JSON object whose `error` is 0 or "0" (api.md, "Errors"). */
export type Body = Record<string, unknown>;

export type ReadBody =
  /** `size`: estimated memory of the body, in bytes. */
  | { readonly kind: "success"; readonly body: Body; readonly size: number }
  /** `error` is present and not 0. */
  | { readonly kind: "error"; readonly reason: string }
  /** No JSON object with an `error` key. `isTruncated`: no JSON, but possibly the beginning of some. */
  | {
      readonly kind: "unexpected";
      readonly shown: string;
      readonly format: "html" | "json" | "other";
      readonly isTruncated: boolean;
    };

/** First characters of an unexpected body that a message shows. */
const MAX_SHOWN_UNEXPECTED = 120;

/**
 * Reads the body of a response. The status does not matter: only `error` decides.
 * @param redact removes the secrets from what a message will show
 */
export function readBody(text: string, redact: (text: string) => string = (text) => text): ReadBody {
  let value: unknown;
  let size: number;
  try {
    ({ value, size } = parseJson(text));
  } catch (error) {
    return unexpected(text, redact, !(error instanceof ExcessiveJson) && /^\s*(?:\{|\[|$)/.test(text));
  }
  if (value === null || typeof value !== "object" || Array.isArray(value) || !Object.hasOwn(value, "error")) {
    return unexpected(text, redact, false);
  }
  const body = value as Body;
  if (body.error === 0 || body.error === "0") return { kind: "success", body, size };
  return { kind: "error", reason: reasonOf(body, redact) };
}

/** The service's message. Some services put it into `error` itself, or into lists. */
function reasonOf({ message, error }: Body, redact: (text: string) => string): string {
  let text = "";
  if (typeof message === "string" && message.trim() !== "") text = message;
  else if (message !== null && typeof message === "object") text = JSON.stringify(message);
  else if (typeof error === "string" && Number.isNaN(Number(error))) text = error;
  return sanitize(redact(text)) || "(no message)";
}

function unexpected(text: string, redact: (text: string) => string, isTruncated: boolean): ReadBody {
  const start = text.trimStart().slice(0, 1);
  const format = start === "<" ? "html" : start === "{" || start === "[" ? "json" : "other";
  return { kind: "unexpected", shown: sanitize(redact(text), MAX_SHOWN_UNEXPECTED), format, isTruncated };
}

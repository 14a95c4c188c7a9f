// Tells what a raw answer is: a success, a refusal, a rate answer's body, or nothing of api.md at all.
import { sanitize } from "../sanitize";
import { ExcessiveJson, parseJson } from "./parse-json";

/** The body of a success: a JSON object whose `error` is 0 or "0" (api.md, "Errors"). */
export type Body = Record<string, unknown>;

export type ReadBody =
  /** `size`: about how much memory the body takes, in bytes. */
  | { readonly kind: "success"; readonly body: Body; readonly size: number }
  /** `error` is there and is not 0. */
  | { readonly kind: "refusal"; readonly reason: string }
  /** No JSON object with an `error` key. `cut`: it is not even JSON, but may be the beginning of some. */
  | {
      readonly kind: "unexpected";
      readonly shown: string;
      readonly looksLike: "html" | "json" | "other";
      readonly cut: boolean;
    };

/** First bytes of an unexpected answer that a message shows. */
const SHOWN_BYTES = 120;

/**
 * Reads the body of an answer. The status plays no part: only `error` tells success.
 * @param mask hides the secrets in what a message will show
 */
export function readBody(text: string, mask: (text: string) => string = (text) => text): ReadBody {
  let value: unknown;
  let size: number;
  try {
    ({ value, size } = parseJson(text));
  } catch (error) {
    return unexpected(text, mask, !(error instanceof ExcessiveJson) && /^\s*(?:\{|\[|$)/.test(text));
  }
  if (value === null || typeof value !== "object" || Array.isArray(value) || !Object.hasOwn(value, "error")) {
    return unexpected(text, mask, false);
  }
  const body = value as Body;
  if (body.error === 0 || body.error === "0") return { kind: "success", body, size };
  return { kind: "refusal", reason: reasonOf(body, mask) };
}

/** The service's words for a refusal; some put them into `error` itself or into lists. */
function reasonOf(body: Body, mask: (text: string) => string): string {
  const { message, error } = body;
  const words =
    typeof message === "string" && message.trim() !== ""
      ? message
      : message !== null && message !== undefined && typeof message === "object"
        ? JSON.stringify(message)
        : typeof error === "string" && Number.isNaN(Number(error))
          ? error
          : "";
  return sanitize(mask(words)) || "(no message)";
}

function unexpected(text: string, mask: (text: string) => string, cut: boolean): ReadBody {
  const start = text.trimStart().slice(0, 1);
  const looksLike = start === "<" ? "html" : start === "{" || start === "[" ? "json" : "other";
  return { kind: "unexpected", shown: sanitize(mask(text), SHOWN_BYTES), looksLike, cut };
}

// Parses and bounds the JSON body of a request.
import { Refusal } from "../endpoint/responses";

/** Longest body in bytes. */
export const LONGEST_BODY = 1024 * 1024;

const DEEPEST_BODY = 32;

/**
 * The JSON value of a body; undefined for an empty one.
 * @throws {Refusal} 400 for what is no JSON in UTF-8 or is nested too deeply, 413 for a body that was cut off.
 */
export function parseBody(raw: Buffer | "tooLarge"): unknown {
  if (raw === "tooLarge") throw new Refusal(413, `The body is longer than ${LONGEST_BODY} bytes.`);
  if (raw.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch {
    throw new Refusal(400, "The body is not valid JSON.");
  }
  if (isDeeperThan(value, DEEPEST_BODY)) throw new Refusal(400, "The body is nested too deeply.");
  return value;
}

/**
 * The fields of a body; none for an empty body.
 * @throws {Refusal} 400 for a JSON value that is no object.
 */
export function bodyFields(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new Refusal(400, "The body must be a JSON object.");
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

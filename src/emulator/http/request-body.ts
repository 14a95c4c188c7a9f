// Reads and parses the JSON body of a request, within limits.
import type { IncomingMessage } from "node:http";
import { HttpError } from "./http-error";
import type { HttpRequest } from "./messages";

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_BODY_DEPTH = 32;

/** Reads a body to its end even if it is too long: a client that is still sending does not read the response. */
export async function readBody(incoming: IncomingMessage): Promise<HttpRequest["body"]> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > MAX_BODY_BYTES ? "tooLarge" : Buffer.concat(chunks);
}

/**
 * Parses a JSON body. An empty body is undefined.
 * @throws {HttpError} 400 for invalid UTF-8, invalid JSON or deep nesting, 413 for a body that is too long.
 */
export function parseBody(raw: HttpRequest["body"]): unknown {
  if (raw === "tooLarge") throw new HttpError(413, `The body is longer than ${MAX_BODY_BYTES} bytes.`);
  if (raw.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch {
    throw new HttpError(400, "The body is not valid JSON.");
  }
  if (isDeeperThan(value, MAX_BODY_DEPTH)) throw new HttpError(400, "The body is nested too deeply.");
  return value;
}

/**
 * Returns the fields of a parsed body. An empty body has none.
 * @throws {HttpError} 400 unless the body is a JSON object.
 */
export function bodyFields(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new HttpError(400, "The body must be a JSON object.");
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

// The log of all requests, without secrets.
import { bearerKey, type ServiceRequest } from "./service";

/** One request and the response that the client got. Contains no keys, passwords or wifi content. */
export interface LogEntry {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Username of the key's account. undefined if the key is invalid. */
  readonly username: string | undefined;
  /** HTTP status of the response. 0 as long as there is none, or if the client never got one. */
  readonly status: number;
  /** The request changed the account. */
  readonly changes: boolean;
  /** The request was above the rate limit. */
  readonly limited: boolean;
  /** When it arrived, in ms since 1970. */
  readonly at: number;
}

/** Replaces a secret. */
export const REDACTED = "[redacted]";

/** An entry for a request that has no response yet. */
export function newLogEntry(
  request: ServiceRequest,
  at: number,
): { -readonly [K in keyof LogEntry]: LogEntry[K] } {
  const { method, path, query, body, account } = request;
  const id = /^\/api\/qr\/(\d+)\/update$/.exec(path)?.[1];
  const isWifi = id !== undefined && account?.qrs.get(Number(id))?.type === "wifi";
  const key = bearerKey(request.headers);
  const redact = (value: unknown) => withoutSecrets(value, key, isWifi);
  const entry = { method, path, query: redact(query) as LogEntry["query"], body: redact(body), at };
  return { ...entry, username: account?.username, status: 0, changes: false, limited: false };
}

const SECRET_FIELD = /^(pass|password|passphrase|secret|token|api_?key|key|authorization)$/i;

function withoutSecrets(value: unknown, key: string, isWifi: boolean): unknown {
  if (typeof value === "string") {
    return /WIFI:/i.test(value) || (key !== "" && value.includes(key)) ? REDACTED : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withoutSecrets(inner, key, isWifi));
  const hasWifi = isWifi || (value as { type?: unknown }).type === "wifi";
  const entries = Object.entries(value).map(([field, inner]) => {
    const isSecret = SECRET_FIELD.test(field) || (field === "data" && hasWifi);
    return [field, isSecret ? REDACTED : withoutSecrets(inner, key, isWifi)];
  });
  return Object.fromEntries(entries);
}

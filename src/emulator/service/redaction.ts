// Takes secrets out of requests before they are logged: passwords, and the content of wifi QR codes.
import { holdsWifi } from "../store/account";
import { QR_TYPES } from "../store/records";

/** What stands in the log in the place of a secret. */
export const REDACTED = "[redacted]";

const SECRET_FIELDS = /^(pass|passwd|password|passphrase|psk|secret|token|api_?key|key|authorization)$/i;

/** Larger bodies are logged by their size only, so that the log stays small. */
const LONGEST_LOGGED_BODY = 8 * 1024;

/**
 * A copy of a parsed body without its secrets. The request's path does not matter: a content sent to a mistyped
 * endpoint is as secret as one that arrives.
 * @param size length of the body in bytes
 * @param storedQrType of an update: type of the QR code that it names, or null when that is not known
 */
export function redactBody(body: unknown, size: number, storedQrType: string | null | undefined): unknown {
  return size > LONGEST_LOGGED_BODY ? `[${size} bytes]` : redact(body, storedQrType);
}

/** The parameters of a query; of a repeated one the last. */
export function redactQuery(query: URLSearchParams): Record<string, string> {
  return redact(Object.fromEntries(query), undefined) as Record<string, string>;
}

function redact(value: unknown, storedQrType: string | null | undefined): unknown {
  if (typeof value === "string") return holdsWifi(undefined, value) ? REDACTED : value;
  if (Array.isArray(value)) return value.map((inner) => redact(inner, storedQrType));
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const isSecret = (field: string) =>
    SECRET_FIELDS.test(field) || (field === "data" && hidesContent(fields, storedQrType));
  // fromEntries defines keys instead of assigning them, so a key "__proto__" stays a plain key.
  return Object.fromEntries(
    Object.entries(fields).map(([field, inner]) => [
      field,
      isSecret(field) ? REDACTED : redact(inner, storedQrType),
    ]),
  );
}

/** A content whose type is in doubt counts as secret. */
function hidesContent(
  body: Readonly<Record<string, unknown>>,
  storedQrType: string | null | undefined,
): boolean {
  const types = [storedQrType, body.type].filter((type) => type !== undefined);
  const isHarmless = (type: unknown) => type !== "wifi" && (QR_TYPES as readonly unknown[]).includes(type);
  return types.length === 0 || !types.every(isHarmless) || holdsWifi(undefined, body.data);
}

// Removes secrets from requests before they are logged: passwords, and the content of wifi QR codes.
import { EXTENDED_QR_TYPES, QR_TYPES } from "../store/records";
import { hasWifiPassword } from "../store/wifi-content";

/** Replaces a secret in the log. */
export const REDACTED = "[redacted]";

const SECRET_FIELDS = /^(pass|passwd|password|passphrase|psk|secret|token|api_?key|key|authorization)$/i;

/** For larger bodies the log has only the size. */
const MAX_LOGGED_BODY_BYTES = 8 * 1024;

/** Type of the QR code that an update names: null if unknown, undefined if the request updates no QR code. */
export type StoredQrType = string | null | undefined;

/**
 * Copies a parsed body without its secrets, whatever the path: content sent to a misspelled endpoint is just as
 * secret.
 */
export function redactBody(body: unknown, sizeBytes: number, storedQrType: StoredQrType): unknown {
  return sizeBytes > MAX_LOGGED_BODY_BYTES ? `[${sizeBytes} bytes]` : redact(body, storedQrType);
}

/** The parameters of a query. Of a repeated parameter the last value. */
export function redactQuery(query: URLSearchParams): Record<string, string> {
  return redact(Object.fromEntries(query), undefined) as Record<string, string>;
}

function redact(value: unknown, storedQrType: StoredQrType): unknown {
  if (typeof value === "string") return hasWifiPassword(undefined, value) ? REDACTED : value;
  if (Array.isArray(value)) return value.map((inner) => redact(inner, storedQrType));
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const isSecret = (field: string) =>
    SECRET_FIELDS.test(field) || (field === "data" && isSecretContent(fields, storedQrType));
  // fromEntries defines keys instead of assigning them, so "__proto__" stays a plain key.
  return Object.fromEntries(
    Object.entries(fields).map(([field, inner]) => [
      field,
      isSecret(field) ? REDACTED : redact(inner, storedQrType),
    ]),
  );
}

/** Content is secret unless its type is known and harmless. */
function isSecretContent(fields: Readonly<Record<string, unknown>>, storedQrType: StoredQrType): boolean {
  const types = [storedQrType, fields.type].filter((type) => type !== undefined);
  const known: readonly unknown[] = [...QR_TYPES, ...EXTENDED_QR_TYPES];
  const isHarmless = (type: unknown) => type !== "wifi" && known.includes(type);
  return types.length === 0 || !types.every(isHarmless) || hasWifiPassword(undefined, fields.data);
}

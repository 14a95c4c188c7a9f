// Takes secrets out of request bodies before they are logged: passwords, and the content of wifi QR codes.
import { holdsWifi } from "./account";
import { QR_TYPES } from "./records";

/** What stands in the log in the place of a secret. */
export const REDACTED = "[redacted]";

const SECRET_FIELDS = /^(pass|passwd|password|passphrase|psk|secret|token|api_?key|key|authorization)$/i;

/** Larger bodies are logged by their size only, so that the log stays small. */
const LONGEST_LOGGED_BODY = 8 * 1024;

/**
 * A copy of a parsed body without its secrets.
 * @param storedQrType type of the QR code that the request names, where it names one that exists
 */
export function redactBody(
  body: unknown,
  size: number,
  path: string,
  storedQrType: string | undefined,
): unknown {
  if (size > LONGEST_LOGGED_BODY) return `[${size} bytes]`;
  const copy = withoutSecretFields(body);
  if (!path.startsWith("/api/qr/") || !isObject(body) || !isObject(copy)) return copy;
  return {
    ...copy,
    ...(Object.hasOwn(body, "data") && hidesContent(body, storedQrType) && { data: REDACTED }),
  };
}

/** A content whose type is in doubt counts as secret. */
function hidesContent(body: Readonly<Record<string, unknown>>, storedQrType: string | undefined): boolean {
  const type = body.type ?? storedQrType;
  const known = (QR_TYPES as readonly unknown[]).includes(type);
  return !known || storedQrType === "wifi" || holdsWifi(type, body.data);
}

function withoutSecretFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretFields);
  if (!isObject(value)) return value;
  // fromEntries defines keys instead of assigning them, so a key "__proto__" stays a plain key.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRET_FIELDS.test(key) ? REDACTED : withoutSecretFields(inner),
    ]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

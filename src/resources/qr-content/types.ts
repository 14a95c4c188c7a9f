// The types of a code, and which of them take the standard texts.

const DOCUMENTED = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;
/** Not in the API document. Some deployments accept them (service.md 92). */
export const OTHER_TYPES = ["whatsapp", "smsonly", "application", "crypto", "staticvcard"] as const;
export const ALL_TYPES = [...DOCUMENTED, ...OTHER_TYPES] as const;

/** The types for the text of a wifi and of a contact. A code of type `text` contains exactly the text. */
export const TYPES_FOR = { wifi: ["wifi", "text"], vcard: ["vcard", "staticvcard", "text"] } as const;
export type Named = keyof typeof TYPES_FOR;

export function isWrongType(type: unknown, name: Named): boolean {
  return (
    (ALL_TYPES as readonly unknown[]).includes(type) &&
    !(TYPES_FOR[name] as readonly unknown[]).includes(type)
  );
}

/** Of UTF-8, in the largest code (version 40) with the least error correction. */
const MAX_BYTES = 2953;
export const TOO_LONG = "2,953 bytes, the most that a QR code can hold";

export function isTooLong(text: unknown): boolean {
  return typeof text === "string" && Buffer.byteLength(text) > MAX_BYTES;
}

/** Whether the code contains the text itself. Of other types it may contain an address, which leads to the content. */
export function holdsText(type: unknown): boolean {
  return type === "text" || type === "wifi" || type === "vcard";
}

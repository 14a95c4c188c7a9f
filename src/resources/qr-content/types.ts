// The types of a code, and which of them take the standard texts.
import type { TextKind } from "../../kind/texts/text-checks";

const DOCUMENTED = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;
/** Not in the API document. Some deployments accept them (service.md 53). */
export const OTHER_TYPES = ["whatsapp", "smsonly", "application", "crypto", "staticvcard"] as const;
export const ALL_TYPES = [...DOCUMENTED, ...OTHER_TYPES] as const;

/** The types for the text of a wifi and of a contact. A code of type `text` contains exactly the text. */
export const TYPES_FOR = { wifi: ["wifi", "text"], vcard: ["vcard", "staticvcard", "text"] } as const;
type Named = keyof typeof TYPES_FOR;

export function isWrongType(type: unknown, name: Named): boolean {
  return isType(type) && !(TYPES_FOR[name] as readonly unknown[]).includes(type);
}

/** Of a type that the service puts into an address, which leads to the content, the text may be longer. */
const KINDS: Partial<Record<string, TextKind>> = {
  text: "textCode",
  wifi: "wifiCode",
  vcard: "vcardCode",
  staticvcard: "staticVcardCode",
};

/** What the data of a code is, for the table of text checks. */
export function kindsOf(type: unknown, data: string): readonly TextKind[] {
  const isAddress = type === "link" || (type === "text" && /^https?:\S+$/i.test(data));
  const ofType = isType(type) ? [KINDS[type] ?? "otherCode"] : [];
  return [...ofType, isAddress ? "address" : "text"];
}

function isType(type: unknown): type is string {
  return (ALL_TYPES as readonly unknown[]).includes(type);
}

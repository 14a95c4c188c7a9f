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

/** What the whole data of a code is. Services make what they like of the other types. */
const KINDS: Readonly<Record<string, TextKind>> = {
  text: "textCode",
  wifi: "wifiCode",
  vcard: "vcardCode",
  staticvcard: "vcardCode",
};

/** What the data of a code is, for the table of text checks. */
export function kindsOf(type: unknown, data: string): readonly TextKind[] {
  const isAddress = type === "link" || (type === "text" && /^https?:\S+$/i.test(data));
  return [KINDS[String(type)] ?? [], isAddress ? "address" : "text"].flat() as TextKind[];
}

function isType(type: unknown): type is string {
  return (ALL_TYPES as readonly unknown[]).includes(type);
}

// A contact to store: vCard 3.0 (RFC 2426), which all phones can read.
import { schema } from "../../kind/schema";
import { formed } from "../../kind/texts/text-checks";
import { type ContentField, contentSchema, validFields } from "./fields";

/** The fields of a contact. Each is one line of text, except for the note. */
export interface VcardFields {
  /** The full name, as phones show it. */
  name: string;
  /** Given name, for sorting. */
  givenName?: string;
  /** Family name, for sorting. @default the full name */
  familyName?: string;
  /** Company or other organization. */
  organization?: string;
  /** Position in the organization. */
  title?: string;
  /** Phone number, such as "+43 1 234567". Only the digits and the + are kept. */
  phone?: string;
  /** Mobile phone number. */
  mobile?: string;
  /** E-mail address. */
  email?: string;
  /** Address of the website, with http:// or https://. */
  website?: string;
  /** Postal address. */
  address?: { street?: string; city?: string; region?: string; postalCode?: string; country?: string };
  /** Anything else. It may have several lines. */
  note?: string;
}

interface CardField extends ContentField {
  /** @default it is a part of another property */
  readonly property?: string;
  /** @default as text */
  write?(value: never): string;
}

const line = formed("line");
const digits = (number: string) => number.replace(/[^\d+]/g, "");
const text = (value = "") => value.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
const parts = (...values: (string | undefined)[]) => values.map(text).join(";");

const ADDRESS = {
  street: { schema: line, doc: "Street and number." },
  city: { schema: line, doc: "City." },
  region: { schema: line, doc: "State or province." },
  postalCode: { schema: line, doc: "Postal code." },
  country: { schema: line, doc: "Country." },
};

/** In the order of their properties in the text. */
export const VCARD_FIELDS: Readonly<Record<keyof VcardFields, CardField>> = {
  name: { property: "FN", schema: line, doc: "The full name, as phones show it.", isRequired: true },
  givenName: { schema: line, also: "fname", doc: "Given name, for sorting." },
  familyName: { schema: line, also: "lname", doc: "Family name, for sorting. Default: the full name." },
  organization: { property: "ORG", schema: line, doc: "Company or other organization." },
  title: { property: "TITLE", schema: line, doc: "Position in the organization." },
  phone: { property: "TEL;TYPE=VOICE", schema: formed("phone"), write: digits, doc: "Phone number." },
  mobile: { property: "TEL;TYPE=CELL", schema: formed("phone"), write: digits, doc: "Mobile phone number." },
  email: {
    property: "EMAIL;TYPE=INTERNET",
    schema: schema((z) => z.email("must be an e-mail address, such as info@example.com")),
    doc: "E-mail address.",
  },
  website: {
    property: "URL",
    schema: formed("website"),
    kind: "address",
    also: "site",
    write: (address: string) => address,
    doc: "Address of the website.",
  },
  address: {
    property: "ADR",
    schema: schema(() => contentSchema(ADDRESS, "Postal address.")),
    write: ({ street, city, region, postalCode, country }: NonNullable<VcardFields["address"]>) =>
      parts("", "", street, city, region, postalCode, country),
    doc: "Postal address.",
  },
  note: {
    property: "NOTE",
    schema: schema((z) => z.string().min(1)),
    doc: "Anything else. It may have several lines.",
  },
};

export const vcard = schema(() => contentSchema(VCARD_FIELDS, "A contact to store."));

/**
 * The text of a contact (vCard 3.0, RFC 2426): the `data` of a QrCode of type `vcard` or `text`. For outputs,
 * `pulumi.output({ name, phone }).apply(vcardText)`.
 * @throws Error that names a wrong field
 */
export function vcardText(fields: VcardFields): string {
  return toVcardText(validFields("vcardText", vcard, fields));
}

/** @param card valid fields */
export function toVcardText(card: VcardFields): string {
  const { name, givenName, familyName } = card;
  // vCard 3.0 requires a family name.
  const isSplit = givenName !== undefined || familyName !== undefined;
  const values = Object.entries(VCARD_FIELDS).map(([field, { property, write = text }]) => {
    const value = card[field as keyof VcardFields];
    return [property, value && write(value as never)] as const;
  });
  return [
    ["BEGIN", "VCARD"],
    ["VERSION", "3.0"],
    ["N", parts(isSplit ? familyName : name, givenName, "", "", "")],
    ...values,
    ["END", "VCARD"],
  ]
    .filter(([property, value]) => property && value)
    .map(([property, value]) => `${property}:${value}\r\n`)
    .join("");
}

/** The named fields in the text of a contact, of any version. One of them may occur several times. */
export function cardFieldsIn(card: string): readonly (readonly [name: string, value: string])[] {
  const lines = card
    .replace(/\r?\n[ \t]/g, "")
    .matchAll(/^(?:[\w-]+\.)?([A-Z]+)(?:;[^:\r\n]*)?:([^\r\n]+)/gim);
  return [...lines].flatMap(([, property = "", value = ""]) => {
    const isIt = ({ property: its }: CardField) => its?.split(";")[0] === property.toUpperCase();
    const [name] = Object.entries(VCARD_FIELDS).find(([, field]) => isIt(field)) ?? [];
    if (name === undefined || name === "address") return [];
    return [[name, value.replace(/^tel:/i, "").replace(/\\n/gi, "\n").replace(/\\(.)/g, "$1")] as const];
  });
}

// A contact to store: vCard 3.0 (RFC 2426), which all phones can read.
import { schema, textForm } from "../../kind/schema";
import { addressForm } from "../../kind/text-checks";
import type { VcardFields } from "../generated/contents";
import { type ContentField, contentSchema, line, validFields } from "./fields";

interface CardField extends ContentField {
  /** @default it is a part of another property */
  readonly property?: string;
  /** @default as text */
  write?(value: never): string;
}

// The zero in brackets is dialed within the country only. After a country code it makes the number wrong.
const phone = textForm(
  /^(?!\+.*\(0\))\+?[\s()./-]*(\d[\s()./-]*){3,}$/u,
  'must be one phone number of digits, such as "+43 1 234567": write its extension into note',
);
// An address in upper case makes a smaller QR code.
const website = textForm(
  /^(https?|HTTPS?):\/\/\S+$/,
  addressForm("must be an address with http:// or https://, such as https://example.com/menu"),
);
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
const VCARD_FIELDS: Readonly<Record<string, CardField>> = {
  name: { property: "FN", schema: line, doc: "The full name, as phones show it.", isRequired: true },
  givenName: { schema: line, doc: "Given name, for sorting." },
  familyName: { schema: line, doc: "Family name, for sorting. Default: the full name." },
  organization: { property: "ORG", schema: line, doc: "Company or other organization." },
  title: { property: "TITLE", schema: line, doc: "Position in the organization." },
  phone: { property: "TEL;TYPE=VOICE", schema: phone, write: digits, doc: "Phone number." },
  mobile: { property: "TEL;TYPE=CELL", schema: phone, write: digits, doc: "Mobile phone number." },
  email: {
    property: "EMAIL;TYPE=INTERNET",
    schema: schema((z) => z.email("must be an e-mail address, such as info@example.com")),
    doc: "E-mail address.",
  },
  website: {
    property: "URL",
    schema: website,
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

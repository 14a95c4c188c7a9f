// A contact to store: vCard 3.0 (RFC 2426), which all phones can read.
import { schema } from "../../kind/schema";
import { addressForm } from "../../kind/text-checks";
import { line, validFields } from "./fields";

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

// The zero in brackets is dialed within the country only. After a country code it makes the number wrong.
const phoneNumber = schema((z) =>
  z
    .string()
    .regex(
      /^(?!\+.*\(0\))\+?[\s()./-]*(\d[\s()./-]*){3,}$/u,
      'must be one phone number, such as "+43 1 234567", and must not have (0) after the country code',
    ),
);

export const vcard = schema((z) =>
  z
    .strictObject({
      name: line().describe("The full name, as phones show it."),
      givenName: line().optional().describe("Given name, for sorting."),
      familyName: line().optional().describe("Family name, for sorting. Default: the full name."),
      organization: line().optional().describe("Company or other organization."),
      title: line().optional().describe("Position in the organization."),
      phone: phoneNumber().optional().describe("Phone number."),
      mobile: phoneNumber().optional().describe("Mobile phone number."),
      email: z
        .email("must be an e-mail address, such as info@example.com")
        .optional()
        .describe("E-mail address."),
      // An address in upper case makes a smaller QR code.
      website: z
        .string()
        .regex(
          /^(https?|HTTPS?):\/\/\S+$/,
          addressForm("must be an address with http:// or https://, such as https://example.com/menu"),
        )
        .optional()
        .describe("Address of the website."),
      address: z
        .strictObject({
          street: line().optional().describe("Street and number."),
          city: line().optional().describe("City."),
          region: line().optional().describe("State or province."),
          postalCode: line().optional().describe("Postal code."),
          country: line().optional().describe("Country."),
        })
        .describe("Postal address.")
        .optional(),
      note: z.string().min(1).optional().describe("Anything else. It may have several lines."),
    })
    .describe("A contact to store."),
);

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
  const { name, givenName, familyName, phone, mobile, website, address } = card;
  const text = (value = "") => value.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
  const parts = (...values: (string | undefined)[]) => values.map(text).join(";");
  // vCard 3.0 requires a family name.
  const isSplit = givenName !== undefined || familyName !== undefined;
  const properties: [string, string | undefined][] = [
    ["BEGIN", "VCARD"],
    ["VERSION", "3.0"],
    ["N", parts(isSplit ? familyName : name, givenName, "", "", "")],
    ["FN", text(name)],
    ["ORG", text(card.organization)],
    ["TITLE", text(card.title)],
    ["TEL;TYPE=VOICE", phone && digits(phone)],
    ["TEL;TYPE=CELL", mobile && digits(mobile)],
    ["EMAIL;TYPE=INTERNET", text(card.email)],
    ["URL", website],
    [
      "ADR",
      address &&
        parts("", "", address.street, address.city, address.region, address.postalCode, address.country),
    ],
    ["NOTE", text(card.note)],
    ["END", "VCARD"],
  ];
  return properties
    .filter(([, value]) => value)
    .map(([property, value]) => `${property}:${value}\r\n`)
    .join("");
}

/** The digits of a phone number, with its "+". */
function digits(number: string): string {
  return number.replace(/[^\d+]/g, "");
}

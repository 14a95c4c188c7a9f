// A contact to store: vCard 3.0 (RFC 2426), which all phones can read.
import { schema, type ValueOf } from "../../kind/schema";
import { digits, emailAddress, line, phoneNumber, prose, standardText, webAddress } from "./fields";

const address = schema((z) =>
  z
    .strictObject({
      street: line().optional().describe("Street and number."),
      city: line().optional().describe("City."),
      region: line().optional().describe("State or province."),
      postalCode: line().optional().describe("Postal code."),
      country: line().optional().describe("Country."),
    })
    .describe("Postal address."),
);

const fields = schema((z) =>
  z
    .strictObject({
      name: line().describe("The full name, as phones show it."),
      givenName: line().optional().describe("Given name, for sorting."),
      familyName: line().optional().describe("Family name, for sorting. Default: the full name."),
      organization: line().optional().describe("Company or other organization."),
      title: line().optional().describe("Position in the organization."),
      phone: phoneNumber().optional().describe("Phone number."),
      mobile: phoneNumber().optional().describe("Mobile phone number."),
      email: emailAddress().optional().describe("E-mail address."),
      website: webAddress().optional().describe("Address of the website."),
      address: address().optional(),
      note: prose().optional().describe("Anything else. It may have several lines."),
    })
    .describe("A contact to store."),
);

type Fields = ValueOf<typeof fields>;

/** Octets of a line without its line break. */
const MAX_LINE = 75;

function escaped(text = ""): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
}

function structured(...parts: (string | undefined)[]): string {
  return parts.map((part) => escaped(part)).join(";");
}

// vCard 3.0 requires a family name.
function personOf({ name, givenName, familyName }: Fields): string {
  const isSplit = givenName !== undefined || familyName !== undefined;
  return isSplit ? structured(familyName, givenName, "", "", "") : structured(name, "", "", "", "");
}

function addressOf({ street, city, region, postalCode, country }: NonNullable<Fields["address"]>): string {
  return structured("", "", street, city, region, postalCode, country);
}

/** Continues on the next line after a space, never inside a character. */
function folded(text: string): string {
  let result = "";
  let length = 0;
  for (const character of text) {
    const octets = Buffer.byteLength(character);
    if (length + octets > MAX_LINE) {
      result += "\r\n ";
      length = 1;
    }
    result += character;
    length += octets;
  }
  return result;
}

export const vcard = standardText({
  fields,
  toText(card) {
    const { name, organization, title, phone, mobile, email, website, address, note } = card;
    const properties: [string, string | undefined][] = [
      ["BEGIN", "VCARD"],
      ["VERSION", "3.0"],
      ["N", personOf(card)],
      ["FN", escaped(name)],
      ["ORG", organization && escaped(organization)],
      ["TITLE", title && escaped(title)],
      ["TEL;TYPE=VOICE", phone && digits(phone)],
      ["TEL;TYPE=CELL", mobile && digits(mobile)],
      ["EMAIL;TYPE=INTERNET", email && escaped(email)],
      ["URL", website],
      ["ADR", address && addressOf(address)],
      ["NOTE", note && escaped(note)],
      ["END", "VCARD"],
    ];
    return properties
      .filter(([, value]) => value !== undefined)
      .map(([property, value]) => `${folded(`${property}:${value}`)}\r\n`)
      .join("");
  },
});

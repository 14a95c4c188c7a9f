// The rows of the table of text checks about the content of a code: what its type needs, and the named fields of a wifi and a
// contact.
import { codePoint } from "../../api/sanitize";
import type { TextCheck } from "./text-kinds";

export const SPACE_IN_ADDRESS = "contains a space or a line break: remove it, or write %20 for a space";

/** Of UTF-8, in the largest code (version 40) with the least error correction. */
const isTooLong = (text: string) => Buffer.byteLength(text) > 2953;
const TOO_LONG = "2,953 bytes, the most that a QR code can hold";

/** The forms of the named fields of a content, also for editors. */
export const FORMS = {
  line: /^\P{Cc}+$/u,
  // The zero in brackets is dialed within the country only. After a country code it makes the number wrong.
  phone: /^(?!\+.*\(0\))\+?[\s()./-]*(\d[\s()./-]*){3,}$/u,
  // An address in upper case makes a smaller QR code.
  website: /^(https?|HTTPS?):\/\/\S+$/,
} as const;

export const CONTENT_CHECKS: readonly TextCheck[] = [
  {
    kinds: ["textCode", "wifiCode", "vcardCode"],
    pattern: isTooLong,
    severity: "error",
    message: `must have at most ${TOO_LONG}`,
    example: "x".repeat(2954),
  },
  {
    kinds: ["staticVcardCode", "otherCode"],
    pattern: isTooLong,
    message: `has more than ${TOO_LONG}: only a service that puts an address into it makes one`,
    example: "x".repeat(2954),
  },
  {
    kinds: ["vcardCode", "staticVcardCode", "otherCode"],
    pattern: /^\s*WIFI:/i,
    message: "is the text of a wifi, so the type should be wifi or text",
    example: "WIFI:S:A;;",
  },
  {
    kinds: ["wifiCode", "otherCode"],
    pattern: /^\s*BEGIN:VCARD/i,
    message: "is the text of a vcard, so the type should be vcard, staticvcard or text",
    example: "BEGIN:VCARD",
  },
  {
    kinds: ["wifiCode"],
    pattern: /^(?!\s*WIFI:)/i,
    message:
      "is not the text of a wifi, so no scanner reads it as one: write content: { wifi: { ssid: …, password: … } } in place of it, or wifiText({ … }) in a program",
    example: "Guests",
  },
  {
    kinds: ["vcardCode", "staticVcardCode"],
    pattern: /^(?!\s*BEGIN:VCARD)/i,
    message:
      "is not the text of a vcard, so no scanner reads it as one: write content: { vcard: { name: … } } in place of it, or vcardText({ … }) in a program",
    example: "Jane Doe",
  },
  {
    kinds: ["line"],
    pattern: (text) => !FORMS.line.test(text),
    severity: "error",
    message: "must be one line of text that is not empty",
    example: "a\nb",
  },
  {
    kinds: ["phone"],
    pattern: /[\u2010-\u2015\u2212]/,
    severity: "error",
    message: (character) => `contains the special hyphen ${codePoint(character)}: write "-"`,
    example: "+43\u2011660",
  },
  {
    kinds: ["phone"],
    pattern: /\d[\s./-]*(?:,|ext\.?|x|dw\.?|extension|durchwahl)[\s.]*\d+\s*$/i,
    severity: "error",
    message: "must be a number without its extension: write that into note",
    example: "+1 555 010 0199 ext. 89",
  },
  {
    kinds: ["phone"],
    pattern: /\p{L}/u,
    severity: "error",
    message: "must be one phone number: write digits in place of letters",
    example: "1-800-EXAMPLE",
  },
  {
    kinds: ["phone"],
    pattern: /^\+.*\(0\)/,
    severity: "error",
    message: "must not have (0) after the country code: remove it",
    example: "+43 (0)1 234",
  },
  {
    kinds: ["phone"],
    pattern: (text) => !FORMS.phone.test(text),
    severity: "error",
    message: 'must be one phone number, such as "+43 1 234567"',
    example: "+43 1 2345, +43 660 12345",
  },
  {
    kinds: ["website"],
    pattern: /\s/,
    severity: "error",
    message: SPACE_IN_ADDRESS,
    example: "https://example.com/a b",
  },
  {
    kinds: ["website"],
    pattern: (text) => !FORMS.website.test(text),
    severity: "error",
    message: "must be an address with http:// or https://, such as https://example.com/menu",
    example: "www.example.at",
  },
];

// The fields of standard texts. They are patterns, so that editors know them: with the flag "u" only, because JSON
// Schema has no other.
import { type Schema, schema, type ValueOf } from "../../kind/schema";

/** One line of text. Half a surrogate pair cannot be encoded. */
export const line = schema((z) =>
  z.string().regex(/^[^\p{Cc}\p{Cs}]+$/u, "must be one line of text that is not empty"),
);

/** Text of one or more lines. */
export const prose = schema((z) => z.string().regex(/^\P{Cs}+$/u, "must be text that is not empty"));

export const emailAddress = schema((z) =>
  z
    .string()
    .regex(
      /^[^\s@,;<>"\p{C}]+@[^\s@,;<>"\p{C}.]+(\.[^\s@,;<>"\p{C}.]+)+$/u,
      "must be an e-mail address, such as info@example.com",
    ),
);

/** An address in upper case makes a smaller QR code. */
export const webAddress = schema((z) =>
  z
    .string()
    .regex(
      /^(https?|HTTPS?):\/\/[^\s\p{C}/?#][^\s\p{C}]*$/u,
      "must be an address with http:// or https://, such as https://example.com/menu",
    ),
);

// The zero in brackets is dialed within the country only. After a country code it makes the number wrong.
export const phoneNumber = schema((z) =>
  z
    .string()
    .regex(
      /^(?!\+.*\(0\))\+?[\s()./-]*(\d[\s()./-]*){3,}$/u,
      'must be a phone number, such as "+43 1 234567", and must not have (0) after the country code',
    ),
);

/** The digits of a phone number, with its "+". */
export function digits(number: string): string {
  return number.replace(/[^\d+]/g, "");
}

/** A standard text of a QR code: its fields, and the text that they become. */
export interface StandardText<Fields extends Schema = Schema> {
  /** A schema without transforms. `.meta({ secret: true })` annotates fields that are never shown. */
  readonly fields: Fields;
  /** The text for valid fields. The order of the fields does not matter. */
  toText(fields: ValueOf<Fields>): string;
}

export function standardText<Fields extends Schema>(text: StandardText<Fields>): StandardText<Fields> {
  return text;
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Of the known values: an output of another resource is an object with other properties. */
export function isPlainMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isMapping(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Options of a refinement that also runs if a single field is wrong, so that all errors are reported at once. */
export function rule(error: string) {
  return { error, when: ({ value }: { value: unknown }) => isMapping(value) };
}

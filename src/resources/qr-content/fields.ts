// The forms of fields that several standard texts have. As patterns, so that editors know them too: without flags
// but "u", which is all that a JSON Schema's pattern has.
import { schema } from "../../kind/schema";

/** Text of one line. Half a surrogate pair is no text: it cannot be encoded. */
export const line = schema((z) =>
  z.string().regex(/^[^\p{Cc}\p{Cs}]+$/u, "must be text of one line that is not empty"),
);

/** Text that may have several lines. */
export const prose = schema((z) => z.string().regex(/^\P{Cs}+$/u, "must be text that is not empty"));

export const emailAddress = schema((z) =>
  z
    .string()
    .regex(
      /^[^\s@,;<>"\p{C}]+@[^\s@,;<>"\p{C}.]+(\.[^\s@,;<>"\p{C}.]+)+$/u,
      "must be an e-mail address, such as info@example.com",
    ),
);

/** In upper case it makes a smaller QR code. */
export const webAddress = schema((z) =>
  z
    .string()
    .regex(
      /^(https?|HTTPS?):\/\/[^\s\p{C}/?#][^\s\p{C}]*$/u,
      "must be an address with http:// or https://, such as https://example.com/menu",
    ),
);

// The zero in brackets is dialled only within the country: with the country code before it the number is wrong.
export const phoneNumber = schema((z) =>
  z
    .string()
    .regex(
      /^(?!\+.*\(0\))\+?[\s()./-]*(\d[\s()./-]*){3,}$/u,
      'must be a telephone number, such as "+43 1 234567", and must not have (0) after the country code',
    ),
);

/** The digits of a telephone number, with its "+": what stands between them is for people. */
export function dialled(number: string): string {
  return number.replace(/[^\d+]/g, "");
}

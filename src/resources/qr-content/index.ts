// The content of a QR code as named fields, which become a standard text.
import type { Props } from "../../kind/definition";
import { schema } from "../../kind/schema";
import type { StandardText } from "./fields";
import { isPlainMapping, rule } from "./fields";
import { email, link, phone, sms, text } from "./plain-content";
import { vcard } from "./vcard";
import { wifi } from "./wifi";

const TEXTS = { wifi, vcard, email, phone, sms, link, text };

export const content = schema((z) =>
  z
    .strictObject({
      wifi: wifi.fields().optional(),
      vcard: vcard.fields().optional(),
      email: email.fields().optional(),
      phone: phone.fields().optional(),
      sms: sms.fields().optional(),
      link: link.fields().optional(),
      text: text.fields().optional(),
    })
    .refine(
      (given) => kindsOf(given).length === 1,
      rule(`must have exactly one of ${Object.keys(TEXTS).join(", ")}`),
    )
    .meta({ minProperties: 1, maxProperties: 1 }),
);

/** The names of the given contents. Empty if the value is not a mapping, or is an output of another resource. */
export function kindsOf(given: unknown): string[] {
  return isPlainMapping(given) ? Object.keys(given).filter((kind) => given[kind] !== undefined) : [];
}

/** The standard text of a valid content. */
export function contentText(given: unknown): string {
  for (const [kind, fields] of Object.entries(given as Props)) {
    const standard = (TEXTS as Record<string, StandardText>)[kind];
    if (standard && fields !== undefined) return standard.toText(fields);
  }
  throw new Error("a valid content has one of the standard texts");
}

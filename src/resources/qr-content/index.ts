// The content of a QR code by named fields: what it is, its fields, and the standard text that they become.
import type { Props } from "../../kind/definition";
import { schema, type ValueOf } from "../../kind/schema";
import { email } from "./email";
import { link } from "./link";
import { phone } from "./phone";
import { isMapping, rule } from "./rules";
import { sms } from "./sms";
import type { StandardText } from "./standard-text";
import { text } from "./text";
import { vcard } from "./vcard";
import { wifi } from "./wifi";

const TEXTS = { wifi, vcard, email, phone, sms, link, text };

type Texts = { [Kind in keyof typeof TEXTS]: ValueOf<(typeof TEXTS)[Kind]["fields"]> };

/** Exactly one of the properties. */
type OneOf<All> = {
  [One in keyof All]: { [Name in One]: All[Name] } & { [Other in Exclude<keyof All, One>]?: undefined };
}[keyof All];

/** A wifi, a contact, an e-mail, a number to call, a text message, an address or a text: one of them. */
export type QrContent = OneOf<Texts>;

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

/** What content is named, as far as it is a mapping at all. */
export function kindsOf(given: unknown): string[] {
  return isMapping(given) ? Object.keys(given).filter((kind) => given[kind] !== undefined) : [];
}

/** The standard text of a content that the schema takes. */
export function contentText(given: unknown): string {
  for (const [kind, fields] of Object.entries(given as Props)) {
    const standard = (TEXTS as Record<string, StandardText>)[kind];
    if (standard && fields !== undefined) return standard.toText(fields);
  }
  throw new Error("a content that has passed its schema names one of the standard texts");
}

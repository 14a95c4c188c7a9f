// The content of a QR code as named fields, which become a standard text.
import type { Props, ShorthandSettings } from "../../kind/definition";
import { schema } from "../../kind/schema";
import type { StandardText } from "./fields";
import { isPlainMapping, rule } from "./fields";
import { isMadeFor, namedFields } from "./named-fields";
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
  const [kind, fields] = onlyKind(given);
  return (TEXTS as Record<string, StandardText>)[kind]!.toText(fields);
}

/** What is sent for a valid content. @throws ShorthandError */
export function contentData({ type, content }: Props, { qrContent }: ShorthandSettings): unknown {
  const [kind, fields] = onlyKind(content);
  const named = qrContent === "fields" && isMadeFor(type, kind) ? namedFields(kind, fields) : undefined;
  return named ?? contentText(content);
}

function onlyKind(given: unknown): [kind: string, fields: unknown] {
  const [kind] = kindsOf(given);
  if (kind === undefined || !(kind in TEXTS))
    throw new Error("a valid content has one of the standard texts");
  return [kind, (given as Props)[kind]];
}

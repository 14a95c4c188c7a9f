// The content of a QR code as an object with the service's own field names. api.md does not have them: other
// installations of the API do (docs/assumptions.md).
import { ShorthandError } from "../../kind/annotations";
import type { Props } from "../../kind/definition";
import { digits } from "./fields";
import type { vcard } from "./vcard";
import type { wifi } from "./wifi";

type WifiFields = Parameters<typeof wifi.toText>[0];
type VcardFields = Parameters<typeof vcard.toText>[0];
interface EmailFields {
  readonly to: string;
  readonly subject?: string;
  readonly body?: string;
}
interface SmsFields {
  readonly number: string;
  readonly message?: string;
}

/** What the service gets, and the given fields that have no name there. */
interface Named {
  readonly data: unknown;
  readonly unnamed?: Props;
}

const FORMS: Readonly<Record<string, (fields: never) => Named>> = {
  wifi: ({ ssid, password, encryption = "WPA", hidden }: WifiFields) => ({
    data: given({ ssid, encryption, pass: password }),
    unnamed: { hidden: hidden || undefined },
  }),
  vcard: ({ name, givenName, familyName, phone, email, website, ...unnamed }: VcardFields) => {
    const isSplit = givenName !== undefined || familyName !== undefined;
    return {
      data: given({
        fname: givenName ?? "",
        lname: isSplit ? (familyName ?? "") : name,
        phone: phone && digits(phone),
        email,
        site: website,
      }),
      unnamed,
    };
  },
  email: ({ to, ...rest }: EmailFields) => ({ data: given({ email: to, ...rest }) }),
  sms: ({ number, message }: SmsFields) => ({ data: given({ phone: digits(number), message }) }),
  // The service makes the address for calling itself.
  phone: (number: string) => ({ data: digits(number) }),
};

/** Types for a content, besides the one with its name. */
const OTHER_TYPES: Readonly<Record<string, string>> = { vcard: "staticvcard", sms: "smsonly" };

/** Whether a code of this type holds this content as what it is, not as a text to show. */
export function isMadeFor(type: unknown, kind: string): boolean {
  return type === kind || type === OTHER_TYPES[kind];
}

/** The content in the form of the service. `undefined` if that is the standard text. @throws ShorthandError */
export function namedFields(kind: string, fields: unknown): unknown {
  const form = FORMS[kind];
  if (!form) return undefined;
  const { data, unnamed = {} } = form(fields as never);
  const [name] = Object.keys(given(unnamed));
  if (name === undefined) return data;
  throw new ShorthandError(
    `content.${kind}.${name}: no field name is known for it, and link-management:qrContent is "fields". Remove it, write ` +
      "the object that your service expects as data, or set type: text",
  );
}

function given(fields: Props): Props {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

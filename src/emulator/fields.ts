// Reads and checks the fields of a request body.
import { hostOf, PUBLIC_HOST } from "./account";
import type { Preset } from "./preset";

/** A field of a request. */
export interface Field {
  /** Where it must be given and not empty. @default optional */
  readonly required?: "create" | "update" | "always";
  /** Updates ignore it. */
  readonly createOnly?: true;
  /** How it is checked and rewritten. @default any text */
  readonly form?: Form;
}

/** A failure of the emulated service. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The body of a create, or of an update of `old`. */
export interface Input {
  readonly preset: Preset;
  readonly body: Readonly<Record<string, unknown>>;
  readonly old: Readonly<Record<string, unknown>> | undefined;
}

/** A field or a constraint is violated. */
export function reject(message: string): never {
  throw new ServiceError(400, message);
}

/** @param what a field or a parameter @throws {ServiceError} if one is not known */
export function rejectUnknown(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) reject(`The ${what} ${unknown} is unknown.`);
}

/** The values to store of all fields that the body has: an update keeps the others. */
export function readFields(
  fields: Readonly<Record<string, Field>>,
  input: Input,
): Readonly<Record<string, unknown>> {
  const { body, preset, old } = input;
  if (preset.undocumentedInput === "rejected") rejectUnknown("field", body, Object.keys(fields));
  const read = Object.entries(fields)
    .filter(([, { createOnly }]) => !createOnly || old === undefined)
    .map(([name, field]) => [name, readField(name, field, input)])
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(read);
}

/** The name that a create requires can be omitted in an update, but not cleared. */
function readField(name: string, { required, form = "text" }: Field, input: Input): unknown {
  const value = input.body[name] ?? (name in input.body ? "" : undefined);
  const isMissing = value === undefined || (typeof value === "string" && value.trim() === "");
  const isRequired = required === "always" || required === (input.old ? "update" : "create");
  if (isMissing && (isRequired || (required === "create" && value !== undefined)))
    reject(`The field ${name} is required.`);
  return value === undefined ? undefined : FORMS[form](value, name, input);
}

/**
 * Returns the value to store. `undefined` keeps the old one, or lets the service make one.
 * @throws {ServiceError} if the value is invalid
 */
type Check = (value: unknown, name: string, input: Input) => unknown;

/** A check of a text that is not empty. An empty one clears the field. */
function text(check: (value: string, name: string, input: Input) => string = (value) => value): Check {
  return (value, name, input) => {
    if (typeof value !== "string") reject(`The field ${name} must be a string.`);
    return value === "" ? "" : check(value, name, input);
  };
}

/** A text of a form, or "". */
const matching = (pattern: RegExp, what: string) =>
  text((value, name) => (pattern.test(value) ? value : reject(`The field ${name} must be ${what}.`)));

const oneOf = (wordsOf: (preset: Preset) => readonly string[]) =>
  text((value, name, { preset }) => {
    const words = wordsOf(preset);
    return words.includes(value) ? value : reject(`The field ${name} must be one of ${words.join(", ")}.`);
  });

/** The words of the API document for the types of pixels, and the networks' own (service.md 15, 46). */
export const PIXEL_TYPES: Readonly<Record<string, string>> = {
  gtmpixel: "gtmpixel",
  gapixel: "gapixel",
  fbpixel: "fbpixel",
  searchadspixel: "adwordspixel",
  professionalnetworkpixel: "linkedinpixel",
  microblogpixel: "twitterpixel",
  retargetingpixel: "adrollpixel",
  questionsitepixel: "quorapixel",
  pinboard: "pinterest",
  searchengine: "bing",
  ephemeralmessaging: "snapchat",
  forum: "reddit",
  shortvideo: "tiktok",
};
const QR_TYPES = ["text", "vcard", "link", "email", "phone", "sms", "wifi"];
const FURTHER_QR_TYPES = ["whatsapp", "smsonly", "application", "crypto", "staticvcard"];
const TEXT_QR_TYPES = ["text", "link", "phone"];

const anyName = text((value, _, { preset }) => {
  const trimmed = value.trim();
  return preset.names === "kept" ? value : trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
});

/** Lower-case letters, digits and single dashes. */
export function slugify(value: string): string {
  const letters = value
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
  return letters.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** A part of an address. If empty, a new object gets one, and an update keeps it. */
const addressPart =
  (pattern: RegExp): Check =>
  (value, name, { preset }) => {
    if (value === "") return undefined;
    const isSlug = name === "slug" && preset.names !== "kept";
    const part = isSlug ? slugify(String(value)) : String(value);
    return pattern.test(part) ? part : reject(`The field ${name} must be a part of an address.`);
  };

const FORMS = {
  /** The id of an object, which a client may send as text. */
  id: (value) => Number(value),
  text: text(),
  name: anyName,
  /** The name of a channel or a campaign. */
  uniqueName: (value, name, input) => {
    const isShort = input.preset.rejectedDuplicates === "names" && String(value).trim().length < 2;
    return isShort ? reject(`The field ${name} is too short.`) : anyName(value, name, input);
  },
  qrName: (value, name, input) =>
    input.preset.qrNames === "rejected"
      ? reject(`The field ${name} is unknown.`)
      : anyName(value, name, input),
  /** true, false, 0, 1, also as text. */
  boolean: (value, name) => {
    if ([true, 1, "1", "true"].includes(value as string)) return true;
    if ([false, 0, "0", "false"].includes(value as string)) return false;
    return reject(`The field ${name} must be true or false.`);
  },
  hexColor: matching(/^#[0-9a-f]{6}$/i, "a color #RRGGBB"),
  rgbColor: matching(/^rgb\( *\d{1,3}( *, *\d{1,3}){2} *\)$/, "a color rgb(<r>,<g>,<b>)"),
  email: matching(/^[^\s@]+@[^\s@]+$/, "an email address"),
  url: matching(/^https?:\/\/[^\s/]\S*$/i, "a URL with http:// or https://"),
  origin: matching(/^https?:\/\/[^\s/?#@]+\/?$/i, "a URL with http:// or https://, and without a path"),
  pixelType: oneOf(({ pixelTypes }) =>
    pixelTypes === "networks" ? Object.values(PIXEL_TYPES) : Object.keys(PIXEL_TYPES),
  ),
  qrType: oneOf(({ qrData }) => (qrData === "objects" ? [...QR_TYPES, ...FURTHER_QR_TYPES] : QR_TYPES)),
  qrData: (value, _, { body, preset, old }) => {
    const isText = typeof value === "string";
    if (!isText && typeof value !== "object") reject("The field data must be a text, an array or an object.");
    const needsText = preset.qrData === "text" || TEXT_QR_TYPES.includes(String(old?.type ?? body.type));
    if (preset.qrData !== "any" && needsText !== isText)
      reject(`The field data must be ${needsText ? "a text" : "an object"} for this type.`);
    return value;
  },
  slug: addressPart(/^[\p{L}\p{N}._~-]+$/u),
  /** As a slug (service.md 61). */
  alias: addressPart(/^[^\s/?#]{3,}$/),
  /** The address of a domain that is given by address or host. "" is the service's own. */
  linkDomain: (value) => {
    const host = hostOf(String(value));
    return host === "" || host === PUBLIC_HOST ? "" : `https://${host}`;
  },
} satisfies Readonly<Record<string, Check>>;

export type Form = keyof typeof FORMS;

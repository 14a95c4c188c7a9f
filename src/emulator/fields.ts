// Reads and checks the fields of a request body.
import type { Account } from "./account";
import type { Preset } from "./preset";
import { hostOf, PUBLIC_HOST } from "./records";

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
  readonly account: Account;
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
  const read = Object.entries(fields).flatMap(([name, facts]) => {
    const value = facts.createOnly && old !== undefined ? undefined : readField(name, facts, input);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(read);
}

function readField(name: string, { required, form = "text" }: Field, input: Input): unknown {
  const isRequired = required === "always" || required === (input.old === undefined ? "create" : "update");
  const value = input.body[name] === null ? "" : input.body[name];
  if (isRequired && (value === undefined || isBlank(value))) reject(`The field ${name} is required.`);
  if (value === undefined) return undefined;
  // The name that a create requires can be omitted in an update, but not cleared.
  if (required === "create" && isBlank(value)) reject(`The field ${name} must not be empty.`);
  return FORMS[form](value, name, input);
}

const isBlank = (value: unknown) => typeof value === "string" && value.trim() === "";

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

function oneOf(value: string, values: readonly string[], name: string): string {
  return values.includes(value) ? value : reject(`The field ${name} must be one of ${values.join(", ")}.`);
}

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

/** A text of a form, or "". */
const matching = (pattern: RegExp, what: string) =>
  text((value, name) => (pattern.test(value) ? value : reject(`The field ${name} must be ${what}.`)));

function storedName(value: string, { preset }: Input): string {
  const name = value.trim();
  return preset.names === "kept" ? value : name.charAt(0).toUpperCase() + name.slice(1);
}

/** Lower-case letters, digits and single dashes. */
export function slugify(value: string): string {
  const plain = value.normalize("NFKD").replace(/\p{Mark}/gu, "");
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The address of a domain that is given by address, host or id. "" is the service's own. */
function linkDomain(value: unknown, { account }: Input): string {
  const host = hostOf(String(value));
  if (host === "" || host === PUBLIC_HOST) return "";
  const domains = account.domains.list();
  const isIt = ({ id, domain }: { id: number; domain: string }) =>
    host === String(id) || host === hostOf(domain);
  return domains.find(isIt)?.domain ?? `https://${host}`;
}

function qrData(data: unknown, { body, preset, old }: Input): unknown {
  const isText = typeof data === "string";
  const isEmpty = !isText && (typeof data !== "object" || Object.keys(data as object).length === 0);
  if (isEmpty) reject("The field data must be a text, an array or an object.");
  const needsText = TEXT_QR_TYPES.includes(String(old?.type ?? body.type));
  if (preset.qrData === "objects" && needsText !== isText)
    reject(`The field data must be ${needsText ? "a text" : "an object"} for this type.`);
  return data;
}

const FORMS = {
  /** The id of an object, which a client may send as text. */
  id: (value) => Number(value),
  text: text(),
  name: text((value, _, input) => storedName(value, input)),
  /** Of a channel or campaign. */
  uniqueName: text((value, name, input) => {
    const minimum = input.preset.rejectedDuplicates === "names" ? 2 : 1;
    if (value.trim().length < minimum) reject(`The field ${name} needs at least ${minimum} characters.`);
    return storedName(value, input);
  }),
  qrName: (value, name, input) => {
    if (input.preset.qrNames === "rejected") reject(`The field ${name} is unknown.`);
    if (typeof value !== "string" || isBlank(value)) reject(`The field ${name} must be a text.`);
    return storedName(value, input);
  },
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
  pixelType: text((value, name, { preset }) => {
    const words = preset.pixelTypes === "networks" ? Object.values(PIXEL_TYPES) : Object.keys(PIXEL_TYPES);
    return oneOf(value, words, name);
  }),
  qrType: text((value, name, { preset }) =>
    oneOf(value, preset.qrData === "objects" ? [...QR_TYPES, ...FURTHER_QR_TYPES] : QR_TYPES, name),
  ),
  qrData: (value, _, input) => qrData(value, input),
  /** If empty, a new campaign gets one, and an update keeps it: its address needs one. */
  slug: (value, name, { preset }) => {
    if (value === "") return undefined;
    const stored = preset.names === "kept" ? String(value) : slugify(String(value));
    return /^[\p{L}\p{N}._~-]+$/u.test(stored)
      ? stored
      : reject(`The field ${name} may contain only letters and digits.`);
  },
  /** As a slug (service.md 61). */
  alias: (value, name) => {
    if (value === "") return undefined;
    return /^[^\s/?#]{3,}$/.test(String(value))
      ? String(value)
      : reject(`The field ${name} needs three characters of an address.`);
  },
  linkDomain: (value, _, input) => linkDomain(value, input),
} satisfies Readonly<Record<string, Check>>;

export type Form = keyof typeof FORMS;

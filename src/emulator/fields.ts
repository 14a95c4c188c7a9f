// Reads and checks the fields of a request body.
import { hostOf, PUBLIC_HOST } from "./account";
import type { Preset } from "./preset";

/** A field of a request. */
export interface Field {
  /** Where it must be given and not empty. @default optional */
  readonly required?: "create" | "update" | "always";
  /** Updates ignore it. */
  readonly createOnly?: true;
  /** Only a preset with names of QR codes knows it. */
  readonly undocumented?: true;
  /** What it is. @default "text" */
  readonly form?: keyof typeof FORMS;
}

/** What a request may have, by name. */
export type Fields = Readonly<Record<string, Field>>;

type Values = Readonly<Record<string, unknown>>;

/** The body of a create, or of an update of `old`. */
interface Input {
  readonly preset: Preset;
  readonly body: Values;
  readonly old?: Values | undefined;
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

/** A field or a constraint is violated. */
export function reject(message: string): never {
  throw new ServiceError(400, message);
}

/** The values to store of all fields that the body has: an update keeps the others. @throws {ServiceError} */
export function readFields(fields: Fields, input: Input): Values {
  const read = Object.entries(fields)
    .filter(([, { createOnly }]) => !createOnly || input.old === undefined)
    .map(([name, field]) => [name, readField(name, field, input)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(read);
}

function readField(name: string, { required, form = "text" }: Field, input: Input): unknown {
  const { body, preset, old } = input;
  const value = body[name] ?? (name in body ? "" : undefined);
  const isRequired = required === "always" || required === (old ? "update" : "create");
  const mayBeOmitted = old !== undefined && preset.undocumentedInput === "accepted";
  if (value === undefined)
    return isRequired && !mayBeOmitted ? reject(`The field ${name} is required.`) : value;
  // The name that a create requires can be omitted in an update, but not cleared.
  const mayBeEmpty = !isRequired && required !== "create";
  if (!mayBeEmpty && String(value).trim() === "") reject(`The field ${name} is required.`);
  const stored = checked(form, value, input);
  return stored === undefined ? reject(`The field ${name} is invalid.`) : stored;
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
/** As they are, and as text. */
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

/** A pattern of texts that are not empty, or what makes the value to store. It returns `undefined` for an invalid one. */
type Check = RegExp | ((value: unknown, input: Input) => unknown);

const oneOf = (words: readonly string[], value: unknown) =>
  words.find((word) => word === value) ?? reject(`The type must be one of ${words.join(", ")}.`);

const FORMS = {
  /** The id of an object, which a client may send as text. */
  id: Number,
  text: /^/,
  name: /^/,
  boolean: (value) => BOOLEANS[String(value)],
  hexColor: /^#[0-9a-f]{6}$/i,
  rgbColor: /^rgb\( *\d{1,3}( *, *\d{1,3}){2} *\)$/,
  email: /^[^\s@]+@[^\s@]+$/,
  url: /^https?:\/\/[^\s/]\S*$/i,
  /** Without a path. */
  origin: /^https?:\/\/[^\s/?#@]+\/?$/i,
  slug: /^[\p{L}\p{N}._~-]+$/u,
  /** As a slug, but kept as it is (service.md 61). */
  alias: /^[^\s/?#]{3,}$/,
  pixelType: (value, { preset }) => {
    const wordsOf = preset.pixelTypes === "networks" ? Object.values : Object.keys;
    return oneOf(wordsOf(PIXEL_TYPES), value);
  },
  qrType: (value, { preset }) =>
    oneOf(preset.qrData === "objects" ? [...QR_TYPES, ...FURTHER_QR_TYPES] : QR_TYPES, value),
  qrData: (value, { body, preset, old }) => {
    const isText = typeof value === "string";
    const needsText = preset.qrData === "text" || TEXT_QR_TYPES.includes(String(old?.type ?? body.type));
    const isValid = preset.qrData === "any" || needsText === isText;
    return isValid && (isText || typeof value === "object") ? value : undefined;
  },
  /** The address of a domain that is given by address or host. "" is the service's own. */
  linkDomain: (value) => {
    const host = hostOf(String(value));
    return host === "" || host === PUBLIC_HOST ? "" : `https://${host}`;
  },
} satisfies Readonly<Record<string, Check>>;

/** What services rewrite (service.md 44). */
const REWRITTEN: { readonly [K in keyof typeof FORMS]?: (value: string) => string } = {
  name: (value) => value.trim().replace(/^./u, (letter) => letter.toUpperCase()),
  slug: (value) => (value.toLowerCase().match(/[a-z0-9]+/g) ?? []).join("-"),
};

/** The value to store, an empty text also for a field of a pattern. `undefined` if it is invalid. */
function checked(form: keyof typeof FORMS, given: unknown, input: Input): unknown {
  const check: Check = FORMS[form];
  if (!(check instanceof RegExp)) return check(given, input);
  if (typeof given !== "string") return undefined;
  const value = input.preset.names === "kept" ? given : (REWRITTEN[form]?.(given) ?? given);
  return given === "" || check.test(value) ? value : undefined;
}

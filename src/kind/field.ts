// How arguments are named, converted and compared: by meaning, not by spelling.
import type { Field, FieldOptions } from "./definition";

/** The common form of all spellings of a value. */
type Canonical = (value: unknown) => string | boolean | undefined;

/** A field that is read from the key of its name and sent as it is. */
function field(
  api: string,
  canonical: Canonical,
  options: FieldOptions = {},
  fromItem = (value: unknown) => value,
): Field {
  // Usually nothing changed, and parsing an address takes long.
  const same = (a: unknown, b: unknown) => a === b || canonical(a) === canonical(b);
  return {
    ...options,
    api,
    read: (item) => {
      const value = options.writeOnly ? undefined : fromItem(item[api]);
      return options.isNeverEmpty && value === "" ? undefined : value;
    },
    canonical,
    same,
    isAsGiven: (given, shown) =>
      same(given, shown) ||
      (typeof given === "string" && typeof shown === "string" && plainText(given) === plainText(shown)),
  };
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  // An object from the service may have a `toString` property that is not a function.
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Text without what services rewrite: outer spaces, repeated ones, letter case, a slash at the end. */
export function plainText(value: string): string {
  return value.trim().replace(/\s+/g, " ").replace(/\/$/, "").toLowerCase();
}

function textual(api: string, canonical: Canonical, options?: FieldOptions): Field {
  return field(api, canonical, options, asText);
}

/** Text or an id. Unset is "", however the service writes it (null, missing, ""). */
export function text(api: string, options?: FieldOptions): Field {
  return textual(api, asText, options);
}

/** What services keep as it is. */
const PLAIN_SLUG = /^[a-z\d]+(-[a-z\d]+)*$/i;

/** A part of an address. Services replace or drop its special characters, and keep its letters and digits. */
export function slug(api: string): Field {
  const plain = text(api);
  const isRewritten = (given: string, shown: string) =>
    !PLAIN_SLUG.test(given) &&
    /^[\w-]+$/.test(shown) &&
    [given, given.normalize("NFC").replace(/[äöü]/gi, "$&e")].some((one) => letters(one) === letters(shown));
  return {
    ...plain,
    isAsGiven: (given, shown) => plain.isAsGiven(given, shown) || isRewritten(asText(given), asText(shown)),
  };
}

function letters(slug: string): string {
  const plain = slug.normalize("NFKD").toLowerCase().replaceAll("ß", "ss");
  return plain.replace(/[^a-z\d]/g, "");
}

/** A word that services write in several ways. @param common the common word by another one in lower case */
export function word(api: string, common: ReadonlyMap<string, string>, options?: FieldOptions): Field {
  const canonical = (value: unknown) => common.get(asText(value).trim().toLowerCase()) ?? asText(value);
  return textual(api, canonical, options);
}

/** A boolean, which the service may write as 0/1 or "0"/"1". A missing one is unknown. */
export function flag(api: string, options?: FieldOptions): Field {
  return field(api, asFlag, options, asFlag);
}

function asFlag(value: unknown): boolean | undefined {
  if ([true, 1, "1", "true"].some((one) => one === value)) return true;
  if ([false, 0, "0", "false", ""].some((one) => one === value)) return false;
  return undefined;
}

/** `#RRGGBB` in any case. The service may drop the `#`. */
export function hexColor(api: string, options?: FieldOptions): Field {
  return textual(api, (value) => asText(value).trim().replace(/^#/, "").toLowerCase(), options);
}

/** `rgb(r,g,b)` with any white space. */
export function rgbColor(api: string, options?: FieldOptions): Field {
  return textual(api, (value) => asText(value).replace(/\s+/g, "").toLowerCase(), options);
}

/** A web address: scheme and host in any case, a bare host with or without a trailing slash. A user name counts. */
export function address(api: string, options?: FieldOptions): Field {
  return textual(api, (value) => plainAddress(asText(value).trim()), options);
}

function plainAddress(value: string): string {
  if (!URL.canParse(value)) return value;
  const { href, pathname, search, hash } = new URL(value);
  return pathname === "/" && !search && !hash ? href.replace(/\/$/, "") : href;
}

/** Structured content, compared as JSON. The engine does not keep the order of an object's keys. */
export function verbatim(api: string, options?: FieldOptions): Field {
  return field(api, (value) => JSON.stringify(value, sortKeys), options);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

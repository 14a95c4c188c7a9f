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
  return {
    ...options,
    api,
    read: (item) => {
      const value = options.writeOnly ? undefined : fromItem(item[api]);
      return options.isNeverEmpty && value === "" ? undefined : value;
    },
    write: (value) => value,
    canonical,
    // Usually nothing changed, and parsing an address takes long.
    same: (a, b) => a === b || canonical(a) === canonical(b),
  };
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  // An object from the service may have a `toString` property that is not a function.
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function textual(api: string, canonical: Canonical, options?: FieldOptions): Field {
  return field(api, canonical, options, asText);
}

/** Text. Unset is "", however the service writes it (null, missing, ""). */
export function text(api: string, options?: FieldOptions): Field {
  return textual(api, asText, options);
}

/** A word that services write in several ways. @param same the common word by another one in lower case */
export function word(api: string, same: ReadonlyMap<string, string>, options?: FieldOptions): Field {
  const common = (text: string) => same.get(text.trim().toLowerCase()) ?? text;
  return textual(api, (value) => common(asText(value)), options);
}

/** A boolean, which the service may write as 0/1 or "0"/"1". A missing one is unknown. */
export function flag(api: string, options?: FieldOptions): Field {
  return field(api, asFlag, options, asFlag);
}

function asFlag(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === "1" || value === "true") return true;
  if (value === false || value === 0 || value === "0" || value === "false" || value === "") return false;
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
  return textual(api, (value) => plainAddress(asText(value)), options);
}

function plainAddress(value: string): string {
  try {
    const url = new URL(value.trim());
    const isBareHost = url.pathname === "/" && !url.search && !url.hash;
    return isBareHost ? url.href.replace(/\/$/, "") : url.href;
  } catch {
    return value.trim();
  }
}

/** An id: a number or text. */
export function serviceId(api: string, options?: FieldOptions): Field {
  return text(api, options);
}

/** Structured content, compared as JSON. The engine does not keep the order of an object's keys. */
export function verbatim(api: string, options?: FieldOptions): Field {
  return field(api, (value) => JSON.stringify(value, sortKeys), options);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Whether a service may have rewritten a value: it trims, collapses spaces, changes case or removes a trailing slash. In a
 * slug, it also replaces or drops special characters. Such a difference is not drift. It would come back after every update.
 */
export function looksRewritten(given: unknown, remote: unknown, { isSlug }: FieldOptions = {}): boolean {
  if (typeof given !== "string" || typeof remote !== "string" || given === remote) return false;
  const plain = (value: string) => value.trim().replace(/\s+/g, " ").replace(/\/$/, "").toLowerCase();
  return plain(given) === plain(remote) || (isSlug === true && looksSlugified(given, remote));
}

/**
 * The letters and digits are the same. In a slug without special characters, only dashes at its ends and repeated ones may
 * go: any other difference is a real change.
 */
function looksSlugified(given: string, remote: string): boolean {
  if (!/^[a-z\d_-]+$/.test(remote)) return false;
  if (/^[a-z\d-]*$/i.test(given)) return remote === given.toLowerCase().split("-").filter(Boolean).join("-");
  const bare = (slug: string) =>
    slug
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll("ß", "ss")
      .replace(/[^a-z\d]/g, "");
  const withUmlauts = given.normalize("NFC").replace(/[äöü]/gi, "$&e");
  return bare(remote) !== "" && [given, withUmlauts].some((one) => bare(one) === bare(remote));
}

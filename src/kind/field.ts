// How the arguments of a kind are called, written, read back and compared: by meaning, not by spelling.
import type { Field } from "./definition";

interface Options {
  /** Name in the API where it differs from ours. */
  readonly api: string;
  /** Whether "" takes the value away (the API takes text there). Default false. */
  readonly clearable?: boolean;
}

/** What two values have in common that mean the same: equal by `===` just then. */
type Canonical = (value: unknown) => string | boolean | undefined;

/** A field that is read from the key of its name and sent as it is; its meaning decides what is equal. */
function field({ api, clearable = false }: Options, canonical: Canonical): Field {
  return {
    api,
    clearable,
    read: (item) => item[api],
    write: (value) => value,
    canonical,
    // Mostly nothing changed, and an address takes long to take apart.
    same: (a, b) => a === b || canonical(a) === canonical(b),
  };
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  // An object of the service may have a `toString` that is none.
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function textual(options: Options, canonical: Canonical): Field {
  return { ...field(options, canonical), read: (item) => asText(item[options.api]) };
}

/** Text; unset is "" however the service spells it (null, missing, ""). */
export function text(options: Options): Field {
  return textual(options, asText);
}

/** A value that the service never shows again: there is nothing to read. */
export function unreadable(hidden: Field): Field {
  return { ...hidden, read: () => undefined };
}

/** A boolean, which the service may spell 0/1 or "0"/"1"; unset cannot be told from not shown. */
export function flag(options: Options): Field {
  return { ...field(options, asFlag), read: (item) => asFlag(item[options.api]) };
}

function asFlag(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === "1" || value === "true") return true;
  if (value === false || value === 0 || value === "0" || value === "false" || value === "") return false;
  return undefined;
}

/** `#RRGGBB`, in either case, and without `#` should the service drop it. */
export function hexColour(options: Options): Field {
  return textual(options, (value) => asText(value).trim().replace(/^#/, "").toLowerCase());
}

/** `rgb(r,g,b)`, whatever the white space. */
export function rgbColour(options: Options): Field {
  return textual(options, (value) => asText(value).replace(/\s+/g, "").toLowerCase());
}

/** A web address: scheme and host in any case, a bare host with or without its slash. */
export function address(options: Options): Field {
  return textual(options, (value) => plainAddress(asText(value)));
}

export function plainAddress(value: string): string {
  try {
    const url = new URL(value.trim());
    const path = url.pathname === "/" && !url.search && !url.hash ? "" : url.pathname;
    return `${url.protocol}//${url.host}${path}${url.search}${url.hash}`;
  } catch {
    return value.trim();
  }
}

/** An id, which may be a number or text. */
export function serviceId(options: Options): Field {
  return text(options);
}

/** Structured content: compared as JSON, sent as it is. */
export function verbatim(options: Options): Field {
  return field(options, (value) => JSON.stringify(value));
}

/**
 * Whether two values differ only as a service differs that trims, lower-cases or adds a slash on write.
 * Such a difference comes back after every `up`, so the user is told to write the service's spelling.
 */
export function looksNormalised(given: unknown, live: unknown): boolean {
  if (typeof given !== "string" || typeof live !== "string" || given === live) return false;
  const plain = (value: string) => value.trim().replace(/\s+/g, " ").replace(/\/$/, "").toLowerCase();
  return plain(given) === plain(live);
}

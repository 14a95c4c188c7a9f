// How the arguments of a kind are called, written, read back and compared: by meaning, not by spelling.
import type { Field, Props } from "./definition";

interface Options {
  /** Name in the API where it differs from ours. */
  readonly api: string;
  /** Whether "" takes the value away (the API takes text there). Default false. */
  readonly clearable?: boolean;
}

const asText = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/** Text; unset is "" however the service spells it (null, missing, ""). */
export function text({ api, clearable = false }: Options): Field {
  return {
    api,
    clearable,
    read: (item) => asText(item[api]),
    write: (value) => value,
    same: (a, b) => asText(a) === asText(b),
  };
}

/** A value that the service never shows again: there is nothing to read. */
export function unreadable(field: Field): Field {
  return { ...field, read: () => undefined };
}

/** A boolean, which the service may spell 0/1 or "0"/"1"; unset cannot be told from not shown. */
export function flag({ api }: Options): Field {
  return {
    api,
    clearable: false,
    read: (item) => asFlag(item[api]),
    write: (value) => value,
    same: (a, b) => asFlag(a) === asFlag(b),
  };
}

function asFlag(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === "1" || value === "true") return true;
  if (value === false || value === 0 || value === "0" || value === "false" || value === "") return false;
  return undefined;
}

/** `#RRGGBB`, in either case, and without `#` should the service drop it. */
export function hexColour(options: Options): Field {
  const plain = (value: unknown) => asText(value).trim().replace(/^#/, "").toLowerCase();
  return { ...text(options), same: (a, b) => plain(a) === plain(b) };
}

/** `rgb(r,g,b)`, whatever the white space. */
export function rgbColour(options: Options): Field {
  const plain = (value: unknown) => asText(value).replace(/\s+/g, "").toLowerCase();
  return { ...text(options), same: (a, b) => plain(a) === plain(b) };
}

/** A web address: scheme and host in any case, a bare host with or without its slash. */
export function address(options: Options): Field {
  return { ...text(options), same: (a, b) => plainAddress(asText(a)) === plainAddress(asText(b)) };
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
export function serviceId({ api }: Options): Field {
  return { ...text({ api }), same: (a, b) => asText(a) === asText(b) };
}

/** Structured content: compared as JSON, sent as it is. */
export function verbatim({ api }: Options): Field {
  return {
    api,
    clearable: false,
    read: (item: Props) => item[api],
    write: (value) => value,
    same: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  };
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

// Reads and checks the fields of a request body. Everything in it is untrusted.

import type { Dialect } from "../dialect";
import { Refusal } from "./responses";

/** Turns a text into what is stored, or refuses it. */
export type Check = (text: string, field: string) => string;

/**
 * The fields of one request body. For a create `old` is undefined; for an update it is the value before, which
 * the dialect may keep or clear where the body says nothing.
 */
export class Fields {
  readonly #body: Readonly<Record<string, unknown>>;
  readonly #dialect: Dialect;

  constructor(body: Readonly<Record<string, unknown>>, dialect: Dialect) {
    this.#body = body;
    this.#dialect = dialect;
  }

  /** The value as it came; undefined also for null, which counts as not given. */
  raw(field: string): unknown {
    return Object.hasOwn(this.#body, field) ? (this.#body[field] ?? undefined) : undefined;
  }

  /** @throws {Refusal} when the field is missing, empty or no text. */
  requiredText(field: string, check: Check = asIs): string {
    const text = this.#text(field);
    if (text === undefined || text.trim() === "") throw new Refusal(400, `The field ${field} is required.`);
    return check(text, field);
  }

  /** A name that an update may leave out, but not empty. */
  optionalName(field: string, old: string, check: Check): string {
    const text = this.#text(field);
    if (text === undefined) return this.#whenMissing(old, "");
    if (text.trim() !== "") return check(text, field);
    if (this.#dialect.emptyString === "ignored") return old;
    throw new Refusal(400, `The field ${field} must not be empty.`);
  }

  /** A text that can be cleared. */
  optionalText(field: string, old: string | undefined, check: Check = asIs): string {
    const given = Object.hasOwn(this.#body, field) && this.#body[field] === null ? "" : this.#text(field);
    if (given === undefined) return this.#whenMissing(old, "");
    if (given !== "") return check(given, field);
    switch (this.#dialect.emptyString) {
      case "cleared":
        return "";
      case "ignored":
        return old ?? "";
      case "refused":
        throw new Refusal(400, `The field ${field} must not be empty.`);
    }
  }

  /** A flag: true, false, 0, 1 or one of these as text. */
  optionalFlag(field: string, old: boolean | undefined): boolean {
    const value = this.raw(field);
    if (value === undefined) return this.#whenMissing(old, false);
    const flag = FLAGS.get(value);
    if (flag === undefined) throw new Refusal(400, `The field ${field} must be true or false.`);
    return flag;
  }

  #text(field: string): string | undefined {
    const value = this.raw(field);
    if (value === undefined || typeof value === "string") return value;
    throw new Refusal(400, `The field ${field} must be a text.`);
  }

  #whenMissing<T>(old: T | undefined, cleared: T): T {
    return old === undefined || this.#dialect.updateMissingField === "cleared" ? cleared : old;
  }
}

const FLAGS = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ["1", true],
  ["true", true],
  [false, false],
  [0, false],
  ["0", false],
  ["false", false],
]);

const asIs: Check = (text) => text;

export function nameCheck(dialect: Dialect): Check {
  return (text) => (dialect.trimNames ? text.trim() : text);
}

/** `#RRGGBB` (api.md, Channel). */
export function hexColour(dialect: Dialect): Check {
  return (text, field) => {
    if (!/^#[0-9a-f]{6}$/i.test(text)) throw new Refusal(400, `The field ${field} must be a colour #RRGGBB.`);
    switch (dialect.hexCase) {
      case "kept":
        return text;
      case "upper":
        return text.toUpperCase();
      case "lower":
        return text.toLowerCase();
    }
  };
}

/** `rgb(<r>,<g>,<b>)` with parts from 0 to 255 (api.md, QR input fields). */
export function rgbColour(dialect: Dialect): Check {
  const form =
    dialect.rgbSpaces === "accepted"
      ? /^rgb\( *(\d{1,3}) *, *(\d{1,3}) *, *(\d{1,3}) *\)$/
      : /^rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)$/;
  return (text, field) => {
    const parts = form.exec(text)?.slice(1).map(Number);
    if (parts === undefined || parts.some((part) => part > 255)) {
      throw new Refusal(400, `The field ${field} must be a colour rgb(<r>,<g>,<b>).`);
    }
    return text;
  };
}

/** An address with http:// or https://. */
export const webAddress: Check = (text, field) => {
  if (parseWebAddress(text) === undefined) {
    throw new Refusal(400, `The field ${field} must be an address with http:// or https://.`);
  }
  return text;
};

/** A bare domain with its scheme (api.md, Branded domain). */
export function bareDomain(dialect: Dialect): Check {
  return (text, field) => {
    const url = parseWebAddress(text);
    const extras = url && url.pathname + url.search + url.hash + url.username + url.password;
    if (extras !== "/") {
      throw new Refusal(
        400,
        `The field ${field} must be a domain with http:// or https:// and nothing after it.`,
      );
    }
    return dialect.domainSlash === "added" && !text.endsWith("/") ? `${text}/` : text;
  };
}

/** A slug fits into one path segment; it is kept as given, or lower-cased. */
export function slugCheck(dialect: Dialect): Check {
  return (text, field) => {
    if (!/^[\p{L}\p{N}._~-]+$/u.test(text)) {
      throw new Refusal(
        400,
        `The field ${field} may hold letters, digits, dashes, dots and underscores only.`,
      );
    }
    return dialect.lowercaseSlugs ? text.toLowerCase() : text;
  };
}

export function oneOf(values: readonly string[]): Check {
  return (text, field) => {
    if (!values.includes(text))
      throw new Refusal(400, `The field ${field} must be one of ${values.join(", ")}.`);
    return text;
  };
}

function parseWebAddress(text: string): URL | undefined {
  // The URL parser forgives white space and missing slashes, which the service should not store.
  return /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

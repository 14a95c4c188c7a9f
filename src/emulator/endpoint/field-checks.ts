// Checks of single fields. The dialect decides what the service stores.
import type { Dialect } from "../dialect";
import { HttpError } from "../http/http-error";

/**
 * Returns the text to store.
 * @throws {HttpError} if the text is invalid.
 */
export type Check = (text: string, field: string) => string;

/** `#RRGGBB` (api.md, Channel). */
export function hexColor(dialect: Dialect): Check {
  return (text, field) => {
    if (!/^#[0-9a-f]{6}$/i.test(text))
      throw new HttpError(400, `The field ${field} must be a color #RRGGBB.`);
    switch (dialect.hexColorCase) {
      case "kept":
        return text;
      case "upper":
        return text.toUpperCase();
      case "lower":
        return text.toLowerCase();
    }
  };
}

/** `rgb(<r>,<g>,<b>)` with numbers from 0 to 255 (api.md, QR input fields). */
export function rgbColor(dialect: Dialect): Check {
  const pattern =
    dialect.rgbColorSpaces === "accepted"
      ? /^rgb\( *(\d{1,3}) *, *(\d{1,3}) *, *(\d{1,3}) *\)$/
      : /^rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)$/;
  return (text, field) => {
    const parts = pattern.exec(text)?.slice(1).map(Number);
    if (parts === undefined || parts.some((part) => part > 255)) {
      throw new HttpError(400, `The field ${field} must be a color rgb(<r>,<g>,<b>).`);
    }
    return text;
  };
}

/** A URL with http:// or https://. */
export const webUrl: Check = (text, field) => {
  if (parseWebUrl(text) === undefined) {
    throw new HttpError(400, `The field ${field} must be a URL with http:// or https://.`);
  }
  return text;
};

/** A domain with its scheme and nothing else (api.md, Branded domain). */
export function domainUrl(dialect: Dialect): Check {
  return (text, field) => {
    const url = parseWebUrl(text);
    const rest = url && url.pathname + url.search + url.hash + url.username + url.password;
    if (rest !== "/") {
      throw new HttpError(
        400,
        `The field ${field} must be http:// or https:// with a domain, without a path.`,
      );
    }
    return dialect.domainTrailingSlash === "added" && !text.endsWith("/") ? `${text}/` : text;
  };
}

export function oneOf(values: readonly string[]): Check {
  return (text, field) => {
    if (!values.includes(text))
      throw new HttpError(400, `The field ${field} must be one of ${values.join(", ")}.`);
    return text;
  };
}

function parseWebUrl(text: string): URL | undefined {
  // The URL parser accepts white space and missing slashes, which the service must not store.
  return /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

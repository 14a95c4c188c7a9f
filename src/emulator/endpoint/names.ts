// Names and slugs: what the service stores, shows and rejects.
import type { Dialect } from "../dialect";
import { HttpError } from "../http/http-error";
import type { Check } from "./field-checks";

/** The name of a pixel, channel or campaign. */
export function nameCheck(dialect: Dialect): Check {
  return (text) => (dialect.namesRewritten === "whenStored" ? rewritten(dialect, text) : text);
}

/** The name of a channel or campaign. Some installations require two characters. */
export function longNameCheck(dialect: Dialect): Check {
  return (text, field) => {
    if (text.trim().length < dialect.minNameLength) {
      throw new HttpError(400, `The field ${field} needs at least ${dialect.minNameLength} characters.`);
    }
    return nameCheck(dialect)(text, field);
  };
}

/** A stored name as lists show it. */
export function listedName(dialect: Dialect, name: string): string {
  return dialect.namesRewritten === "inLists" ? rewritten(dialect, name) : name;
}

function rewritten({ trimNames, nameCase }: Dialect, text: string): string {
  const name = trimNames ? text.trim() : text;
  switch (nameCase) {
    case "kept":
      return name;
    case "firstUpper":
      return name.charAt(0).toUpperCase() + name.slice(1);
    case "lower":
      return name.toLowerCase();
  }
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** @throws {HttpError} if another object of the type has the name. */
export function rejectTakenName(
  { duplicateNames }: Dialect,
  type: string,
  others: readonly Named[],
  { id, name }: { readonly id?: number; readonly name: string },
): void {
  if (duplicateNames === "allowed" || name === "") return;
  const plain = (text: string) => (duplicateNames === "rejected" ? text : text.toLowerCase());
  const isTaken = others.some((other) => other.id !== id && plain(other.name) === plain(name));
  if (isTaken) throw new HttpError(400, `You already have a ${type} with this name.`);
}

/** A slug fits into one path segment. */
export function slugCheck(dialect: Dialect): Check {
  return (text, field) => {
    const slug = dialect.slugCharacters === "slugified" ? slugify(text) : text;
    if (!/^[\p{L}\p{N}._~-]+$/u.test(slug)) {
      throw new HttpError(
        400,
        `The field ${field} may contain only letters, digits, dashes, dots and underscores.`,
      );
    }
    return dialect.lowercaseSlugs ? slug.toLowerCase() : slug;
  };
}

/** Lower-case letters, digits and single dashes. */
export function slugify(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

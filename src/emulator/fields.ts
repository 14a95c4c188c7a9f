// Reads and checks the fields of a request body, as the dialect says.
import type { Account } from "./account";
import type { Dialect } from "./dialect";

/** A failure of the emulated service. The dialect may replace its status by 200. */
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
  readonly dialect: Dialect;
  readonly body: Readonly<Record<string, unknown>>;
  readonly old: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the value to store.
 * @throws {ServiceError} if the value is invalid
 */
export type Check = (value: string, name: string, input: Input) => string;

export interface Field {
  /** Where it must be given and not empty. @default optional */
  readonly required?: "create" | "update" | "always";
  /** Updates ignore it. */
  readonly createOnly?: boolean;
  /** An update that omits it never clears it. */
  readonly isKept?: boolean;
  /** Rewrites and checks a text. @default kept as sent */
  readonly check?: Check;
  /** Reads a value that is not a text. */
  readonly read?: (value: unknown, name: string, input: Input) => unknown;
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

/** The values to store of all fields that the body has. An update keeps the values of other fields, or clears them. */
export function readFields(
  fields: Readonly<Record<string, Field>>,
  input: Input,
): Readonly<Record<string, unknown>> {
  const { body, dialect } = input;
  if (dialect.undocumentedInput === "rejected") rejectUnknown("field", body, Object.keys(fields));
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.createOnly && input.old !== undefined) continue;
    const value = readField(name, field, input);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function readField(name: string, field: Field, input: Input): unknown {
  const { body, dialect, old } = input;
  const isRequired = ["always", old === undefined ? "create" : "update"].includes(field.required ?? "");
  // The name that a create requires can be omitted in an update, but not cleared.
  const canBeEmpty = !isRequired && field.required !== "create";
  const value = body[name] === null ? "" : body[name];
  if (isRequired && (value === undefined || isBlank(value))) reject(`The field ${name} is required.`);
  if (value === undefined) {
    if (old === undefined || field.isKept || dialect.omittedFields === "kept") return undefined;
    return typeof old[name] === "boolean" ? false : "";
  }
  if (field.read !== undefined) return field.read(value, name, input);
  if (typeof value !== "string") reject(`The field ${name} must be a string.`);
  if (value !== "") {
    if (isBlank(value) && !canBeEmpty) reject(`The field ${name} must not be empty.`);
    return field.check?.(value, name, input) ?? value;
  }
  if (dialect.emptyText === "ignored") return undefined;
  if (dialect.emptyText === "rejected" || !canBeEmpty) reject(`The field ${name} must not be empty.`);
  return "";
}

const isBlank = (value: unknown) => typeof value === "string" && value.trim() === "";

/** true, false, 0, 1, also as text. */
export function readBoolean(value: unknown, name: string): boolean {
  if ([true, 1, "1", "true"].includes(value as string)) return true;
  if ([false, 0, "0", "false"].includes(value as string)) return false;
  return reject(`The field ${name} must be true or false.`);
}

export function oneOf(value: string, values: readonly string[], name: string): string {
  return values.includes(value) ? value : reject(`The field ${name} must be one of ${values.join(", ")}.`);
}

export const hexColor: Check = (value, name, { dialect }) => {
  if (!/^#[0-9a-f]{6}$/i.test(value)) reject(`The field ${name} must be a color #RRGGBB.`);
  return dialect.spelling === "normalized" ? value.toUpperCase() : value;
};

export const rgbColor: Check = (value, name) => {
  const parts = /^rgb\( *(\d{1,3}) *, *(\d{1,3}) *, *(\d{1,3}) *\)$/.exec(value)?.slice(1).map(Number);
  if (parts?.every((part) => part <= 255)) return value;
  return reject(`The field ${name} must be a color rgb(<r>,<g>,<b>).`);
};

export const webUrl: Check = (value, name) => {
  if (/^https?:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value)) return value;
  return reject(`The field ${name} must be a URL with http:// or https://.`);
};

export const domainUrl: Check = (value, name, input) => {
  const { pathname, search, hash, username } = new URL(webUrl(value, name, input));
  if (pathname + search + hash + username !== "/") reject(`The field ${name} must not have a path.`);
  return input.dialect.spelling === "normalized" && !value.endsWith("/") ? `${value}/` : value;
};

/** A name as the service stores it. */
export const objectName: Check = (value, _, { dialect: { names } }) => {
  if (names === "kept") return value;
  const name = value.trim();
  return names === "firstUpper" ? name.charAt(0).toUpperCase() + name.slice(1) : name.toLowerCase();
};

/** The name of a channel or campaign. */
export const longName: Check = (value, name, input) => {
  const minimum = ["names", "all"].includes(input.dialect.rejectedDuplicates) ? 2 : 1;
  if (value.trim().length < minimum) reject(`The field ${name} needs at least ${minimum} characters.`);
  return objectName(value, name, input);
};

/** If empty, a new campaign gets one, and an update keeps it: its address needs one. */
export function readSlug(value: unknown, name: string, { dialect }: Input): string | undefined {
  if (value === "") return undefined;
  const stored = dialect.names === "kept" ? String(value) : slugify(String(value));
  if (!/^[\p{L}\p{N}._~-]+$/u.test(stored)) reject(`The field ${name} may contain only letters and digits.`);
  return stored;
}

/** Lower-case letters, digits and single dashes. */
function slugify(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

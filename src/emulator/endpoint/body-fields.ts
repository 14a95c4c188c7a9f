// Reads the fields of a request body. All of it is untrusted.
import type { Dialect } from "../dialect";
import { HttpError } from "../http/http-error";
import type { Check } from "./field-checks";

const TRUE_VALUES: readonly unknown[] = [true, 1, "1", "true"];
const FALSE_VALUES: readonly unknown[] = [false, 0, "0", "false"];

/**
 * The fields of one request body. `old` is the current value in an update, and undefined in a create. The dialect
 * decides whether an omitted field keeps it.
 */
export class BodyFields {
  readonly #body: Readonly<Record<string, unknown>>;
  readonly #dialect: Dialect;

  constructor(body: Readonly<Record<string, unknown>>, dialect: Dialect) {
    this.#body = body;
    this.#dialect = dialect;
  }

  /** The value as sent. null counts as missing. */
  raw(field: string): unknown {
    return Object.hasOwn(this.#body, field) ? (this.#body[field] ?? undefined) : undefined;
  }

  /** @throws {HttpError} if the field is missing, blank or not a string. */
  requiredText(field: string, check: Check = asGiven): string {
    const text = this.#text(field);
    if (text === undefined || text.trim() === "") throw new HttpError(400, `The field ${field} is required.`);
    return check(text, field);
  }

  /** A name in an update: may be omitted, but not blank. */
  optionalName(field: string, old: string, check: Check): string {
    const text = this.#text(field);
    if (text === undefined) return this.#omitted(old, "");
    if (text.trim() !== "") return check(text, field);
    if (this.#dialect.emptyString === "ignored") return old;
    throw new HttpError(400, `The field ${field} must not be empty.`);
  }

  /** A text that can be cleared with "" or null. */
  optionalText(field: string, old: string | undefined, check: Check = asGiven): string {
    const isNull = Object.hasOwn(this.#body, field) && this.#body[field] === null;
    const text = isNull ? "" : this.#text(field);
    if (text === undefined) return this.#omitted(old, "");
    if (text !== "") return check(text, field);
    switch (this.#dialect.emptyString) {
      case "cleared":
        return "";
      case "ignored":
        return old ?? "";
      case "rejected":
        throw new HttpError(400, `The field ${field} must not be empty.`);
    }
  }

  /** true, false, 0, 1, or one of them as a string. */
  optionalBoolean(field: string, old: boolean | undefined): boolean {
    const value = this.raw(field);
    if (value === undefined) return this.#omitted(old, false);
    if (TRUE_VALUES.includes(value)) return true;
    if (FALSE_VALUES.includes(value)) return false;
    throw new HttpError(400, `The field ${field} must be true or false.`);
  }

  #text(field: string): string | undefined {
    const value = this.raw(field);
    if (value === undefined || typeof value === "string") return value;
    throw new HttpError(400, `The field ${field} must be a string.`);
  }

  #omitted<T>(old: T | undefined, cleared: T): T {
    return old === undefined || this.#dialect.omittedUpdateField === "cleared" ? cleared : old;
  }
}

const asGiven: Check = (text) => text;

// Messages for values that a schema rejects. They continue a sentence that starts with the name of the field; the
// messages that a kind gives to its own schema do the same.
import type { z } from "zod";
import { formatList } from "../api/suggest";

type RawIssue = z.core.$ZodRawIssue;

/** No branch of a union fits, and its schema has no message of its own. */
export const NO_ALLOWED_FORM = "matches no allowed form";

/** For `safeParse(value, { error: zodMessage })`. */
export function zodMessage(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is missing";
      if (issue.expected === "int") return "must be a whole number";
      return `must be ${nouns[issue.expected] ?? issue.expected}, not ${describeValue(issue.input)}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${formatList(issue.values.map(String), "or")}`;
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return formats[issue.format] ?? "has the wrong format";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has the unknown ${issue.keys.length > 1 ? "fields" : "field"} ${formatList(issue.keys)}`;
    case "invalid_union":
      return NO_ALLOWED_FORM;
    case "invalid_key":
    case "invalid_element":
      return "contains a value that is not allowed";
    default:
      return "is not valid";
  }
}

const nouns: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  object: "a mapping of fields",
  record: "a mapping of fields",
  array: "a list",
  null: "empty",
};

/** The type of a value. Text is never shown, because it may be a secret. */
export function describeValue(input: unknown): string {
  if (input === null || input === undefined) return "empty";
  if (Array.isArray(input)) return "a list";
  if (typeof input === "boolean") return String(input);
  if (typeof input === "number") return Number.isFinite(input) ? "a number" : String(input);
  // An expression of a config file that has no value yet is an object of its own.
  return typeof input === "string" || input?.constructor !== Object ? "text" : "a mapping";
}

const formats: Readonly<Record<string, string>> = {
  email: "must be an email address",
  url: "must be an address such as https://example.com",
  date: "must be a date of the form YYYY-MM-DD",
};

type TooSmall = Extract<RawIssue, { code: "too_small" }>;
type TooBig = Extract<RawIssue, { code: "too_big" }>;

function tooSmall({ origin, minimum, inclusive }: TooSmall): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${inclusive === false ? "more than" : "at least"} ${minimum}`;
  if (Number(minimum) === 1) return "must not be empty";
  return `must have at least ${minimum} ${unit}`;
}

function tooBig({ origin, maximum, inclusive }: TooBig): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${inclusive === false ? "less than" : "at most"} ${maximum}`;
  return `must have at most ${maximum} ${unit}`;
}

const units: Readonly<Record<string, string>> = { string: "characters", array: "values", set: "values" };

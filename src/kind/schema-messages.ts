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
      return limitText(issue.origin, issue.minimum, issue.inclusive === false ? "more than" : "at least");
    case "too_big":
      return limitText(issue.origin, issue.maximum, issue.inclusive === false ? "less than" : "at most");
    case "unrecognized_keys":
      return `has the unknown ${issue.keys.length > 1 ? "fields" : "field"} ${formatList(issue.keys)}`;
    case "invalid_union":
      return NO_ALLOWED_FORM;
    case "invalid_format":
      return "has the wrong format";
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

const units: Readonly<Record<string, string>> = { string: "characters", array: "values" };

function limitText(origin: string, limit: number | bigint, words: string): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${words} ${limit}`;
  return words === "at least" && Number(limit) === 1
    ? "must not be empty"
    : `must have ${words} ${limit} ${unit}`;
}

/** The type of a value. Text is never shown, because it may be a secret. */
export function describeValue(input: unknown): string {
  if (input === null || input === undefined) return "empty";
  if (Array.isArray(input)) return "a list";
  if (typeof input === "boolean") return String(input);
  if (typeof input === "number") return Number.isFinite(input) ? "a number" : String(input);
  // An expression of a config file that has no value yet is an object of its own.
  return typeof input === "string" || input?.constructor !== Object ? "text" : "a mapping";
}

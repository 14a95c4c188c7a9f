// What a schema says about a value, as the end of a sentence that begins with the field's name. A message that a
// kind gives to its own schema is kept as it is and has the same form.
import type { z } from "zod";
import { Unresolved } from "../parse/tree";
import { formatList } from "../source/printable";

type RawIssue = z.core.$ZodRawIssue;

/** A choice of which no branch fits, where its schema has no words of its own. */
export const NO_FORM = "has none of the forms that are possible here";

/** For `safeParse(value, { error: zodMessage })`. */
export function zodMessage(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.expected === "int") return "must be a whole number";
      return `must be ${noun(issue.expected)}, not ${found(issue.input)}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${formatList(issue.values.map(String), "or")}`;
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return `must be ${formats[issue.format] ?? "of another form"}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has the unknown ${issue.keys.length > 1 ? "fields" : "field"} ${formatList(issue.keys)}`;
    case "invalid_union":
      return NO_FORM;
    case "invalid_key":
    case "invalid_element":
      return "holds something that is not possible here";
    default:
      return "cannot be used";
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

function noun(expected: string): string {
  return nouns[expected] ?? expected;
}

/** What a value is, without showing it. */
export function found(input: unknown): string {
  if (input === null || input === undefined) return "empty";
  if (Array.isArray(input)) return "a list";
  if (typeof input === "boolean") return String(input);
  if (typeof input === "number") return "a number";
  return typeof input === "string" || input instanceof Unresolved ? "text" : "a mapping";
}

const formats: Readonly<Record<string, string>> = {
  email: "an e-mail address",
  url: "an address such as https://example.com",
  date: "a date of the form YYYY-MM-DD",
};

type TooSmall = Extract<RawIssue, { code: "too_small" }>;
type TooBig = Extract<RawIssue, { code: "too_big" }>;

function tooSmall({ origin, minimum, inclusive }: TooSmall): string {
  const size = sizes[origin];
  if (size === undefined) return `must be ${inclusive === false ? "more than" : "at least"} ${minimum}`;
  if (Number(minimum) === 1) return "must not be empty";
  return `must have at least ${minimum} ${size}`;
}

function tooBig({ origin, maximum, inclusive }: TooBig): string {
  const size = sizes[origin];
  if (size === undefined) return `must be ${inclusive === false ? "less than" : "at most"} ${maximum}`;
  return `must have at most ${maximum} ${size}`;
}

const sizes: Readonly<Record<string, string>> = { string: "characters", array: "members", set: "members" };

// Schemas that are made, and zod loaded, at the first use. Reading an object and comparing it with its state need
// neither, and a refresh does nothing else. No other module of a kind imports zod at run time.
//
// The message for a rejected value continues a sentence that starts with the name of the field. The messages that a kind
// gives to its own schema do the same.
import type { z } from "zod";

type Zod = typeof z;

export type Schema<Type extends z.ZodType = z.ZodType> = () => Type;

/** The values that a schema accepts. Without transforms, these are also its results. */
export type ValueOf<Of extends Schema> = z.input<ReturnType<Of>>;

/** Zod itself, for schemas that depend on something else. */
export function zod(): Zod {
  return (require("zod") as { z: Zod }).z;
}

export function schema<Type extends z.ZodType>(make: (z: Zod) => Type): Schema<Type> {
  let made: Type | undefined;
  return () => (made ??= make(zod()));
}

/** The engine's placeholder for a value that is known only after an apply. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value is unknown or contains an unknown. */
export function hasUnknown(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === UNKNOWN;
  return Object.values(value).some(hasUnknown);
}

/** Text of a form. */
export function textForm(pattern: RegExp, message: Parameters<z.ZodString["regex"]>[1]): Schema<z.ZodString> {
  return schema((z) => z.string().regex(pattern, message));
}

const NO_ID = "must be the id of an object, such as 4711";

/** The id of an object, as number or text. */
export const objectId = schema((z) =>
  z.union(
    // Each check has a message: if the type of one branch fits, zod reports only the problem of that branch.
    [z.number().int(NO_ID).positive(NO_ID), z.string().regex(/^[1-9]\d*$/, NO_ID)],
    NO_ID,
  ),
);

/** A value of the config file: a key of that section, or the id of an object of the account. */
export function keyOrId(section: string) {
  const z = zod();
  const message = `must be a key of ${section} or the id of an object`;
  return z.union([z.number().int().positive(), z.string().min(1)], message).meta({ reference: section });
}

/** The options of a rule about a mapping that also runs if a field is wrong: all errors are reported at once. */
export const ALWAYS = {
  when: ({ value }: { value: unknown }) =>
    typeof value === "object" && value !== null && !Array.isArray(value),
};

/** What is wrong with arguments. Unknown values are no problem yet. */
export function issuesOf(
  { args }: { readonly args: Schema },
  given: Record<PropertyKey, unknown>,
): readonly z.core.$ZodIssue[] {
  // An unset secret arrives as null.
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const { error } = args().safeParse(values, { error: zodMessage });
  const isUnknown = ([name]: readonly PropertyKey[]) => hasUnknown(name === undefined ? values : given[name]);
  return (error?.issues ?? []).filter(({ path }) => !isUnknown(path));
}

/** An issue as a line, such as `content.wifi.ssid: must be text, not a number`. */
export function issueText({ path, message }: z.core.$ZodIssue): string {
  return [path.join("."), message].filter(Boolean).join(": ");
}

/** No branch of a union fits, and its schema has no message of its own. */
export const NO_ALLOWED_FORM = "matches no allowed form";

/** Our words for an issue: `safeParse(value, { error: zodMessage })`. */
export function zodMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is missing";
      if (issue.expected === "int") return "must be a whole number";
      return `must be ${NOUNS[issue.expected] ?? issue.expected}, not ${describeValue(issue.input)}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${formatList(issue.values.map(String), "or")}`;
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array") return "must not be empty";
      return `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `must have at most ${issue.maximum} characters`;
      return `must be at most ${issue.maximum}`;
    case "unrecognized_keys":
      return `has the unknown ${issue.keys.length > 1 ? "fields" : "field"} ${formatList(issue.keys)}`;
    case "invalid_union":
      return NO_ALLOWED_FORM;
    default:
      return "is not valid";
  }
}

const NOUNS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  object: "a mapping of fields",
  record: "a mapping of fields",
  array: "a list",
};

/** The type of a value. Text is never shown, because it may be a secret. */
function describeValue(input: unknown): string {
  if (input === null) return "empty";
  if (Array.isArray(input)) return "a list";
  if (typeof input === "boolean") return String(input);
  if (typeof input === "number") return Number.isFinite(input) ? "a number" : String(input);
  // An expression of a config file that has no value yet is an object of its own.
  return typeof input === "string" || input?.constructor !== Object ? "text" : "a mapping";
}

/** `a, b and c` */
export function formatList(words: readonly string[], last: "and" | "or" = "and"): string {
  const first = words.slice(0, -1).join(", ");
  return first === "" ? words.join("") : `${first} ${last} ${words.at(-1)}`;
}

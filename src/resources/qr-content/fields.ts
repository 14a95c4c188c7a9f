// What the standard texts have in common. Their fields are patterns, so that editors know them: with the flag "u" only,
// because JSON Schema has no other.
import { issueText, type Schema, schema, zodMessage } from "../../kind/schema";

/** Half a surrogate pair cannot be encoded. */
export const line = schema((z) =>
  z.string().regex(/^[^\p{Cc}\p{Cs}]+$/u, "must be one line of text that is not empty"),
);

/**
 * The fields that a program gives to a function.
 * @param name of the function
 * @throws Error that names a wrong field, without its value
 */
export function validFields<Fields extends object>(name: string, make: Schema, given: Fields): Fields {
  const { error } = make().safeParse(given, { error: zodMessage });
  if (!error) return given;
  const isLater = (value: unknown) => typeof value === "object" && !isPlainMapping(value);
  const problem =
    isLater(given) || Object.values(given).some(isLater)
      ? `a field is an output or a promise. Use pulumi.output({ … }).apply(${name})`
      : error.issues.map(issueText).join("; ");
  throw new Error(`${name}: ${problem}`);
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Of the known values: an output of another resource is an object with other properties. */
export function isPlainMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return isMapping(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** Options of a refinement that also runs if a single field is wrong, so that all errors are reported at once. */
export function rule(error: string) {
  return { error, when: ({ value }: { value: unknown }) => isMapping(value) };
}

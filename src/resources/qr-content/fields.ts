// What the standard texts have in common.
import { issueText, type Schema, schema, zodMessage } from "../../kind/schema";

/** With the flag "u" only, because the JSON Schema of editors has no other. */
export const line = schema((z) =>
  z.string().regex(/^\P{Cc}+$/u, "must be one line of text that is not empty"),
);

/**
 * The fields that a program gives to a function.
 * @param name of the function
 * @throws Error that names a wrong field, without its value
 */
export function validFields<Fields extends object>(name: string, make: Schema, given: Fields): Fields {
  const { error } = make().safeParse(given, { error: zodMessage });
  if (!error) return given;
  const problems = error.issues.map(issueText).join("; ");
  throw new Error(`${name}: ${problems}. For outputs, use pulumi.output({ … }).apply(${name})`);
}

/** Options of a refinement that also runs if a single field is wrong, so that all errors are reported at once. */
export function rule(error: string) {
  const isMapping = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  return { error, when: ({ value }: { value: unknown }) => isMapping(value) };
}

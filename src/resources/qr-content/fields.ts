// What the standard texts have in common.
import type { z } from "zod";
import { issueText, type Schema, textForm, zod, zodMessage } from "../../kind/schema";

/** A field of a content. */
export interface ContentField {
  readonly doc: string;
  readonly schema: Schema;
  /** It must be there. */
  readonly isRequired?: true;
}

/** A line of text. */
export const line = textForm(/^\P{Cc}+$/u, "must be one line of text that is not empty");

/** The schema of a content, from the table of its fields. */
export function contentSchema(fields: Readonly<Record<string, ContentField>>, doc: string): z.ZodObject {
  const shape = Object.entries(fields).map(([name, { schema: form, doc: about, isRequired }]) => {
    return [name, (isRequired ? form() : form().optional()).describe(about)] as const;
  });
  return zod().strictObject(Object.fromEntries(shape)).describe(doc);
}

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

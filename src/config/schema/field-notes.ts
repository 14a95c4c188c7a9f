// What is to be known of an argument beside its description: for the editor and for the reference pages.
import { z } from "zod";
import { annotationsOf } from "../../kind/annotations";
import type { Definition } from "../../kind/definition";

/** Whole sentences; none where there is nothing special about the argument. */
export function notesOf(definition: Definition, name: string): readonly string[] {
  const { createOnly, writeOnly, secret } = annotationsOf(definition);
  const notes: string[] = [];
  if (createOnly.has(name)) notes.push(`Set at creation only: a change replaces the ${definition.type}.`);
  if (writeOnly.has(name)) notes.push("The service never shows it: a change made by hand is not seen.");
  if (secret.has(name)) notes.push("Secret: encrypted in the state, and never printed.");
  if (isOptional(definition, name))
    notes.push(`Left out, it is not managed; removed later, it ${whenRemoved(definition, name)}.`);
  return notes;
}

/** Whether the object can do without it: not where it is one of several of which one must be given. */
export function isOptional({ args }: Definition, name: string): boolean {
  const schema = args();
  const { oneOf = [] } = (schema.meta() ?? {}) as { oneOf?: { required?: string[] }[] };
  const isAlternative = oneOf.some(({ required = [] }) => required.includes(name));
  return !isAlternative && z.safeParse(schema.shape[name]!, undefined).success;
}

function whenRemoved({ fields }: Definition, name: string): string {
  return fields[name]?.clearable ? 'is cleared, as "" does' : "keeps its value, with a warning";
}

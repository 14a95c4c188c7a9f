// What users must know about the fields of a kind: the description of each, and notes that follow from the definition.
import type { z } from "zod";
import { isOptional } from "../../src/config/schema/file-schema";
import type { Definition } from "../../src/kind/definition";

/** The fields of a kind, with everything that users must know about them. */
export function described(definition: Definition, fields: z.ZodObject): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields.shape as Record<string, z.ZodType>).map(([name, schema]) => {
      const description = [schema.description, ...notesOf(definition, name)].join(" ");
      const secret = definition.fields[name]?.secret === true && { secret: true };
      return [name, schema.meta({ ...schema.meta(), description, ...secret })];
    }),
  );
}

/** What users must know about an argument besides its description, as whole sentences. Often none. */
function notesOf(definition: Definition, name: string): readonly string[] {
  const { createOnly, writeOnly, secret, clearable } = definition.fields[name] ?? {};
  const notes: string[] = [];
  if (createOnly) notes.push(`Set at creation only: a change replaces the ${definition.type}.`);
  if (writeOnly) notes.push("The service never returns it: changes made outside are not detected.");
  if (secret === true) notes.push("Secret: encrypted in the state, and never printed.");
  const removed = clearable ? 'is cleared, as with ""' : "keeps its value, with a warning";
  if (isOptional(definition, name))
    notes.push(`If omitted, it is not managed. If removed later, it ${removed}.`);
  return notes;
}

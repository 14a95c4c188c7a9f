// What users must know about an argument besides its description, for editors and the reference pages.
import { z } from "zod";
import type { Definition } from "../../kind/definition";

/** Whole sentences; empty if nothing is special about the argument. */
export function notesOf(definition: Definition, name: string): readonly string[] {
  const { createOnly, writeOnly, secret, clearable, hasDefault } = definition.fields[name] ?? {};
  const notes: string[] = [];
  if (createOnly) notes.push(`Set at creation only: a change replaces the ${definition.type}.`);
  if (writeOnly) notes.push("The service never returns it: changes made outside are not detected.");
  if (secret) notes.push("Secret: encrypted in the state, and never printed.");
  const removed = clearable ? 'is cleared, as with ""' : "keeps its value, with a warning";
  if (hasDefault) notes.push(`If removed later, the ${definition.type} is replaced.`);
  else if (isOptional(definition, name))
    notes.push(`If omitted, it is not managed. If removed later, it ${removed}.`);
  return notes;
}

/** The schema of an entry in the config file, without the fields of the loader. */
export function entryFields({ yaml, args }: Definition): z.ZodObject {
  return ((yaml.shape === "mapping" && yaml.entry) || args)();
}

/** Whether an entry may omit the field. False if it is a part of the content, of which several forms are possible. */
export function isOptional(definition: Definition, name: string): boolean {
  const { content = [], fields } = definition;
  const isContent = content.includes(name) || !Object.hasOwn(fields, name);
  return !isContent && z.safeParse(entryFields(definition).shape[name]!, undefined).success;
}

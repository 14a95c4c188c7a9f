// What shall become of an object that is on the account already when an entry is new: `onExisting`.
import { ON_EXISTING, type Settings } from "../api/settings";
import type { Definition, Props } from "./definition";
import { schema, zod } from "./schema";
import { hasUnknown } from "./unknown";

/** What the option of an entry may be. The words are settings of a whole stack too; an id is meant for one entry. */
export type OnExisting = (typeof ON_EXISTING)[number] | { readonly id: string | number };

const objectId = schema((z) =>
  z.strictObject({
    id: z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d*$/)], "must be the id of an object"),
  }),
);

/** The words that a kind takes: nothing can be adopted by what the service does not show. */
function wordsOf(definition: Definition): readonly (typeof ON_EXISTING)[number][] {
  const hasIdentity = definition.identity({}) !== undefined;
  return hasIdentity ? ON_EXISTING : ON_EXISTING.filter((word) => word !== "adopt");
}

/** What the option may be in the entries of a kind; `undefined` for kinds of which nothing is ever made twice. */
export function onExistingSchema(definition: Definition) {
  if (!definition.lifecycle.existing) return undefined;
  const words = wordsOf(definition);
  const shown = words.map((word) => `"${word}"`).join(", ");
  const z = zod();
  return z
    .union([z.enum(words), objectId()], `must be one of ${shown}, or the id of an object as { id: 4711 }`)
    .describe(
      "What becomes of an object that is on the account already: adopt-identical takes over one that equals the entry, " +
        "adopt also one of the same identity, which is updated; fail refuses to go on; duplicate makes another one; an " +
        "id takes over exactly that object and updates it. Default adopt-identical.",
    );
}

const INPUT = "onExisting";

/** Puts the option among the inputs, where the provider finds it. Left out it leaves no trace. */
export function addOnExisting(props: Props, onExisting: unknown): void {
  if (onExisting !== undefined) props[INPUT] = onExisting;
}

/** The inputs without the option, and the option as it is given. */
export function takeOnExisting(inputs: Props): { args: Props; onExisting: unknown } {
  const { [INPUT]: onExisting, ...args } = inputs;
  return { args, onExisting };
}

/** What is wrong with the option of an entry; `undefined` for nothing. */
export function problemOf(definition: Definition, onExisting: unknown): string | undefined {
  if (onExisting === undefined || hasUnknown(onExisting)) return undefined;
  const schema = onExistingSchema(definition);
  if (!schema) return "is not for this kind, of which nothing is ever made twice";
  return schema
    .safeParse(onExisting)
    .error?.issues.map(({ message }) => message)
    .join("; ");
}

/** What a whole file or stack says, as far as it concerns a kind. */
export function defaultOf(definition: Definition, general: Settings["onExisting"]): Settings["onExisting"] {
  return general && definition.lifecycle.existing && wordsOf(definition).includes(general)
    ? general
    : undefined;
}

/** What holds for an entry. @param given of the entry itself; checked before */
export function onExistingOf(definition: Definition, given: unknown, settings: Settings): OnExisting {
  return (given as OnExisting | undefined) ?? defaultOf(definition, settings.onExisting) ?? "adopt-identical";
}

// What shall become of an object that is on the account already when an entry is new: `onExisting`.
import { z } from "zod";
import { ON_EXISTING, type Settings } from "../api/settings";
import type { Definition, Props } from "./definition";
import { hasUnknown } from "./unknown";

const objectId = z.strictObject({
  id: z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d*$/)], "must be the id of an object"),
});

/** The words are settings of a whole stack too; an id is meant for one entry. */
export const onExistingSchema = z
  .union(
    [z.enum(ON_EXISTING), objectId],
    `must be one of ${ON_EXISTING.map((word) => `"${word}"`).join(", ")}, or { id: … }`,
  )
  .describe(
    "What becomes of an object that is on the account already: adopt-identical takes over one that equals the entry, adopt " +
      "one of the same identity too, which is updated; fail refuses to go on; duplicate makes another one; { id: … } takes " +
      "over exactly that object and updates it. Default adopt-identical.",
  );

export type OnExisting = z.output<typeof onExistingSchema>;

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
export function problemOf(definition: Definition, args: Props, onExisting: unknown): string | undefined {
  if (onExisting === undefined || hasUnknown(onExisting)) return undefined;
  if (!definition.lifecycle.existing) return "is not for this kind, of which nothing is ever made twice";
  if (onExisting === "adopt" && definition.identity(args) === undefined)
    return "cannot be adopt, since the service shows nothing by which to find the object: name it by { id: … }";
  return onExistingSchema
    .safeParse(onExisting)
    .error?.issues.map(({ message }) => message)
    .join("; ");
}

/** What holds for an entry. @param given of the entry itself; checked before */
export function onExistingOf(given: unknown, settings: Settings): OnExisting {
  return (given ?? settings.onExisting ?? "adopt-identical") as OnExisting;
}

// `onExisting`: what to do if the account already has the object of a new entry.
import { ON_EXISTING, type Settings } from "../api/settings";
import type { Definition } from "./definition";
import { schema, zod } from "./schema";

/** The option of an entry. The words can also be set for a whole file or stack; an id belongs to one entry. */
export type OnExisting = (typeof ON_EXISTING)[number] | { readonly id: string | number };

const OBJECT_ID = "must be the id of an object, such as 4711";

const objectId = schema((z) =>
  z.strictObject({
    id: z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d*$/, OBJECT_ID)], OBJECT_ID),
  }),
);

type Kind = Pick<Definition, "lifecycle" | "identity">;

/** The words for a kind. Without a readable identity, only an id can name an existing object. */
function wordsOf({ identity }: Kind): readonly (typeof ON_EXISTING)[number][] {
  return identity.length > 0 ? ON_EXISTING : ["fail", "duplicate"];
}

function expected(kind: Kind): string {
  return `must be ${wordsOf(kind).join(", ")}, or an id such as { id: 4711 }`;
}

/**
 * The values of the option for the entries of a kind. `undefined` for kinds that cannot be duplicated.
 * @internal
 */
export function onExistingSchema(kind: Kind) {
  if (!kind.lifecycle.existing) return undefined;
  const z = zod();
  return z
    .union([z.enum(wordsOf(kind)), objectId()], expected(kind))
    .describe(
      "What to do if the account already has this object. fail: stop. adopt: manage it if every readable field is " +
        "equal. overwrite: manage it and update it. duplicate: create another one. { id: 4711 }: manage exactly that " +
        "object and update it. Default fail.",
    );
}

/**
 * The values of the option that can be set for all entries of a kind.
 * @internal
 */
export function onExistingWords(kind: Kind) {
  if (!kind.lifecycle.existing) return undefined;
  return zod()
    .enum(wordsOf(kind))
    .meta({ default: "fail" })
    .describe("What to do about objects that already exist on the account. Default fail.");
}

/**
 * What is wrong with the option of an entry. A program may be JavaScript.
 * @internal
 */
export function onExistingProblem(kind: Kind, given: unknown): string | undefined {
  // Of most entries. A schema costs more.
  if (given === "fail") return undefined;
  const schema = onExistingSchema(kind);
  return !schema || schema.safeParse(given).success ? undefined : expected(kind);
}

/**
 * The default of a file or stack, if it applies to a kind.
 * @internal
 */
export function defaultFor(kind: Kind, word: Settings["onExisting"]): Settings["onExisting"] {
  return word && kind.lifecycle.existing && wordsOf(kind).includes(word) ? word : undefined;
}

/**
 * The effective value for an entry. @param given the entry's own option, already checked
 * @internal
 */
export function effectiveOnExisting(
  kind: Kind,
  given: OnExisting | undefined,
  settings: Pick<Settings, "onExisting">,
): OnExisting {
  return given ?? defaultFor(kind, settings.onExisting) ?? "fail";
}

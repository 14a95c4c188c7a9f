// `onExisting`: what to do if the account already has the object of a new entry.
import { ON_EXISTING, type Settings } from "../../api/settings";
import type { Definition, Props } from "../definition";
import { identifyingFields, isAlwaysIdentified } from "../identity";
import { schema, zod } from "../schema";

/** The option of an entry. The words can also be set for a whole file or stack; an id belongs to one entry. */
export type OnExisting =
  | (typeof ON_EXISTING)[number]
  | {
      /** Id of the object on the service. */
      readonly id: string | number;
    };

const OBJECT_ID = "must be the id of an object, such as 4711";

const objectId = schema((z) =>
  z.strictObject({
    id: z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d*$/, OBJECT_ID)], OBJECT_ID),
  }),
);

type Kind = Pick<Definition, "lifecycle" | "identity" | "fields">;
type Word = (typeof ON_EXISTING)[number];

/** Without a readable identity, only an id can name an existing object. */
const UNIDENTIFIED: readonly Word[] = ["fail", "duplicate"];

/** The words for a kind. */
function wordsOf({ identity }: Kind): readonly Word[] {
  return identity.length > 0 ? ON_EXISTING : UNIDENTIFIED;
}

/** The words for an entry. A best-effort field identifies only the entries that have it. */
function wordsFor(kind: Kind, args: Props): readonly Word[] {
  const isIdentified = isAlwaysIdentified(kind) || identifyingFields(kind, args).length > 0;
  return isIdentified ? wordsOf(kind) : UNIDENTIFIED;
}

function expected(words: readonly Word[]): string {
  return `must be ${words.join(", ")}, or an id such as { id: 4711 }`;
}

/**
 * The values of the option for the entries of a kind. `undefined` for kinds that cannot be duplicated.
 * @internal
 */
export function onExistingSchema(kind: Kind) {
  if (!kind.lifecycle.existing) return undefined;
  const z = zod();
  return z
    .union([z.enum(wordsOf(kind)), objectId()], expected(wordsOf(kind)))
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
export function onExistingProblem(kind: Kind, args: Props, given: unknown): string | undefined {
  // Of most entries. A schema costs more.
  if (given === "fail") return undefined;
  const schema = onExistingSchema(kind);
  if (!schema) return undefined;
  const words = wordsFor(kind, args);
  const isAllowed = typeof given !== "string" || words.some((word) => word === given);
  if (isAllowed && schema.safeParse(given).success) return undefined;
  const missing = words === wordsOf(kind) ? [] : kind.identity.flat();
  return `${expected(words)}${missing.length === 0 ? "" : `. The others need ${missing.join(", ")}`}`;
}

/**
 * The default of a file, section or stack, if it applies to an entry.
 * @internal
 */
export function defaultFor(kind: Kind, args: Props, word: Settings["onExisting"]): Settings["onExisting"] {
  return word && kind.lifecycle.existing && wordsFor(kind, args).includes(word) ? word : undefined;
}

/**
 * The effective value for an entry. @param given the entry's own option, already checked
 * @internal
 */
export function effectiveOnExisting(
  kind: Kind,
  args: Props,
  given: OnExisting | undefined,
  settings: Pick<Settings, "onExisting">,
): OnExisting {
  return given ?? defaultFor(kind, args, settings.onExisting) ?? "fail";
}

// `onExisting`: what to do if the account already has the object of a new entry. And what an entry with unmanaged content
// may do: it only manages an existing object.
import { type Advice, ENTRY_ADVICE } from "../api/advice";
import { ON_EXISTING, type Settings } from "../api/settings";
import { type Definition, hasUnmanagedContent, type Props } from "./definition";
import { identifyingFields } from "./identity";
import { formatList, objectId, schema, zod } from "./schema";

export type OnExistingWord = (typeof ON_EXISTING)[number];

/** The option of an entry. The words can also be set for a whole file or stack; an id belongs to one entry. */
export type OnExisting =
  | OnExistingWord
  | {
      /** Id of the object on the service. */
      readonly id: string | number;
    };

/** Whether the entry says itself what it is: another object, or the one with an id. @internal */
export function isDecided(onExisting: OnExisting | undefined): boolean {
  return onExisting === "duplicate" || typeof onExisting === "object";
}

const byId = schema((z) => z.strictObject({ id: objectId().describe("Its id.") }));

/** Without a readable identity, only an id can name an existing object. */
const UNIDENTIFIED: readonly OnExistingWord[] = ["fail", "duplicate"];

/** The words for the entries of a kind. `undefined` for kinds that cannot be duplicated. @internal */
export function onExistingWords({ lifecycle, identity }: Definition): readonly OnExistingWord[] | undefined {
  if (!lifecycle.list) return undefined;
  return identity.length > 0 ? ON_EXISTING : UNIDENTIFIED;
}

/** The words for one entry. A best-effort field identifies only the entries that have it. */
function wordsFor(kind: Definition, args: Props): readonly OnExistingWord[] {
  // What an entry must have is reported as missing.
  const isRequired = !kind.identity.flat().some((name) => kind.fields[name]?.bestEffort);
  const isIdentified = identifyingFields(kind, args).length > 0 || (isRequired && kind.identity.length > 0);
  return isIdentified ? ON_EXISTING : UNIDENTIFIED;
}

/** @internal */
export function onExistingSchema(words: readonly OnExistingWord[]) {
  return zod().union([zod().enum(words), byId()], expected(words));
}

function expected(words: readonly OnExistingWord[]): string {
  return `must be ${words.join(", ")}, or an id such as { id: 4711 }`;
}

/** What is wrong with the option of an entry. A program may be JavaScript. @internal */
export function onExistingProblem(kind: Definition, args: Props, given: unknown): string | undefined {
  if (!kind.lifecycle.list) return undefined;
  const words = wordsFor(kind, args);
  const isWord = typeof given === "string";
  if (isWord ? words.some((word) => word === given) : byId().safeParse(given).success) return undefined;
  const missing = words === ON_EXISTING ? [] : kind.identity.flat();
  return `${expected(words)}${missing.length === 0 ? "" : `. The others need ${missing.join(", ")}`}`;
}

/** The default of a file, section or stack, if it applies to an entry. @internal */
export function defaultFor(
  kind: Definition,
  args: Props,
  word: Settings["onExisting"],
): Settings["onExisting"] {
  return word && kind.lifecycle.list && wordsFor(kind, args).includes(word) ? word : undefined;
}

/** The effective value for an entry. @param given the entry's own option, already checked @internal */
export function effectiveOnExisting(
  kind: Definition,
  args: Props,
  given: OnExisting | undefined,
  { onExisting }: Pick<Settings, "onExisting">,
): OnExisting {
  return given ?? defaultFor(kind, args, onExisting) ?? "fail";
}

/** Why these arguments cannot create an object. `undefined` if they can. @internal */
export function cannotCreate(
  kind: Definition,
  args: Props,
  { manage }: Advice = ENTRY_ADVICE,
): string | undefined {
  if (!hasUnmanagedContent(kind, args)) return undefined;
  const { content = [], type } = kind;
  return `without ${formatList(content)}, it can only manage an existing ${type}: add them, or ${manage()}`;
}

/** Why these arguments cannot update an object. `undefined` if they can, or if nothing changes. @internal */
export function cannotUpdate(kind: Definition, args: Props, changed: readonly string[]): string | undefined {
  if (changed.length === 0 || !hasUnmanagedContent(kind, args)) return undefined;
  return `an update of ${changed.join(", ")} needs ${formatList(kind.content ?? [])}: add them, or undo the change`;
}

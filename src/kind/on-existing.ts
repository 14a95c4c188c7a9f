// `onExisting`: what to do if the account already has the object of a new entry. And what an entry with unmanaged content
// may do: it only manages an existing object.
import type { ON_EXISTING } from "../api/settings";
import { type Definition, hasUnmanagedContent, type Props } from "./definition";
import { formatList } from "./schema";

export type OnExistingWord = (typeof ON_EXISTING)[number];

/** The option of an entry. The words can also be set for a whole file or stack; an id belongs to one entry. */
export type OnExisting =
  | OnExistingWord
  | {
      /** Id of the object on the service. */
      readonly id: string | number;
    };

/** Whether the entry says itself which object it is: another one, or the one with an id. @internal */
export function isDecided(onExisting: OnExisting | undefined): boolean {
  return onExisting === "duplicate" || typeof onExisting === "object";
}

/**
 * Why an entry cannot go on with its own object: its option names another one, which is not its former one.
 * @param replacedId the object before it
 * @internal
 */
export function ownIdProblem(onExisting: OnExisting | undefined, ownId: string, replacedId?: string) {
  if (typeof onExisting !== "object" || [ownId, replacedId].includes(String(onExisting.id))) return undefined;
  return (
    `onExisting names id ${onExisting.id}, but the entry manages id ${ownId}. Correct onExisting, or remove it. To manage ` +
    "the other object instead, run `pulumi state delete` for the entry first"
  );
}

/** Why these arguments cannot create an object. `undefined` if they can. @internal */
export function cannotCreate(kind: Definition, args: Props): string | undefined {
  if (!hasUnmanagedContent(kind, args)) return undefined;
  const { content = [], type } = kind;
  return `without ${formatList(content)}, it can only manage an existing ${type}`;
}

/** What to do about an object that was deleted by hand and that its entry cannot create. @internal */
export function lostProblem({ content = [], type }: Definition, id: string): string {
  return (
    `${type} ${id} was deleted by hand, and cannot be created again without ${formatList(content)}. Remove it ` +
    `and what refers to it here, or write ${formatList(content)} in place of its id, for a new ${type}`
  );
}

/** Why these arguments cannot update an object. `undefined` if they can, or if nothing changes. @internal */
export function cannotUpdate(kind: Definition, args: Props, changed: readonly string[]): string | undefined {
  if (changed.length === 0 || !hasUnmanagedContent(kind, args)) return undefined;
  return `an update of ${changed.join(", ")} needs ${formatList(kind.content ?? [])}: add them, or undo the change`;
}

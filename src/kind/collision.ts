// Why a new entry cannot be created: the account already has its object. Every message ends with what to do.

export type Collision =
  /** `onExisting` is `fail`, or `adopt` and readable fields differ. Only their names: values may be secret. */
  | Existing
  /** The objects are in the state of this stack, under another entry. */
  | { readonly kind: "managed"; readonly ids: readonly string[] }
  /** `onExisting` or the entry does not fit. */
  | { readonly kind: "invalid"; readonly reason: string };

interface Existing {
  readonly kind: "exists";
  readonly objects: readonly ExistingObject[];
  /** The fields that would tell which of several objects is meant. @default none */
  readonly missing?: readonly string[];
  /** The identifying fields that the object spells otherwise, so that another one may be meant. @default none */
  readonly spelling?: readonly string[];
  /** Another create-only value makes it another object, also under its id. */
  readonly isFixed?: boolean;
}

interface ExistingObject {
  readonly id: string;
  readonly differences: readonly string[];
  /** Its public address, if the id alone does not tell which one it is. */
  readonly address?: string | undefined;
}

/** How messages name the entry that manages an object. */
export interface Owner {
  readonly entry: string;
  /** Its key for `renamedFrom` and `aliases`. */
  readonly key: string;
  /** The program does not have it any more. */
  readonly isRemoved: boolean;
}

/** What a message needs to know about the entry of a collision. */
export interface CollidingEntry {
  /** It has an object of its own: `renamedFrom` has no effect, and it cannot name another one. */
  readonly isReplacement: boolean;
  /** The entries that manage objects of the collision, by id. @default not known */
  readonly owners?: ReadonlyMap<string, Owner>;
}

/** One line. An object that the stack manages is never adopted, whatever `onExisting` says. */
export function describeCollision(collision: Collision, entry: CollidingEntry): string {
  const { isReplacement, owners = new Map<string, Owner>() } = entry;
  if (collision.kind === "invalid") return collision.reason;
  const [managed] = owners;
  if (managed) {
    const [id, owner] = managed;
    const objects = collision.kind === "exists" ? collision.objects : [];
    const other = objects.find((object) => !owners.has(object.id));
    if (!other || (owner.isRemoved && !isReplacement)) return describeManaged(id, owner, isReplacement);
    return `already exists (id ${other.id}), and ${owner.entry} manages another one (id ${id}). Set ${choiceOf(other.id, entry)}`;
  }
  if (collision.kind === "managed")
    return `already managed by another entry of this stack (${idsText(collision.ids)}). Set renamedFrom if the entry was renamed, or onExisting: duplicate`;
  return describeExisting(collision, entry);
}

function describeExisting(existing: Existing, entry: CollidingEntry): string {
  const { objects, isFixed } = existing;
  const object = objects[0]!;
  const clearer = clearerEntry(existing);
  const next = isFixed ? "onExisting: duplicate" : choiceOf(object.id, entry);
  if (objects.length > 1) {
    const extra = objects.length === 2 ? "the extra one" : "the extra ones";
    const shown =
      clearer === undefined ? idsText(objects.map(({ id }) => id)) : objects.map(shownObject).join("; ");
    return `${objects.length} existing objects match (${shown}). ${clearer ?? `Delete ${extra}`} or set ${next}`;
  }
  const difference = object.differences.length > 0 ? `, differs in ${object.differences.join(", ")}` : "";
  return `already exists (${shownObject(object)}${difference})${clearer === undefined ? "" : `. ${clearer} or set ${next}`}`;
}

function choiceOf(id: string, { isReplacement }: CollidingEntry): string {
  return `onExisting: ${isReplacement ? "" : `{ id: ${id} } or `}duplicate`;
}

function idsText(ids: readonly string[]): string {
  return `${ids.length === 1 ? "id" : "ids"} ${ids.join(", ")}`;
}

/** What the entry can say to mean one object or another. `undefined`: it says enough. */
function clearerEntry({ missing = [], spelling = [] }: Existing): string | undefined {
  if (missing.length > 0) return `Set ${missing.join(" and ")},`;
  return spelling.length > 0 ? `Write ${spelling.join(" and ")} as the account has it,` : undefined;
}

/** Its id, and its address if the id does not tell which one it is. */
export function shownObject({ id, address }: ExistingObject): string {
  return [`id ${id}`, address].filter(Boolean).join(", ");
}

function describeManaged(id: string, { entry, key, isRemoved }: Owner, isReplacement: boolean): string {
  const object = `already managed by ${entry} (id ${id})`;
  if (!isRemoved) return `${object}. Apply the change of that entry first, or set onExisting: duplicate`;
  return isReplacement
    ? `${object}, which leaves the stack. Apply its removal first, or set onExisting: duplicate`
    : `${object}, which leaves the stack. Set renamedFrom: ${key} (in a program: aliases)`;
}

/** The command that continues. `undefined` if none does: several matches need a decision by entry. */
export function continuation(collisions: readonly Collision[]): string | undefined {
  const objects = collisions.flatMap((collision) => {
    if (collision.kind !== "exists" || collision.objects.length > 1) return [];
    // Overwriting one needs a decision, too, if another one may be meant.
    const isClear = clearerEntry(collision) === undefined;
    return collision.objects.filter(({ differences }) => isClear || differences.length === 0);
  });
  if (objects.length === 0) return undefined;
  return objects.some(({ differences }) => differences.length > 0)
    ? "To manage and update these objects, run LINK_MANAGEMENT_ON_EXISTING=overwrite pulumi up (adopt accepts equal objects only)"
    : "To manage these objects unchanged, run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up";
}

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
}

interface ExistingObject {
  readonly id: string;
  readonly differences: readonly string[];
  /** Its public address: people recognize it by that. */
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

function describeExisting({ objects }: Existing, entry: CollidingEntry): string {
  const [object, ...others] = objects;
  if (others.length === 0) return `already exists (${shownObject(object!)})`;
  const shown = objects.map(shownObject).join("; ");
  return `${objects.length} existing objects match (${shown}). Set ${choiceOf(object!.id, entry)}`;
}

function choiceOf(id: string, { isReplacement }: CollidingEntry): string {
  return `onExisting: ${isReplacement ? "" : `{ id: ${id} } or `}duplicate`;
}

function idsText(ids: readonly string[]): string {
  return `${ids.length === 1 ? "id" : "ids"} ${ids.join(", ")}`;
}

/** Its id, what differs from the entry, and its address. */
export function shownObject({ id, differences, address }: ExistingObject): string {
  const difference = differences.length > 0 ? [`differs in ${differences.join(", ")}`] : [];
  return [`id ${id}`, ...difference, ...(address === undefined ? [] : [address])].join(", ");
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
    return collision.kind === "exists" && collision.objects.length === 1 ? collision.objects : [];
  });
  if (objects.length === 0) return undefined;
  return objects.some(({ differences }) => differences.length > 0)
    ? "To manage and update these objects, run LINK_MANAGEMENT_ON_EXISTING=overwrite pulumi up (adopt accepts equal objects only)"
    : "To manage these objects unchanged, run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up";
}

// Why a new entry cannot be created: the account already has its object. Every message ends with what to do.

export type Collision =
  /** `onExisting` is `fail`, or `adopt` and readable fields differ. Only their names: values may be secret. */
  | {
      readonly kind: "exists";
      readonly objects: readonly ExistingObject[];
      /** The fields that would tell which of several objects is meant. @default none */
      readonly missing?: readonly string[];
    }
  /** The objects are in the state of this stack, under another entry. */
  | { readonly kind: "managed"; readonly ids: readonly string[] }
  /** `onExisting` or the entry does not fit. */
  | { readonly kind: "invalid"; readonly reason: string };

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

/** What a message needs to know about the colliding entry. */
export interface Circumstances {
  /** It has an object of its own: `renamedFrom` has no effect, and it cannot name another one. */
  readonly isReplacement: boolean;
  /** The entries that manage objects of the collision, by id. @default not known */
  readonly owners?: ReadonlyMap<string, Owner>;
}

/** One line. An object that the stack manages is never adopted, whatever `onExisting` says. */
export function describeCollision(collision: Collision, { isReplacement, owners }: Circumstances): string {
  if (collision.kind === "invalid") return collision.reason;
  const objects = collision.kind === "exists" ? collision.objects : [];
  const choice = (id: string) => `onExisting: ${isReplacement ? "" : `{ id: ${id} } or `}duplicate`;
  const [managed] = owners ?? [];
  if (managed) {
    const [id, owner] = managed;
    const other = objects.find((object) => !owners?.has(object.id));
    if (!other || (owner.isRemoved && !isReplacement)) return describeManaged(id, owner, isReplacement);
    return `already exists (id ${other.id}), and ${owner.entry} manages another one (id ${id}). Set ${choice(other.id)}`;
  }
  const ids = collision.kind === "exists" ? objects.map(({ id }) => id) : collision.ids;
  const shownIds = `${ids.length === 1 ? "id" : "ids"} ${ids.join(", ")}`;
  const [object] = objects;
  if (!object)
    return `already managed by another entry of this stack (${shownIds}). Set renamedFrom if the entry was renamed, or onExisting: duplicate`;
  const missing = (collision.kind === "exists" && collision.missing) || [];
  if (objects.length > 1) {
    const extra = objects.length === 2 ? "the extra one" : "the extra ones";
    const first = missing.length > 0 ? `Set ${missing.join(" and ")},` : `Delete ${extra}`;
    const shown = missing.length > 0 ? objects.map(shownObject).join("; ") : shownIds;
    return `${objects.length} existing objects match (${shown}). ${first} or set ${choice(object.id)}`;
  }
  const difference = object.differences.length > 0 ? `, differs in ${object.differences.join(", ")}` : "";
  const decision = missing.length > 0 ? `. Set ${missing.join(" and ")}, or set ${choice(object.id)}` : "";
  return `already exists (${shownObject(object)}${difference})${decision}`;
}

function shownObject({ id, address }: ExistingObject): string {
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
    return collision.objects.filter(({ differences }) => !collision.missing || differences.length === 0);
  });
  if (objects.length === 0) return undefined;
  return objects.some(({ differences }) => differences.length > 0)
    ? "To manage and update these objects, run LINK_MANAGEMENT_ON_EXISTING=overwrite pulumi up (adopt accepts equal objects only)"
    : "To manage these objects unchanged, run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up";
}

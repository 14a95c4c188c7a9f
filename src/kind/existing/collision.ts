// Why a new entry cannot be created: the account already has its object. Every message ends with what to do.

/** An existing object with the identity of a new entry. */
export interface ExistingObject {
  readonly id: string;
  /** Names of the readable fields that differ. Values may be secret. */
  readonly differences: readonly string[];
}

export type Collision =
  /** `onExisting` is `fail`, or `adopt` and fields differ. */
  | { readonly kind: "exists"; readonly objects: readonly ExistingObject[] }
  /** The objects are in the state of this stack, under another entry. */
  | { readonly kind: "managed"; readonly ids: readonly string[] }
  /** `onExisting: { id }` does not fit. */
  | { readonly kind: "unusable"; readonly reason: string };

/** How messages name the entry that manages an object. */
export interface Owner {
  readonly entry: string;
  /** Its key for `renamedFrom` and `aliases`. */
  readonly key: string;
  /** It leaves the program. */
  readonly isLeaving: boolean;
}

/**
 * One line.
 * @param owner of a managed object, if known
 * @param isReplacement the colliding entry has an object of its own, so `renamedFrom` has no effect
 */
export function describeCollision(collision: Collision, owner?: Owner, isReplacement = false): string {
  if (collision.kind === "unusable") return collision.reason;
  if (collision.kind === "managed") return describeManaged(collision.ids, owner, isReplacement);
  const [object, ...others] = collision.objects;
  if (!object) return "already exists";
  if (others.length > 0) {
    const ids = collision.objects.map(({ id }) => id).join(", ");
    const extra = others.length === 1 ? "the extra one" : "the extra ones";
    const count = collision.objects.length;
    return `${count} existing objects match (ids ${ids}). Delete ${extra} or set onExisting: { id: ${object.id} }`;
  }
  const difference = object.differences.length > 0 ? `, differs in ${object.differences.join(", ")}` : "";
  return `already exists (id ${object.id}${difference})`;
}

function describeManaged(ids: readonly string[], owner: Owner | undefined, isReplacement: boolean): string {
  const named = `${ids.length === 1 ? "id" : "ids"} ${ids.join(", ")}`;
  const object = `already managed by ${owner?.entry ?? "another entry of this stack"} (${named})`;
  if (!owner) return `${object}. Set renamedFrom if the entry was renamed, or onExisting: duplicate`;
  if (!owner.isLeaving) {
    return `${object}. Apply the change of that entry first, or set onExisting: duplicate`;
  }
  const leaving = `${object}, which leaves the stack`;
  return isReplacement
    ? `${leaving}. Apply its removal first, or set onExisting: duplicate`
    : `${leaving}. Set renamedFrom: ${owner.key} (in a program: aliases)`;
}

/** The command that continues. `undefined` if none does: several matches need a decision by entry. */
export function continuation(collisions: readonly Collision[]): string | undefined {
  const objects = collisions.flatMap((collision) =>
    collision.kind === "exists" && collision.objects.length === 1 ? collision.objects : [],
  );
  if (objects.length === 0) return undefined;
  const differ = objects.some(({ differences }) => differences.length > 0);
  return differ
    ? "To manage and update these objects, run LINK_MANAGEMENT_ON_EXISTING=overwrite pulumi up (adopt accepts equal objects only)"
    : "To manage these objects unchanged, run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up";
}

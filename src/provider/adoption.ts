// What a new entry does about an object that already exists on the account.
import { quote } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import { secretsOf } from "../kind/annotations";
import type { Collision, ExistingObject } from "../kind/collision";
import type { Definition, Props, RemoteObject } from "../kind/definition";
import type { EntryRequest } from "../kind/entry";
import { looksRewritten } from "../kind/field";
import { effectiveOnExisting } from "../kind/on-existing";

export interface Adoption {
  readonly id: string;
  /** Fields that the adoption updates. */
  readonly changed: readonly string[];
  /** Fields that cannot be read and are not sent. They are assumed to be equal. */
  readonly assumed: readonly string[];
}

export interface AdoptionPlan {
  readonly adoption?: Adoption;
  readonly collision?: Collision;
}

/** @throws ApiError if the list of the kind cannot be read */
export async function planAdoption(
  definition: Definition,
  session: AccountSession,
  args: Props,
  request: EntryRequest,
): Promise<AdoptionPlan> {
  const { existing } = definition.lifecycle;
  const onExisting = effectiveOnExisting(definition, request.onExisting, session.settings);
  if (!existing || onExisting === "duplicate") return {};
  if (typeof onExisting === "object") {
    return planById(
      definition,
      args,
      request,
      String(onExisting.id),
      await existing.withId(session, String(onExisting.id)),
    );
  }
  const matching = await existing.matching(session, args);
  // A replacement has an object of its own, which does not count.
  const others = matching.filter(({ id }) => id !== request.ownId);
  if (others.length === 0) return {};
  const unmanaged = others.filter(({ id }) => !isManaged(request, id));
  if (unmanaged.length === 0) return { collision: { kind: "managed", ids: others.map(({ id }) => id) } };
  const objects = unmanaged.map((object) => describeDifferences(definition, args, object));
  const [object, ...more] = objects;
  const isRejected =
    onExisting === "fail" || more.length > 0 || (onExisting === "adopt" && object!.differences.length > 0);
  if (isRejected) return { collision: { kind: "exists", objects } };
  const adoption = adoptionOf(definition, args, unmanaged[0]!);
  // Sends nothing.
  return { adoption: onExisting === "adopt" ? { ...adoption, changed: [] } : adoption };
}

function planById(
  definition: Definition,
  args: Props,
  request: EntryRequest,
  id: string,
  object: RemoteObject | undefined,
): AdoptionPlan {
  if (id !== request.ownId && isManaged(request, id)) return { collision: { kind: "managed", ids: [id] } };
  if (!object)
    return unusable(`onExisting: the account has no ${definition.type} with id ${id}. Correct the id`);
  const fixed = differing(definition, args, object.fields).find(
    (name) => definition.fields[name]?.createOnly,
  );
  if (fixed === undefined) return { adoption: adoptionOf(definition, args, object) };
  const value = quote(object.fields[fixed]);
  return unusable(
    `onExisting: ${definition.type} ${id} has ${fixed} ${value}, which is create-only. Correct the id or the entry`,
  );
}

function unusable(reason: string): AdoptionPlan {
  return { collision: { kind: "unusable", reason } };
}

function isManaged({ managedIds = [] }: EntryRequest, id: string): boolean {
  return managedIds.includes(id);
}

/** The update sends fields that differ, and fields that are readable in general but not now (a private slug). */
function adoptionOf(definition: Definition, args: Props, { id, fields }: RemoteObject): Adoption {
  const unread = Object.keys(args).filter((name) => fields[name] === undefined);
  const assumed = unread.filter((name) => definition.fields[name]?.writeOnly);
  const hidden = unread.filter((name) => !definition.fields[name]?.createOnly && !assumed.includes(name));
  return { id, changed: [...differing(definition, args, fields), ...hidden], assumed };
}

function describeDifferences(definition: Definition, args: Props, object: RemoteObject): ExistingObject {
  const secrets = new Set([...secretsOf(definition, args), ...secretsOf(definition, object.fields)]);
  const differences = differing(definition, args, object.fields).map((name) =>
    secrets.has(name) ? name : `${name} (${quote(object.fields[name])} -> ${quote(args[name])})`,
  );
  return { id: object.id, differences };
}

/** Readable fields with another value, except for values that services rewrite. */
function differing({ fields }: Definition, args: Props, remote: Props): string[] {
  return Object.keys(args).filter(
    (name) =>
      remote[name] !== undefined &&
      !fields[name]?.same(args[name], remote[name]) &&
      !looksRewritten(args[name], remote[name]),
  );
}

export class AdoptionSummary {
  readonly #adopted = new Map<string, { readonly entry: string; readonly isChanged: boolean }>();

  /** @returns the other entry that adopts the object already */
  note(type: string, id: string, entry: string, isChanged: boolean): string | undefined {
    const key = `${type} ${id}`;
    const other = this.#adopted.get(key)?.entry;
    if (other !== undefined && other !== entry) return other;
    this.#adopted.set(key, { entry, isChanged });
    return undefined;
  }

  /** A preview with a collision adopts nothing. */
  discard(): void {
    this.#adopted.clear();
  }

  describe(): string | undefined {
    const count = this.#adopted.size;
    if (count === 0) return undefined;
    const changed = [...this.#adopted.values()].filter(({ isChanged }) => isChanged).length;
    const objects = `${count} existing object${count === 1 ? "" : "s"} adopted`;
    return `${objects}, ${changed === 0 ? "none" : changed} changed. An adopted object is deleted with this stack`;
  }
}

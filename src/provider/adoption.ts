// What a new entry does about an object that already exists on the account.
import { quote } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import { secretsOf } from "../kind/annotations";
import type { Definition, Props, RemoteObject } from "../kind/definition";
import type { EntryRequest } from "../kind/entry";
import type { Collision, ExistingObject } from "../kind/existing/collision";
import { cannotCreate, cannotUpdate } from "../kind/existing/existing-only";
import { effectiveOnExisting } from "../kind/existing/on-existing";
import { identifyingFields } from "../kind/identity";
import { hasUnknown } from "../kind/unknown";

export interface Adoption {
  readonly id: string;
  /** Fields that the adoption updates. */
  readonly changed: readonly string[];
  /** Fields that cannot be read and are not sent. They are assumed to be equal. */
  readonly assumed: readonly string[];
}

export interface AdoptionPlan {
  readonly adoption?: Adoption;
  /** Ids of existing objects beside which `duplicate` creates another one. */
  readonly ignored?: readonly string[];
  readonly collision?: Collision;
}

export interface NewEntry {
  readonly definition: Definition;
  readonly args: Props;
  readonly request: EntryRequest;
  /** Whether the object is in the state, or a live entry owns it by what this process did. */
  isManaged(id: string): boolean;
}

/** An assignment or the account has one possible id. A program may name another one by mistake (`import`). */
async function planOnlyId(
  session: AccountSession,
  { definition, args, request }: NewEntry,
): Promise<AdoptionPlan> {
  if (typeof request.onExisting !== "object") return {};
  const id = String(request.onExisting.id);
  const own = await definition.lifecycle.idOf?.(session, args);
  if (own === undefined || own === id) return {};
  return { collision: { kind: "unusable", reason: `the id to adopt must be ${own}, not ${quote(id)}` } };
}

/** @throws ApiError if the list of the kind cannot be read */
export async function planAdoption(session: AccountSession, entry: NewEntry): Promise<AdoptionPlan> {
  const { definition, args, request } = entry;
  const { existing } = definition.lifecycle;
  const onExisting = effectiveOnExisting(definition, args, request.onExisting, session.settings);
  if (!existing) return planOnlyId(session, entry);
  const id = typeof onExisting === "object" ? String(onExisting.id) : undefined;
  // A replacement creates another object. Its own one does not count.
  if (id !== undefined && id !== request.ownId) {
    return planById(entry, id, await existing.withId(session, id));
  }
  const problem = cannotCreate(definition, args);
  if (problem !== undefined) return unusable(problem);
  if (typeof onExisting === "object" || hasUnknownIdentity(entry)) return {};
  // Only a preview says what `duplicate` ignores.
  if (onExisting === "duplicate" && !request.isPreview) return {};
  const matching = await existing.matching(session, args);
  const others = matching.filter(({ id }) => id !== request.ownId);
  if (others.length === 0) return {};
  if (onExisting === "duplicate") return { ignored: others.map(({ id }) => id) };
  const unmanaged = others.filter(({ id }) => !entry.isManaged(id));
  const [object] = unmanaged;
  if (!object) return { collision: { kind: "managed", ids: others.map(({ id }) => id) } };
  // Only an id decides between several objects, also if the stack manages some of them: the others may belong to
  // another stack.
  if (others.length === 1 && onExisting !== "fail" && isAcceptable(entry, object, onExisting)) {
    return adopt(entry, object, onExisting);
  }
  const objects = [...unmanaged, ...others.filter((one) => !unmanaged.includes(one))];
  return {
    collision: { kind: "exists", objects: objects.map((one) => describeDifferences(entry, one)) },
  };
}

function isAcceptable(
  { definition, args }: NewEntry,
  { fields }: RemoteObject,
  onExisting: "adopt" | "overwrite",
): boolean {
  return onExisting === "overwrite" || differing(definition, args, fields).length === 0;
}

function planById(entry: NewEntry, id: string, object: RemoteObject | undefined): AdoptionPlan {
  const { definition, args } = entry;
  if (entry.isManaged(id)) return { collision: { kind: "managed", ids: [id] } };
  if (!object)
    return unusable(
      `onExisting: the account has no ${definition.type} with id ${id}. Correct the id, or remove the entry if the ` +
        "object was deleted",
    );
  const fixed = differing(definition, args, object.fields).find(
    (name) => definition.fields[name]?.createOnly,
  );
  if (fixed === undefined) return adopt(entry, object, "overwrite");
  const has = secretsIn(entry, object).has(fixed)
    ? `another ${fixed}`
    : `${fixed} ${quote(object.fields[fixed])}`;
  return unusable(
    `onExisting: ${definition.type} ${id} has ${has}, which is create-only. Correct the id or the entry`,
  );
}

function unusable(reason: string): AdoptionPlan {
  return { collision: { kind: "unusable", reason } };
}

/** A value that is known only after an apply may be that of another object. The update checks it again. */
function hasUnknownIdentity({ definition, args }: NewEntry): boolean {
  return identifyingFields(definition, args).some((name) => hasUnknown(args[name]));
}

/** The update sends fields that differ, and fields that are readable in general but not now (a private slug). */
function adopt(entry: NewEntry, object: RemoteObject, onExisting: "adopt" | "overwrite"): AdoptionPlan {
  const { definition, args, request } = entry;
  const { id, fields } = object;
  const { type } = definition;
  if (request.hasUnknownIds)
    return unusable(`the state has a ${type} without an id, maybe ${id}. Run \`pulumi refresh --yes\` first`);
  const names = Object.keys(args);
  const assumed = names.filter((name) => {
    const { writeOnly, undocumented } = definition.fields[name]!;
    return writeOnly || (undocumented && fields[name] === undefined);
  });
  const mayDiffer = names.filter((name) => {
    if (definition.fields[name]?.createOnly || assumed.includes(name)) return false;
    return fields[name] === undefined || (onExisting === "overwrite" && hasUnknown(args[name]));
  });
  const changed = [...differing(definition, args, fields), ...mayDiffer];
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) return unusable(`onExisting: ${type} ${id} differs, and ${problem}`);
  return { adoption: { id, changed, assumed } };
}

function secretsIn({ definition, args, request }: NewEntry, { fields }: RemoteObject): ReadonlySet<string> {
  const { secrets = [] } = request;
  return new Set([...secrets, ...secretsOf(definition, args), ...secretsOf(definition, fields)]);
}

function describeDifferences(entry: NewEntry, object: RemoteObject): ExistingObject {
  const { definition, args } = entry;
  const secrets = secretsIn(entry, object);
  const differences = differing(definition, args, object.fields).map((name) =>
    secrets.has(name) ? name : `${name} (${quote(object.fields[name])} -> ${quote(args[name])})`,
  );
  return { id: object.id, differences };
}

/** Readable fields with another value, except for values that services rewrite or that are not known yet. */
function differing(definition: Definition, args: Props, remote: Props): string[] {
  return Object.keys(args).filter(
    (name) =>
      remote[name] !== undefined &&
      !hasUnknown(args[name]) &&
      !definition.fields[name]?.isAsGiven(args[name], remote[name]),
  );
}

/** The adoptions of a run, for one line at its end. */
export class AdoptionSummary {
  readonly #planned = new Map<string, { readonly entry: string; readonly isChanged: boolean }>();
  readonly #adopted = new Set<string>();
  /** Entries that may adopt an object, but found none. */
  readonly #creating = new Set<string>();

  /** @returns the other entry that adopts the object already */
  plan(type: string, id: string, entry: string, isChanged: boolean): string | undefined {
    const key = `${type} ${id}`;
    const other = this.#planned.get(key)?.entry;
    if (other !== undefined && other !== entry) return other;
    this.#planned.set(key, { entry, isChanged });
    return undefined;
  }

  planCreate(entry: string): void {
    this.#creating.add(entry);
  }

  adopted(type: string, id: string): void {
    this.#adopted.add(`${type} ${id}`);
  }

  /** @param isPreview counts the planned adoptions, not the completed ones */
  describe(isPreview: boolean): string | undefined {
    const counted = [...this.#planned].filter(([key]) => isPreview || this.#adopted.has(key));
    if (counted.length === 0) return undefined;
    const changed = counted.filter(([, { isChanged }]) => isChanged).length;
    const objects = counted.length === 1 ? "1 existing object" : `${counted.length} existing objects`;
    const verb = isPreview ? "will be adopted" : "adopted";
    // An object may have been deleted since its entry was exported.
    const missing =
      isPreview && this.#creating.size > 0 ? `, ${this.#creating.size} missing will be created` : "";
    return `${objects} ${verb}, ${changed || "none"} changed (deleted with this stack)${missing}`;
  }
}

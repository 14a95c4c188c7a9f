// What becomes of an object that is on the account already when an entry is new. By default one that equals the
// config in every readable field is taken over instead of doubled, which also heals a run that was killed.
import type { AccountSession } from "../api/session";
import { annotationsOf } from "../kind/annotations";
import type { Definition, Props, RemoteObject } from "../kind/definition";
import { describe } from "../kind/describe";
import type { OnExisting } from "../kind/on-existing";
import { ReportedError } from "../kind/reported-error";
import type { Holders } from "./holders";

/** An object that is to be taken over. */
export interface Adoption extends RemoteObject {
  /** Arguments that it does not show as the config has them: it is updated. */
  readonly changed: readonly string[];
}

/** Of a new entry. */
export interface Candidacy {
  readonly definition: Definition;
  readonly holders: Holders;
  readonly session: AccountSession;
  readonly args: Props;
  readonly onExisting: OnExisting;
}

/**
 * What `takeOver` will take over, promised to this entry.
 * @param kept ids of objects that entries keep which stay in the program
 * @throws ToldError when that is not to be, or cannot be told
 */
export async function announceExisting(
  entry: Candidacy,
  kept: ReadonlySet<string>,
): Promise<Adoption | undefined> {
  const { type } = entry.definition;
  const isGivenUp = isFixed(entry);
  const isFree = (id: string) => (isGivenUp || !kept.has(id)) && entry.holders.isFree(type, id);
  const existing = await findExisting({ ...entry, isFree });
  if (!existing || entry.holders.announce(type, existing.id, nameOf(entry))) return existing;
  if (typeof entry.onExisting === "object") throw heldAlready(entry, existing.id);
  return undefined;
}

/** The announced object, which from now on belongs to this entry. @throws as `announceExisting` */
export async function takeOver(
  entry: Candidacy,
  holder: (id: string) => string,
): Promise<Adoption | undefined> {
  const { definition, holders, session } = entry;
  // That there is none was found by the check.
  if (entry.onExisting === "fail") return undefined;
  const isFree = (id: string) =>
    holders.isAnnounced(definition.type, id) && holders.isFree(definition.type, id);
  const existing = await findExisting({ ...entry, isFree });
  if (!existing) return undefined;
  // Others may have looked at the same time: the first one has it, and this one looks again.
  if (!isFree(existing.id)) return takeOver(entry, holder);
  holders.take(definition.type, existing.id, holder(existing.id), nameOf(entry));
  definition.lifecycle.existing?.takeOver(session, existing.id);
  return existing;
}

/**
 * Whether what makes the object is set at creation only. Then an entry that stays, and is not the same as this one,
 * is about to be replaced and gives its object up.
 */
function isFixed({ definition, args, onExisting }: Candidacy): boolean {
  if (typeof onExisting === "object") return false;
  const { createOnly } = annotationsOf(definition);
  const fixed = Object.fromEntries(Object.entries(args).filter(([name]) => createOnly.has(name)));
  return createOnly.size > 0 && definition.identity(fixed) === definition.identity(args);
}

interface Search extends Candidacy {
  isFree(id: string): boolean;
}

async function findExisting(entry: Search): Promise<Adoption | undefined> {
  const { onExisting } = entry;
  if (onExisting === "duplicate") return undefined;
  if (typeof onExisting === "object") return theOneWithId(entry, String(onExisting.id));
  const identical = await entry.definition.lifecycle.findIdentical(entry.session, entry.args);
  if (onExisting === "adopt-identical") {
    const found = theOnly(entry, identical, "equal to it");
    return found && { ...found, changed: [] };
  }
  const alike = await withSameIdentity(entry);
  if (onExisting === "fail") return refuse(entry, [...identical, ...alike]);
  const found = theOnly(entry, identical, "equal to it") ?? theOnly(entry, alike, "of its identity");
  return found && adoptionOf(entry, found);
}

function theOnly(entry: Search, found: readonly RemoteObject[], alike: string): RemoteObject | undefined {
  const free = freeOf(entry, found);
  if (free.length > 1) {
    throw new ReportedError(
      `${nameOf(entry)}: the account holds ${free.length} objects ${alike} (ids ${idsOf(free)}), and which of ` +
        "them is meant cannot be told; delete or change the superfluous ones, or name the one that is meant by the " +
        "option onExisting: { id: … }",
    );
  }
  return free[0];
}

function refuse(entry: Search, found: readonly RemoteObject[]): undefined {
  const free = freeOf(entry, found);
  if (free.length === 0) return undefined;
  throw new ReportedError(
    `${nameOf(entry)}: the account already holds it (${free.length === 1 ? "id" : "ids"} ${idsOf(free)}), and onExisting ` +
      'is "fail"; take it over with "adopt-identical", "adopt" or { id: … }, or delete it there',
  );
}

async function theOneWithId(entry: Search, id: string): Promise<Adoption> {
  const { definition, holders, session, args } = entry;
  const { createOnly } = annotationsOf(definition);
  if (!entry.isFree(id) || holders.isHeld(definition.type, id)) throw heldAlready(entry, id);
  const found = await definition.lifecycle.existing?.withId(session, id);
  if (!found) {
    throw new ReportedError(
      `${nameOf(entry)}: onExisting names the object with id ${id}, and the account has none; correct the id or remove the option`,
    );
  }
  const fixed = differing(definition, args, found.fields).find((name) => createOnly.has(name));
  if (fixed !== undefined) {
    throw new ReportedError(
      `${nameOf(entry)}: onExisting names the object with id ${id}, whose ${fixed} is ${JSON.stringify(found.fields[fixed])} and ` +
        "is set at creation only; correct the id or the entry",
    );
  }
  return adoptionOf(entry, found);
}

/** Objects with what makes the entry the object that it is, as far as they show it. */
async function withSameIdentity({ definition, session, args }: Candidacy): Promise<readonly RemoteObject[]> {
  const names = Object.keys(args).sort();
  const keyOf = (values: Props) => {
    const plain = names
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, definition.fields[name]?.canonical(values[name])]);
    return definition.identity(Object.fromEntries(plain));
  };
  const key = keyOf(args);
  const { existing } = definition.lifecycle;
  if (key === undefined || !existing) return [];
  return existing.withKey(session, `identity in ${names}`, keyOf, key);
}

function heldAlready(entry: Candidacy, id: string): ReportedError {
  return new ReportedError(
    `${nameOf(entry)}: the object with id ${id} is held by an entry of this stack already; where it is another one, ` +
      "name that one's key by renamedFrom (in a program by aliases); where it is this one, which is to be replaced, remove onExisting",
  );
}

function freeOf({ isFree }: Search, found: readonly RemoteObject[]): readonly RemoteObject[] {
  const byId = new Map(found.map((one) => [one.id, one]));
  return [...byId.values()].filter(({ id }) => isFree(id));
}

/** What cannot be read may differ, and is sent. */
function adoptionOf({ definition, args }: Candidacy, found: RemoteObject): Adoption {
  const { createOnly } = annotationsOf(definition);
  const hidden = Object.keys(args).filter(
    (name) => found.fields[name] === undefined && !createOnly.has(name),
  );
  return { ...found, changed: [...differing(definition, args, found.fields), ...hidden] };
}

function differing({ fields }: Definition, args: Props, shown: Props): string[] {
  return Object.keys(args).filter(
    (name) => shown[name] !== undefined && !fields[name]?.same(args[name], shown[name]),
  );
}

const nameOf = ({ definition, args }: Candidacy) => describe(definition, args);
const idsOf = (found: readonly RemoteObject[]) => found.map(({ id }) => id).join(", ");

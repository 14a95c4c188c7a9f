// What a new resource does about an object that the account already has: create, adopt, or stop the run.
import { quote } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import type { Collision } from "../kind/collision";
import { type Props, type RemoteObject, secretsOf } from "../kind/definition";
import type { Decision, EntryRequest } from "../kind/entry";
import { identifyingFields } from "../kind/identity";
import { cannotCreate, cannotUpdate, effectiveOnExisting, type OnExisting } from "../kind/on-existing";
import { hasUnknown } from "../kind/unknown";
import type { ProviderProcess } from "./provider-process";
import type { NewEntry } from "./run-report";

interface Adoption {
  readonly id: string;
  /** Fields that the adoption updates. */
  readonly changed: readonly string[];
  /** Fields that the service does not show. */
  readonly unread: readonly string[];
  readonly live: Props;
}

interface Found {
  readonly adoption?: Adoption;
  /** Ids of the objects that `duplicate` ignores. */
  readonly ignored?: readonly string[];
  readonly collision?: Collision;
}

/** Decided in `check`, because a preview never reaches `create`. @throws ApiError if the list of the kind cannot be read */
export async function decide(process: ProviderProcess, entry: NewEntry): Promise<Decision> {
  const { definition, args, request, name } = entry;
  const { type, lifecycle } = definition;
  const session = await process.session();
  const log = process.logFor(name);
  const { report } = process;
  for (const warning of (await lifecycle.createWarnings?.(session, args)) ?? []) log.warn(warning);
  // A rejected link counts as assigned, although links have no list.
  const onExisting = lifecycle.list
    ? effectiveOnExisting(definition, args, request.onExisting, session.settings)
    : (request.onExisting ?? session.settings.onExisting);
  const { adoption, ignored = [], collision } = await find(session, process, entry, onExisting);
  if (collision) return { collision };
  if (ignored.length > 0) {
    log.info(`creates another one, beside ${ignored.length === 1 ? "id" : "ids"} ${ignored.join(", ")}`);
  }
  if (!adoption) {
    const mayExist = onExisting === "adopt" || onExisting === "overwrite";
    const replaces = lifecycle.list && replacedId(request);
    report.planCreate(entry, mayExist);
    return {
      ...(replaces !== undefined && { replaces }),
      ...(mayExist && { mayExist }),
      ...(onExisting === "duplicate" && { duplicate: true }),
    };
  }
  const problem = process.objects.claim(type, adoption.id, request, name);
  if (problem !== undefined) return stop(problem);
  report.planAdoption(entry, adoption.changed.length > 0);
  describeAdoption(log, adoption);
  const { id, changed, live } = adoption;
  return { adopt: id, ...(changed.length > 0 && { update: true, live }) };
}

/** Equal objects are only counted. */
function describeAdoption(log: ReturnType<ProviderProcess["logFor"]>, adoption: Adoption): void {
  const { id, changed, unread } = adoption;
  const update = changed.length > 0 ? `, updates ${changed.join(", ")}` : "";
  const compared = changed.length > 0 ? "sent without a comparison" : "not compared";
  const rest = unread.length > 0 ? `; ${compared}: ${unread.join(", ")}` : "";
  if (update + rest !== "") log.info(`adopts id ${id}${update}${rest}`);
}

async function find(
  session: AccountSession,
  process: ProviderProcess,
  entry: NewEntry,
  onExisting: OnExisting | undefined,
): Promise<Found> {
  const { definition, args, request } = entry;
  const { lifecycle } = definition;
  if (!lifecycle.list) return findAssignment(session, entry);
  session.collection(lifecycle.list).noteRecorded(request.recorded ?? 0);
  const id = typeof onExisting === "object" ? String(onExisting.id) : undefined;
  const isManaged = (one: string) =>
    one !== request.ownId &&
    (request.managedIds?.includes(one) || process.objects.isOwned(definition.type, one));
  // A replacement creates another object. Its own one does not count.
  if (id !== undefined && id !== request.ownId) {
    if (isManaged(id)) return { collision: { kind: "managed", ids: [id] } };
    const shown = await lifecycle.find(session, id, { claim: "nobody", replaces: replacedId(request) });
    return adoptById(entry, id, shown && { id, ...shown });
  }
  const problem = cannotCreate(definition, args);
  if (problem !== undefined) return stop(problem);
  if (id !== undefined || hasUnknownIdentity(entry)) return {};
  // Only a preview says what `duplicate` ignores.
  if (onExisting === "duplicate" && !request.isPreview) return {};
  // What identifies an object may become known long after the list was read.
  const isRecent = request.isLate === true;
  const question = { claim: "nobody", replaces: replacedId(request), isRecent } as const;
  const matching = await lifecycle.matching!(session, args, question);
  const others = matching.filter((object) => object.id !== request.ownId);
  if (others.length === 0) return {};
  if (onExisting === "duplicate") return { ignored: others.map((object) => object.id) };
  const unmanaged = others.filter((object) => !isManaged(object.id));
  const [object] = unmanaged;
  if (!object) return { collision: { kind: "managed", ids: others.map(({ id }) => id) } };
  const objects = [...unmanaged, ...others.filter((one) => !unmanaged.includes(one))].map((one) => ({
    id: one.id,
    differences: differing(entry, one),
  }));
  // Only an id decides between several objects, also if the stack manages some of them: the others may belong to
  // another stack.
  const isAccepted =
    onExisting === "overwrite" || (onExisting === "adopt" && objects[0]?.differences.length === 0);
  if (isAccepted && others.length === 1) return adopt(entry, object, onExisting);
  return { collision: { kind: "exists", objects } };
}

/** An assignment or the account has one possible id. A program may name another one by mistake (`import`). */
async function findAssignment(
  session: AccountSession,
  { definition, args, request }: NewEntry,
): Promise<Found> {
  if (typeof request.onExisting !== "object") return {};
  const own = await definition.lifecycle.idOf?.(session, args);
  if (own === undefined || own === String(request.onExisting.id)) return {};
  return stop(`the id to adopt must be ${own}, not ${quote(String(request.onExisting.id))}`);
}

function adoptById(entry: NewEntry, id: string, object: RemoteObject | undefined): Found {
  const { type, fields } = entry.definition;
  if (!object)
    return stop(
      `onExisting: the account has no ${type} with id ${id}. Correct the id, or remove the entry if the object was deleted`,
    );
  const fixed = differing(entry, object).find((name) => fields[name]?.createOnly);
  if (fixed === undefined) return adopt(entry, object, "overwrite");
  return stop(
    `onExisting: ${type} ${id} has another ${fixed}, which is create-only. Correct the id or the entry`,
  );
}

/** The update sends fields that differ, and fields that are readable in general but not now (a private slug). */
function adopt(entry: NewEntry, object: RemoteObject, onExisting: "adopt" | "overwrite"): Found {
  const { definition, args, request } = entry;
  const { id, fields } = object;
  const { type } = definition;
  if (request.managedIds?.includes(""))
    return stop(`the state has a ${type} without an id, maybe ${id}. Run \`pulumi refresh --yes\` first`);
  const names = Object.keys(args);
  const unread = names.filter((name) => {
    const { writeOnly, bestEffort } = definition.fields[name]!;
    return writeOnly || (bestEffort && fields[name] === undefined);
  });
  const mayDiffer = names.filter((name) => {
    if (definition.fields[name]?.createOnly || unread.includes(name)) return false;
    return fields[name] === undefined || (onExisting === "overwrite" && hasUnknown(args[name]));
  });
  const changed = [...differing(entry, object), ...mayDiffer];
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) return stop(`onExisting: ${type} ${id} differs, and ${problem}`);
  const secret = new Set([...secretsOf(definition, args), ...(request.secret ?? [])]);
  const sent = [...changed, ...unread].filter((name) => !definition.fields[name]?.createOnly);
  const live = sent.map((name) => [name, secret.has(name) ? "[secret]" : (fields[name] ?? null)]);
  return { adoption: { id, changed, unread, live: Object.fromEntries(live) } };
}

function stop(reason: string): { collision: Collision } {
  return { collision: { kind: "invalid", reason } };
}

/** The own object of an entry that gets a new one. */
function replacedId({ pending, ownId }: EntryRequest): string | undefined {
  return pending ? undefined : ownId;
}

/** A value that is known only after an apply may be that of another object. The update checks it again. */
function hasUnknownIdentity({ definition, args }: NewEntry): boolean {
  return identifyingFields(definition, args).some((name) => hasUnknown(args[name]));
}

/** Readable fields with another value, except for values that services rewrite or that are not known yet. */
function differing({ definition, args }: NewEntry, { fields: remote }: RemoteObject): string[] {
  return Object.keys(args).filter(
    (name) =>
      remote[name] !== undefined &&
      !hasUnknown(args[name]) &&
      !definition.fields[name]?.isAsGiven(args[name], remote[name]),
  );
}

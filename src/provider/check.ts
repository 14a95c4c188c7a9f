// Checks the arguments of one resource before anything changes on the account, and decides about a new one.
import type { AccountSession } from "../api/session";
import { type Collision, continuation, describeCollision } from "../kind/collision";
import { compare, inOldSpelling } from "../kind/compare";
import { type Definition, idsIn, type Props } from "../kind/definition";
import {
  type Decision,
  ENTRY,
  type EntryRequest,
  entryText,
  PENDING_ID,
  recordedProblem,
  unpackIds,
} from "../kind/entry";
import { cannotUpdate, onExistingProblem } from "../kind/on-existing";
import { issuesOf, issueText } from "../kind/schema";
import { hiddenInputOf, managedOf } from "../kind/state";
import { claimProblem, decide, resetProblem } from "./decision";
import type { Entry } from "./entries";
import type { ProviderProcess } from "./provider-process";

export interface CheckResult {
  inputs: Props;
  /** Without `property`: the engine prints its value, which may be secret. */
  failures: { reason: string }[];
}

/** @param olds the inputs of the state. Empty for a new resource, and for the new object of a replacement */
export async function check(
  definition: Definition,
  provider: ProviderProcess,
  olds: Props,
  inputs: Props,
  request: EntryRequest,
): Promise<CheckResult> {
  const { __provider: _source, ...given } = inputs;
  const args = managedOf(definition, given);
  const name = request.entry || definition.type;
  const entry: Entry = { ...request, definition, args, name, isRecorded: request.ownId !== undefined };
  const { report } = provider;
  const isNew = Object.keys(olds).length === 0;
  report.hasProgram = true;
  const key = provider.entries.add(entry);
  const failed = (reasons: readonly string[]) => {
    if (reasons.length > 0) report.hasFailed = true;
    return reasons.map((reason) => ({ reason: provider.say(`${name}: ${reason}`) }));
  };

  // The engine passes nothing for an unknown value, and the id of a pending create is none. The engine skips the resource
  // after the check, or its create fails: the error about what it depends on is enough.
  if (request.dependencyFailed || idsIn(definition, args).includes(PENDING_ID)) {
    const hidden = { [ENTRY]: entryText({ ...(key && { entry: key }), dependencyFailed: true }) };
    return { inputs: { ...inputs, ...hidden, ...olds }, failures: [] };
  }
  const invalid = entryProblems(entry, isNew ? undefined : olds, given);
  if (invalid.length > 0) return { inputs, failures: failed(invalid) };
  const session = await provider.session();
  await session.guard(...request.accounts);
  noteState(provider, definition, request);
  if (request.needed) await provider.checkLists(request.needed);

  const reason =
    conflictOf(entry, request, provider) ?? (isNew ? undefined : await updateProblem(session, entry, olds));
  // About a new resource, or about one that cannot go on.
  let decision: Decision | undefined;
  if (reason !== undefined) decision = { collision: { kind: "invalid", reason } };
  else if (isNew) decision = await decide(provider, entry);
  // The program reports all collisions of a preview at once.
  const reasons = decision?.collision ? [describeWithNext(decision.collision, request)] : [];
  const failures = failed(reasons).filter(() => !request.isPreview);
  const hidden = decision
    ? { [ENTRY]: entryText({ ...(key && { entry: key }), ...decision }) }
    : recordedHidden(olds, request);
  return { inputs: { ...inOldSpelling(definition, olds, inputs), ...hidden }, failures };
}

/**
 * The text of the state, because the engine would show another one as a change. A pending create loses it when its entry
 * decides, so that it is replaced.
 */
function recordedHidden(olds: Props, { decided }: EntryRequest): Props {
  return decided ? {} : hiddenInputOf(olds);
}

/** What the program says about the state before this run. */
function noteState(provider: ProviderProcess, definition: Definition, request: EntryRequest): void {
  const { ownId, pending, managedIds, spared, recorded = 0 } = request;
  const owners = provider.ownersOf(definition);
  const own = ownId === undefined || pending ? [] : [ownId];
  owners.record([...unpackIds(managedIds), ...own], spared);
  owners.recordCount(recorded);
}

/** What is wrong with the entry itself. @param olds unset for a new resource */
function entryProblems(
  { definition, args, onExisting, pending }: Entry,
  olds: Props | undefined,
  given: Props,
): readonly string[] {
  const option = onExisting && onExistingProblem(definition, given, onExisting);
  const problems = option === undefined ? [] : [`onExisting: ${option}`];
  if (!olds || pending) return [...issuesOf(definition, given).map(issueText), ...problems];
  const { changed, cleared, kept } = compare(definition, olds, args);
  // What is unchanged was checked when it was applied. Most resources are, and then zod need not be loaded.
  if (changed.length + cleared.length + kept.length === 0) return problems;
  const update = cannotUpdate(definition, args, changed);
  const invalid = issuesOf(definition, given).map(issueText);
  return [...invalid, ...problems, ...(update === undefined ? [] : [update])];
}

/** Why the update of the entry would lose something. */
async function updateProblem(
  session: AccountSession,
  entry: Entry,
  olds: Props,
): Promise<string | undefined> {
  const { definition, args, ownId, pending } = entry;
  if (!definition.lifecycle.resetByUpdate) return undefined;
  if (ownId === undefined || pending) return undefined;
  let difference = compare(definition, olds, args);
  if (difference.replaces.length > 0) {
    // The old inputs lack the outputs, which may show that a new value is no change.
    const [shown] = await definition.lifecycle.glance!(session, ownId);
    difference = compare(definition, { ...shown?.outputs, ...olds }, args);
  }
  const { changed, cleared, replaces } = difference;
  const isUpdate = changed.length + cleared.length > 0 && replaces.length === 0;
  return isUpdate ? resetProblem(session, entry, ownId) : undefined;
}

/** Why the entry cannot go on with its own object, or beside the other entries. */
function conflictOf(entry: Entry, request: EntryRequest, provider: ProviderProcess): string | undefined {
  const { definition, ownId, pending } = entry;
  const taken = ownId === undefined || pending ? undefined : claimProblem(provider, entry, ownId);
  return (
    recordedProblem(definition, request) ??
    (definition.lifecycle.list && taken) ??
    provider.entries.identify(entry)
  );
}

function describeWithNext(collision: Collision, { ownId, pending }: EntryRequest): string {
  const isReplacement = ownId !== undefined && !pending;
  const description = describeCollision(collision, { isReplacement });
  return [description, continuation([collision])].filter(Boolean).join(". ");
}

// Checks the arguments of one resource before anything changes on the account, and decides about a new one.
import { inOldSpelling } from "../kind/compare";
import { type Definition, idsIn, type Props } from "../kind/definition";
import {
  type Decision,
  decisionOf,
  ENTRY,
  type EntryRequest,
  entryText,
  PENDING_ID,
  unpackIds,
} from "../kind/entry";
import { hiddenInputOf, managedOf } from "../kind/state";
import { continuation } from "../kind/stop";
import { decide } from "./decision";
import type { Entry } from "./entries";
import { conflictOf, entryProblems } from "./problems";
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
  const isNew = Object.keys(olds).length === 0;
  const entry: Entry = {
    ...request,
    definition,
    args,
    name,
    isRecorded: !isNew || request.ownId !== undefined,
  };
  const { report } = provider;
  report.hasProgram = true;
  const key = provider.entries.add(entry);
  if (!isNew) provider.entries.noteChecked(decisionOf(olds).entry, entry);
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
  noteState(provider, entry, request, isNew);

  const conflict = conflictOf(provider, entry, request);
  const decision = await decisionAbout(provider, entry, isNew, conflict);
  // The program reports all of a preview at once.
  const { stop } = decision ?? {};
  const reasons = stop ? [[stop.why, continuation([stop])].filter(Boolean).join(". ")] : [];
  const failures = failed(reasons).filter(() => !request.isPreview);
  const hidden = decision
    ? { [ENTRY]: entryText({ ...(key && { entry: key }), ...decision }) }
    : // The engine would show another text than that of the state as a change.
      hiddenInputOf(olds);
  return { inputs: { ...inOldSpelling(definition, olds, inputs), ...hidden }, failures };
}

/** What the program says about the state before this run. A list may lack what a new object replaces. */
function noteState(
  provider: ProviderProcess,
  { definition, ownId }: Entry,
  { managedIds, spared }: EntryRequest,
  isNew: boolean,
): void {
  const owners = provider.ownersOf(definition);
  // New entries repeat the ids of their kind.
  if (provider.entries.isFirst(`${definition.type} ${managedIds} ${spared}`))
    owners.record(unpackIds(managedIds), spared);
  if (ownId !== undefined) owners.record([ownId]);
  if (isNew && ownId !== undefined) owners.expected.delete(ownId);
}

/** About a new resource, or about one that cannot go on. @param reason why it cannot */
async function decisionAbout(
  provider: ProviderProcess,
  entry: Entry,
  isNew: boolean,
  reason: string | undefined,
): Promise<Decision | undefined> {
  if (reason !== undefined) return { stop: { why: reason } };
  return isNew ? decide(provider, entry) : undefined;
}

// Checks the arguments of one resource before anything changes on the account, and decides about a new one.
import { compare, inOldSpelling } from "../kind/compare";
import { type Definition, idsIn, type Props } from "../kind/definition";
import { cannotUpdate, onExistingProblem, ownIdProblem } from "../kind/on-existing";
import {
  continuation,
  type Decision,
  decisionOf,
  decisionText,
  type EntryRequest,
  HIDDEN_INPUT,
  unpackIds,
} from "../kind/request";
import { issuesOf, issueText } from "../kind/schema";
import { hiddenInputOf, managedOf, PENDING_ID } from "../kind/state";
import { claimProblem, decide } from "./decision";
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
  const isNew = Object.keys(olds).length === 0;
  const isRecorded = !isNew || request.ownId !== undefined;
  const entry: Entry = { ...request, definition, args, name: request.name || definition.type, isRecorded };
  const key = provider.entries.add(entry);
  if (!isNew) provider.entries.noteChecked(decisionOf(olds).key, entry);
  provider.report.hasProgram = true;
  const textOf = (decision: Decision) => ({ [HIDDEN_INPUT]: decisionText({ key, ...decision }) });

  // The engine passes nothing for an unknown value, and the id of a pending create is none. The engine skips the resource
  // after the check, or its create fails: the error about what it depends on is enough.
  if (request.dependencyFailed || idsIn(definition, args).includes(PENDING_ID))
    return { inputs: { ...inputs, ...textOf({ do: "skip" }), ...olds }, failures: [] };
  const invalid = invalidities(entry, isNew ? undefined : olds, given);
  if (invalid.length > 0) return { inputs, failures: failuresOf(provider, entry, invalid) };

  const session = await provider.session();
  await session.guard(...request.accounts);
  noteState(provider, entry, request);
  const why = conflictOf(provider, entry);
  const stop = why === undefined ? undefined : { do: "stop" as const, why };
  const decision = stop ?? (isNew ? await decide(provider, entry) : undefined);
  // The engine would show another text than that of the state as a change.
  const hidden = decision ? textOf(decision) : hiddenInputOf(olds);
  const checked = { ...inOldSpelling(definition, olds, inputs), ...hidden };
  if (decision?.do !== "stop") return { inputs: checked, failures: [] };
  const failures = failuresOf(provider, entry, [
    [decision.why, continuation([decision])].filter(Boolean).join(". "),
  ]);
  // The program reports all of a preview at once.
  return { inputs: checked, failures: request.isPreview ? [] : failures };
}

function failuresOf(provider: ProviderProcess, { name }: Entry, reasons: readonly string[]) {
  provider.report.hasFailed = true;
  return reasons.map((reason) => ({ reason: provider.say(`${name}: ${reason}`) }));
}

/** What is wrong with the entry itself. @param olds unset if it has no object */
function invalidities(
  { definition, args, onExisting }: Entry,
  olds: Props | undefined,
  given: Props,
): readonly string[] {
  const option = onExisting && onExistingProblem(definition, given, onExisting);
  const ofOption = option === undefined ? [] : [`onExisting: ${option}`];
  const { changed, cleared, released } = compare(definition, olds ?? {}, args);
  // What is unchanged was checked when it was applied. Most resources are, and then zod need not be loaded.
  if (olds && changed.length + cleared.length + released.length === 0) return ofOption;
  const update = olds && cannotUpdate(definition, args, changed);
  return [
    ...issuesOf(definition, given).map(issueText),
    ...ofOption,
    ...(update === undefined ? [] : [update]),
  ];
}

/** What the program says about the state before this run. */
function noteState(
  provider: ProviderProcess,
  { definition, ownId }: Entry,
  { managedIds, spared }: EntryRequest,
): void {
  const owners = provider.ownersOf(definition);
  // New entries repeat the ids of their kind.
  if (provider.entries.isFirst(`${definition.type} ${managedIds} ${spared}`))
    owners.record(unpackIds(managedIds), spared);
  if (ownId !== undefined) owners.record([ownId]);
}

/** Why the entry cannot go on with its own object, or beside the other entries. */
function conflictOf(provider: ProviderProcess, entry: Entry): string | undefined {
  const { definition, ownId, onExisting } = entry;
  const { list } = definition;
  const taken = ownId === undefined ? undefined : claimProblem(provider, entry, ownId);
  // Two assignments may be the same one.
  const ofOwn = list && ownId !== undefined ? (ownIdProblem(onExisting, ownId) ?? taken) : undefined;
  return ofOwn ?? provider.entries.identify(entry);
}

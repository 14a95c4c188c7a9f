// Checks the arguments of one resource before anything changes on the account, and decides about a new one.
import { compare, inOldSpelling } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { cannotUpdate, ownIdProblem } from "../kind/on-existing";
import {
  continuation,
  type Decision,
  decisionOf,
  decisionText,
  type EntryRequest,
  HIDDEN_INPUT,
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
  const key = provider.entries.add(entry, isNew ? undefined : decisionOf(olds).key);
  provider.report.hasProgram = true;
  const textOf = (decision: Decision) => ({ [HIDDEN_INPUT]: decisionText({ key, ...decision }) });

  // The engine passes nothing for an unknown value, and the id of a pending create is none. The engine skips the resource
  // after the check, or its create fails: the error about what it depends on is enough.
  const isOfPending = Object.keys(args).some(
    (name) => definition.fields[name]!.resources && args[name] === PENDING_ID,
  );
  if (request.dependencyFailed || isOfPending)
    return { inputs: { ...inputs, ...textOf({ do: "skip" }), ...olds }, failures: [] };
  const why =
    problemOf(entry, isNew ? undefined : olds, given) ?? (await conflictOf(provider, entry, request));
  const stop = why === undefined ? undefined : { do: "stop" as const, why };
  const decision = stop ?? (isNew ? await decide(provider, entry) : undefined);
  if (decision?.do !== "stop") {
    // The engine would show another text than that of the state as a change.
    const hidden = decision ? textOf(decision) : hiddenInputOf(olds);
    return { inputs: { ...inOldSpelling(definition, olds, inputs), ...hidden }, failures: [] };
  }
  provider.report.hasFailed = true;
  // The program reports all of a preview at once.
  if (request.isPreview) return { inputs: { ...inputs, ...textOf(decision) }, failures: [] };
  const reason = [`${entry.name}: ${decision.why}`, continuation([decision])].filter(Boolean).join(". ");
  return { inputs, failures: [{ reason: provider.say(reason) }] };
}

/** What is wrong with the entry itself. @param olds unset if it has no object */
function problemOf({ definition, args }: Entry, olds: Props | undefined, given: Props): string | undefined {
  const problems: string[] = [];
  const { changed, cleared, released } = compare(definition, olds ?? {}, args);
  // What is unchanged was checked when it was applied. Most resources are, and then zod need not be loaded.
  if (!olds || changed.length + cleared.length + released.length > 0) {
    problems.push(...issuesOf(definition, given).map(issueText));
    problems.push((olds && cannotUpdate(definition, args, changed)) ?? "");
  }
  return problems.filter(Boolean).join("; ") || undefined;
}

/** Why the entry cannot go on with its own object, or beside the other entries. */
async function conflictOf(
  provider: ProviderProcess,
  entry: Entry,
  request: EntryRequest,
): Promise<string | undefined> {
  const { definition, ownId, onExisting } = entry;
  const session = await provider.session();
  await session.guard(...request.accounts);
  noteState(provider, entry, request);
  const taken = ownId === undefined ? undefined : claimProblem(provider, entry, ownId);
  // Two assignments may be the same one.
  const isOne = definition.list && ownId !== undefined;
  const ofOwn = isOne ? (ownIdProblem(onExisting, ownId) ?? taken) : undefined;
  return ofOwn ?? provider.entries.identify(entry);
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
    owners.record(managedIds ?? [], spared);
  if (ownId !== undefined) owners.record([ownId]);
}

// Checks the arguments of one resource before anything changes on the account, and decides about a new one.
import { compare, inOldSpelling } from "../kind/compare";
import type { Props } from "../kind/definition";
import { cannotUpdate, ownIdProblem } from "../kind/on-existing";
import { continuation, type Decision, decisionOf, decisionText, HIDDEN_INPUT } from "../kind/request";
import { issuesOf, issueText } from "../kind/schema";
import { hiddenInputOf, PENDING_ID } from "../kind/state";
import { decide } from "./decision";
import type { Entry } from "./entries";
import { claimProblem, presentId } from "./our-object";
import type { ProviderProcess } from "./provider-process";

export interface CheckResult {
  inputs: Props;
  /** Without `property`: the engine prints its value, which may be secret. */
  failures: { reason: string }[];
}

/** @param olds the inputs of the state. Empty for a new resource, and for the new object of a replacement */
export async function check(
  provider: ProviderProcess,
  entry: Entry,
  olds: Props,
  inputs: Props,
): Promise<CheckResult> {
  const { definition, args } = entry;
  const isNew = Object.keys(olds).length === 0;
  const key = provider.entries.add(entry, isNew ? undefined : decisionOf(olds).key);
  provider.report.hasProgram = true;
  const textOf = (decision: Decision) => ({ [HIDDEN_INPUT]: decisionText({ key, ...decision }) });

  // The engine passes nothing for an unknown value, and the id of a pending create is none. The engine skips the resource
  // after the check, or its create fails: the error about what it depends on is enough.
  const isOfPending = Object.keys(args).some(
    (name) => definition.fields[name]!.resources && args[name] === PENDING_ID,
  );
  if (entry.dependencyFailed || isOfPending)
    return { inputs: { ...inputs, ...textOf({ do: "skip" }), ...olds }, failures: [] };
  const why = problemOf(entry, isNew ? undefined : olds, inputs) ?? (await conflictOf(provider, entry, olds));
  const stop = why === undefined ? undefined : { do: "stop" as const, why };
  const decision = stop ?? (isNew ? await decide(provider, entry) : undefined);
  if (decision?.do !== "stop") {
    // The engine would show another text than that of the state as a change.
    const hidden = decision ? textOf(decision) : hiddenInputOf(olds);
    return { inputs: { ...inOldSpelling(definition, olds, inputs), ...hidden }, failures: [] };
  }
  provider.report.hasFailed = true;
  // The program reports all of a preview at once.
  if (entry.isPreview) return { inputs: { ...inputs, ...textOf(decision) }, failures: [] };
  const reason = [`${entry.name}: ${decision.why}`, continuation([decision])].filter(Boolean).join(". ");
  return { inputs, failures: [{ reason: provider.say(reason) }] };
}

/** What is wrong with the entry itself. @param olds unset if it has no object */
function problemOf(
  { definition, args }: Entry,
  olds: Props | undefined,
  { __provider: _source, ...given }: Props,
): string | undefined {
  const problems: string[] = [];
  const { changed, cleared, released } = compare(definition, olds ?? {}, args);
  // What is unchanged was checked when it was applied. Most resources are, and then zod need not be loaded.
  const isChanged = changed.length + cleared.length + released.length > 0;
  if (!olds || isChanged || Object.keys(given).some((name) => !(name in definition.fields))) {
    problems.push(...issuesOf(definition, given).map(issueText));
    problems.push((olds && cannotUpdate(definition, args, changed)) ?? "");
  }
  return problems.filter(Boolean).join("; ") || undefined;
}

/** Why the entry cannot go on with its own object, or beside the other entries. */
async function conflictOf(provider: ProviderProcess, entry: Entry, olds: Props): Promise<string | undefined> {
  const { definition, onExisting, accounts, managedIds = [], spared } = entry;
  await (await provider.session()).guard(...accounts);
  const ownId = presentId(provider, entry);
  provider.ownersOf(definition).record(ownId === undefined ? managedIds : [...managedIds, ownId], spared);
  // Two assignments may be the same one.
  const ofOwn =
    definition.list && ownId !== undefined
      ? (ownIdProblem(onExisting, ownId, decisionOf(olds).replacedId) ?? claimProblem(provider, entry, ownId))
      : undefined;
  return ofOwn ?? provider.entries.identify(entry);
}

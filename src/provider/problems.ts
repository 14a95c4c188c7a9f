// Why an entry cannot go on as the program has it.
import { compare } from "../kind/compare";
import type { Props } from "../kind/definition";
import { type EntryRequest, recordedProblem } from "../kind/entry";
import { cannotUpdate, onExistingProblem } from "../kind/on-existing";
import { issuesOf, issueText } from "../kind/schema";
import type { Entry } from "./entries";
import type { ProviderProcess } from "./provider-process";

/** What is wrong with the entry itself. @param olds unset if it has no object */
export function entryProblems(
  { definition, args, onExisting }: Entry,
  olds: Props | undefined,
  given: Props,
): readonly string[] {
  const option = onExisting && onExistingProblem(definition, given, onExisting);
  const problems = option === undefined ? [] : [`onExisting: ${option}`];
  if (!olds) return [...issuesOf(definition, given).map(issueText), ...problems];
  const { changed, cleared, kept } = compare(definition, olds, args);
  // What is unchanged was checked when it was applied. Most resources are, and then zod need not be loaded.
  if (changed.length + cleared.length + kept.length === 0) return problems;
  const update = cannotUpdate(definition, args, changed);
  const invalid = issuesOf(definition, given).map(issueText);
  return [...invalid, ...problems, ...(update === undefined ? [] : [update])];
}

/** Why the entry cannot go on with its own object, or beside the other entries. */
export function conflictOf(
  provider: ProviderProcess,
  entry: Entry,
  request: EntryRequest,
): string | undefined {
  const { definition, ownId } = entry;
  // Every kind claims its object. Two assignments may be the same one.
  const taken = ownId === undefined ? undefined : claimProblem(provider, entry, ownId);
  return (
    recordedProblem(definition, request) ?? (definition.list && taken) ?? provider.entries.identify(entry)
  );
}

/** The entry has the object, or will adopt it. @returns the problem if another entry was first */
export function claimProblem(
  provider: ProviderProcess,
  { definition, name, urn, ownId }: Entry,
  id: string,
): string | undefined {
  const other = provider.ownersOf(definition).claim(id, { name, urn }, ownId);
  if (!other) return undefined;
  const next = "Run `pulumi refresh --yes` to see who has it, or set onExisting: duplicate for a new one";
  return `${other.name} has the same object (id ${id}). ${next}`;
}

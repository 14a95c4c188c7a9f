// Why an entry cannot go on as the program has it.
import type { AccountSession } from "../api/session";
import { compare } from "../kind/compare";
import type { Props } from "../kind/definition";
import { type EntryRequest, recordedProblem } from "../kind/entry";
import { cannotUpdate, effectiveOnExisting, onExistingProblem } from "../kind/on-existing";
import { formatList, issuesOf, issueText } from "../kind/schema";
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

/** Why the update of the entry would lose something. */
export async function updateProblem(
  session: AccountSession,
  entry: Entry,
  olds: Props,
): Promise<string | undefined> {
  const { definition, args, ownId } = entry;
  if (!definition.lifecycle.resetByUpdate || ownId === undefined) return undefined;
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
export function conflictOf(
  provider: ProviderProcess,
  entry: Entry,
  request: EntryRequest,
): string | undefined {
  const { definition, ownId } = entry;
  // Every kind claims its object. Two assignments may be the same one.
  const taken = ownId === undefined ? undefined : claimProblem(provider, entry, ownId);
  return (
    recordedProblem(definition, request) ??
    (definition.lifecycle.list && taken) ??
    provider.entries.identify(entry)
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
  const next = "Run `pulumi refresh --yes` to see who has it, or set onExisting: duplicate for a new entry";
  return `${other.name} has the same object (id ${id}). ${next}`;
}

/** Why an update may lose what no config has. `undefined`: it loses nothing, or the entry accepts that. */
export async function resetProblem(
  session: AccountSession,
  { definition, args, onExisting: given }: Entry,
  id: string,
): Promise<string | undefined> {
  const { type, lifecycle } = definition;
  if (!lifecycle.resetByUpdate) return undefined;
  const onExisting = effectiveOnExisting(definition, args, given, session.settings);
  const names = onExisting === "overwrite" ? [] : await lifecycle.resetByUpdate(session, id);
  if (names.length === 0) return undefined;
  return (
    `${type} ${id} has ${formatList(names)}, which the update may reset. Undo the change, or set onExisting: overwrite ` +
    "to update it anyway"
  );
}

// Compares a resource with its arguments in the program.

import { sanitize } from "../api/sanitize";
import { compare } from "../kind/compare";
import type { Definition, Difference, Props } from "../kind/definition";
import { decisionOf, HIDDEN_INPUT } from "../kind/request";
import { managedOf, outputsOf } from "../kind/state";
import type { Entry } from "./entries";
import type { OpenResource } from "./our-object";
import { claimantOf, decidesPending, pendingProblem } from "./pending";

/** `changes: undefined` lets the engine compare the inputs, which gives a difference per property. */
export interface DiffResult {
  readonly changes: boolean | undefined;
  readonly replaces: string[];
}

/** @param entry that was checked. Unset: a refresh asks only how to show the drift */
export async function diff(
  resource: OpenResource,
  news: Props,
  entry: Entry | undefined,
): Promise<DiffResult> {
  const { definition, provider, id, state, metadata } = resource;
  const owners = provider.ownersOf(definition);
  // Shown as an update, because the program reads back the inputs of updates only.
  if (decisionOf(news).do === "stop") return { changes: true, replaces: [] };
  if (metadata.pending !== undefined) {
    // A refresh asks, too, without a check before.
    if (!provider.report.hasProgram) return { changes: false, replaces: [] };
    // An update cannot change an id.
    if (decidesPending(entry?.onExisting, state)) return { changes: true, replaces: [HIDDEN_INPUT] };
    // The update fails.
    provider.logFor(claimantOf(resource)).warn(await pendingProblem(resource));
    return { changes: true, replaces: [] };
  }

  // A refresh asks without a check, only how to show the drift. Nothing is going to change.
  const hasEntry = owners.has(id);
  const after = managedOf(definition, news);
  const difference = compare(definition, state, after);
  if (hasEntry) announce(resource, difference, after);
  const { changed, replaces, cleared, released } = difference;
  const isEqual = changed.length + cleared.length + released.length === 0;
  if (isEqual) return { changes: false, replaces: [] };
  return { changes: undefined, replaces: [...replaces] };
}

/** What the entry of a resource is going to do. @param news its arguments from now on */
function announce(resource: OpenResource, difference: Difference, news: Props): void {
  const { definition, provider, id, state, args, session } = resource;
  const { changed, replaces, cleared, released } = difference;
  if (changed.length + cleared.length + released.length === 0) provider.ownersOf(definition).keep(id);
  const log = provider.logFor(resource);
  if (released.length > 0)
    log.warn(`${released.join(", ")} is no longer set. The API cannot clear it, so it keeps its value`);
  // The create of a replacement is checked, and then warns.
  if (changed.length + cleared.length === 0 || replaces.length > 0) return;
  const { publicUse } = definition;
  const olds = { ...outputsOf(definition, state), ...args };
  const address = sanitize(String(olds[publicUse?.address ?? ""] ?? "it"));
  const broken = publicUse?.brokenBy?.(olds, news, changed) ?? [];
  if (broken.length > 0 && !session.settings.isInReview)
    log.warn(`a change of ${broken.join(" and ")} breaks ${address}`);
  for (const loss of unseenLosses(definition, difference, args, news)) log.warn(loss);
}

/** What an update does to values that the service has and never shows. The content itself is in every update. */
function unseenLosses(
  { type, fields, content }: Definition,
  { changed, cleared }: Difference,
  olds: Props,
  news: Props,
): readonly string[] {
  if (!content) return [];
  const unseen = Object.keys(fields).filter((name) => fields[name]!.writeOnly);
  const overwritten = unseen.filter((name) => changed.includes(name) && !(name in olds));
  const omitted = unseen.filter((name) => ![...content, ...cleared].includes(name) && !(name in news));
  const rest = `the API does not return what the ${type} has`;
  return [
    ...(overwritten.length > 0 ? [`the update overwrites ${overwritten.join(", ")}: ${rest}`] : []),
    ...(omitted.length > 0 ? [`the service may reset ${omitted.join(", ")}: ${rest}`] : []),
  ];
}

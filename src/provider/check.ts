// Checks the arguments of one resource before anything changes on the account, and decides about a new one.
import { type Collision, continuation, describeCollision } from "../kind/collision";
import { compare, inOldSpelling } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import {
  type Decision,
  ENTRY,
  type EntryRequest,
  entryText,
  PENDING_ID,
  recordedProblem,
  takeRequest,
} from "../kind/entry";
import { cannotUpdate, onExistingProblem } from "../kind/on-existing";
import { issuesOf, issueText } from "../kind/schema";
import { hiddenInputOf, managedOf } from "../kind/state";
import { decide } from "./decision";
import type { ProviderProcess } from "./provider-process";

export interface CheckResult {
  inputs: Props;
  /** Without `property`: the engine prints its value, which may be secret. */
  failures: { reason: string }[];
}

/** @param olds the inputs of the state. Empty for a new resource, and for the new object of a replacement */
export async function check(
  definition: Definition,
  process: ProviderProcess,
  olds: Props,
  news: Props,
): Promise<CheckResult> {
  const { request, inputs } = takeRequest(news);
  const { __provider: _source, ...given } = inputs;
  const args = managedOf(definition, given);
  process.report.hasProgram = true;
  if (request.deletions) process.report.deletions = request.deletions;
  const name = process.objects.rememberName(definition.type, request, args);
  const failed = (reasons: readonly string[]) => {
    if (reasons.length > 0) process.report.hasFailed = true;
    return reasons.map((reason) => ({ reason: `${name}: ${reason}` }));
  };

  // The engine passes nothing for an unknown value, and the id of a pending create is none. The engine skips the resource
  // after the check, or its create fails: the error about what it depends on is enough.
  if (request.dependencyFailed || Object.values(args).includes(PENDING_ID)) {
    const hidden = { [ENTRY]: entryText({ dependencyFailed: true }) };
    return { inputs: { ...inputs, ...hidden, ...olds }, failures: [] };
  }
  const invalid = problemsOf(definition, olds, given, request);
  if (invalid.length > 0) return { inputs, failures: failed(invalid) };
  const session = await process.session();
  await session.guard(...request.accounts);

  const reason = entryProblem(definition, process, args, request, name);
  // About a new resource, or about one that cannot go on.
  let decision: Decision | undefined;
  if (reason !== undefined) decision = { collision: { kind: "invalid", reason } };
  else if (Object.keys(olds).length === 0)
    decision = await decide(process, { definition, args, request, name });
  // The program reports all collisions of a preview at once.
  const reasons = decision?.collision ? [describeWithNext(decision.collision, request)] : [];
  const failures = failed(reasons).filter(() => !request.isPreview);
  const hidden = decision ? { [ENTRY]: entryText(decision) } : recordedHidden(olds, request);
  return { inputs: { ...inOldSpelling(definition, olds, inputs), ...hidden }, failures };
}

/**
 * The text of the state, because the engine would show another one as a change. A pending create loses it when its entry
 * decides, so that it is replaced.
 */
function recordedHidden(olds: Props, { decided }: EntryRequest): Props {
  return decided ? {} : hiddenInputOf(olds);
}

/** Why the entry cannot go on with its own object, or beside the other entries. */
function entryProblem(
  definition: Definition,
  { objects }: ProviderProcess,
  args: Props,
  request: EntryRequest,
  name: string,
): string | undefined {
  const { type, lifecycle } = definition;
  const { ownId, pending } = request;
  const taken = ownId === undefined || pending ? undefined : objects.claim(type, ownId, request, name);
  return (
    recordedProblem(definition, request) ??
    (lifecycle.list && taken) ??
    objects.identify(definition, args, request, name)
  );
}

function describeWithNext(collision: Collision, { ownId, pending }: EntryRequest): string {
  const isReplacement = ownId !== undefined && !pending;
  const description = describeCollision(collision, { isReplacement });
  return [description, continuation([collision])].filter(Boolean).join(". ");
}

function problemsOf(
  definition: Definition,
  olds: Props,
  given: Props,
  { onExisting, pending }: EntryRequest,
): readonly string[] {
  const invalid = issuesOf(definition, given).map(issueText);
  const option = onExisting && onExistingProblem(definition, given, onExisting);
  if (option !== undefined) invalid.push(`onExisting: ${option}`);
  if (pending || Object.keys(olds).length === 0) return invalid;
  const args = managedOf(definition, given);
  const update = cannotUpdate(definition, args, compare(definition, olds, args).changed);
  return update === undefined ? invalid : [...invalid, update];
}

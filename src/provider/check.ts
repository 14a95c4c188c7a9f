// Checks the arguments of one resource before anything changes on the account, and decides about a new one.

import { type Collision, continuation, describeCollision } from "../kind/collision";
import { compare, inOldSpelling } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { ENTRY, type EntryRequest, entryText, recordedProblem, takeRequest } from "../kind/entry";
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
  const name = process.objects.name(definition.type, request, args);
  const failed = (reasons: readonly string[]) => {
    if (reasons.length > 0) process.report.hasFailed = true;
    return reasons.map((reason) => ({ reason: `${name}: ${reason}` }));
  };

  // The engine passes nothing for an unknown value. It skips the resource after the check, which must not fail before.
  if (request.dependencyFailed) {
    const hidden = { [ENTRY]: entryText({ dependencyFailed: true }) };
    return { inputs: { ...inputs, ...hidden, ...olds }, failures: [] };
  }
  const problems = problemsOf(definition, olds, given, request);
  if (problems.length > 0) return { inputs, failures: failed(problems) };
  const session = await process.session();
  await session.guard(...request.accounts);

  // Also with `--replace`, which passes no olds and would create a second object. A preview's program reports it.
  const recorded = recordedProblem(definition, request);
  if (recorded !== undefined || Object.keys(olds).length > 0) {
    const failures = failed(recorded === undefined || request.isPreview ? [] : [recorded]);
    // Next to a changed argument, the engine would show a hidden input that differs. A pending create loses it when its
    // entry decides, so that it is replaced.
    const hidden = request.pending === "decided" ? {} : hiddenInputOf(olds);
    return { inputs: { ...inOldSpelling(definition, olds, inputs), ...hidden }, failures };
  }

  const decision = await decide(process, { definition, args, request, name });
  const { collision } = decision;
  const isReplacement = request.ownId !== undefined && request.pending === undefined;
  const failures = failed(collision ? [describeWithNext(collision, isReplacement)] : []);
  return {
    inputs: { ...inputs, [ENTRY]: entryText(decision) },
    // The program reports all collisions of a preview at once.
    failures: request.isPreview ? [] : failures,
  };
}

function describeWithNext(collision: Collision, isReplacement: boolean): string {
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
  if (pending !== undefined || Object.keys(olds).length === 0) return invalid;
  const args = managedOf(definition, given);
  const update = cannotUpdate(definition, args, compare(definition, olds, args).changed);
  return update === undefined ? invalid : [...invalid, update];
}

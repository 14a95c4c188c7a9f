// Checks the arguments of one resource before anything changes on the account.
import type { z } from "zod";
import { withoutShorthands } from "../kind/annotations";
import { compare, inOldSpelling } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import {
  ENTRY,
  type EntryPlan,
  type EntryRequest,
  fileRecordOf,
  isSameRecord,
  planOf,
  takeRequest,
  toText,
} from "../kind/entry";
import { continuation, describeCollision } from "../kind/existing/collision";
import { cannotUpdate, isExistingOnly } from "../kind/existing/existing-only";
import { onExistingProblem, otherObjectProblem } from "../kind/existing/on-existing";
import { identifyingFields } from "../kind/identity";
import { issuesOf, issueText } from "../kind/invalid-arguments";
import { undecidedCreate } from "../kind/lifecycle/create-once";
import { hiddenInputOf, managedOf } from "../kind/state";
import { planAdoption } from "./adoption";
import type { ProviderProcess } from "./provider-process";
import { secretNames } from "./secrets";
import type { Subject } from "./subjects";

export interface CheckResult {
  inputs: Props;
  failures: { property?: string; reason: string }[];
}

export async function check(
  definition: Definition,
  process: ProviderProcess,
  olds: Props,
  news: Props,
): Promise<CheckResult> {
  const { request, inputs } = takeRequest(news);
  const { __provider: _source, ...given } = inputs;
  process.noteProgram();

  const ofKind = secretNames(definition, given, []);
  const marked = (request.secrets ?? []).filter((name) => !ofKind.has(name));
  const secrets = new Set([...ofKind, ...marked]);
  process.keepSecrets(definition, given, secrets);
  process.keepSecrets(definition, olds, new Set([...secretNames(definition, olds), ...secrets]));
  const subject = process.subjects.note(definition, request, given);
  const named = (reason: string) => process.redact(`${subject.name}: ${reason}`);
  const failures = [
    ...failuresOf(definition, given, secrets),
    ...optionFailures(definition, given, request),
    ...updateFailures(definition, olds, given, request),
  ].map((failure) => ({ ...failure, reason: named(failure.reason) }));
  if (failures.length > 0) {
    process.noteFailure();
    return { inputs, failures };
  }

  // In a preview, the program reports all of these at once.
  const reject = (reason: string) => {
    process.noteFailure();
    if (!request.isPreview) failures.push({ reason: named(reason) });
  };
  await process.sessionOf(request);

  // The olds are empty for a new resource, and for the new object of a replacement.
  const isNew = Object.keys(olds).length === 0;
  const kept = withoutShorthands(definition, inputs);
  // Also with `--replace`, which passes no olds and would create a second object.
  const isUndecided = request.pending === "undecided";
  if (isUndecided) reject(undecidedCreate(request.ownId));
  else if (request.pending === undefined) {
    const problem = otherObjectProblem(definition, request.onExisting, request.ownId);
    if (problem !== undefined) reject(problem);
  }
  if (!isNew || isUndecided) {
    const spelled = inOldSpelling(definition, olds, kept);
    const isUpdate = request.pending === undefined && isChanged(definition, olds, spelled);
    const entry = planOfOld(olds, request, marked, isUpdate);
    return {
      inputs: { ...spelled, ...(isUpdate ? laterEntry(definition, process, olds, request, entry) : entry) },
      failures,
    };
  }

  const plan = await planCreate(definition, process, managedOf(definition, given), request, subject);
  if (plan.collision) {
    const next = continuation([plan.collision]);
    reject(`${describeCollision(plan.collision)}${next === undefined ? "" : `. ${next}`}`);
  }
  const entry = { ...plan, ...urnIn(request), ...fileRecordOf(request), ...noted(marked) };
  return { inputs: { ...kept, [ENTRY]: toText(entry) }, failures };
}

/**
 * The same hidden input as before, except for a decision, another record of the file or other marks. `diff` decides by the
 * outputs whether another record alone is an update. Another URN alone never is.
 */
function planOfOld(olds: Props, request: EntryRequest, marked: readonly string[], isUpdate: boolean): Props {
  const record = fileRecordOf(request);
  if (request.pending === "decided")
    return { [ENTRY]: toText({ resolvesPending: true, ...urnIn(request), ...record, ...noted(marked) }) };
  const { file, isRetained, urn, secrets = [], ...plan } = planOf(olds);
  const isSame =
    isSameRecord({ file, isRetained }, record) &&
    String(secrets) === String(marked) &&
    (!isUpdate || urn === request.urn);
  if (isSame) return hiddenInputOf(olds);
  return { [ENTRY]: toText({ ...plan, ...urnIn(request), ...record, ...noted(marked) }) };
}

function isChanged({ fields }: Definition, olds: Props, news: Props): boolean {
  return Object.keys(fields).some((name) => olds[name] !== news[name]);
}

/**
 * The old hidden input. Next to a changed argument, the engine would show that it differs. The update of this process gets
 * the new one.
 */
function laterEntry(
  { type }: Definition,
  process: ProviderProcess,
  olds: Props,
  { ownId }: EntryRequest,
  entry: Props,
): Props {
  if (ownId === undefined) return entry;
  process.noteEntry(type, ownId, entry);
  return hiddenInputOf(olds);
}

/** For the calls without a program: a refresh, a delete. */
function noted(marked: readonly string[]): Pick<EntryPlan, "secrets"> {
  return marked.length > 0 ? { secrets: marked } : {};
}

function urnIn({ urn }: EntryRequest): Pick<EntryPlan, "urn"> {
  return urn === undefined ? {} : { urn };
}

/** Decided here, because a preview never reaches create. */
async function planCreate(
  definition: Definition,
  process: ProviderProcess,
  args: Props,
  request: EntryRequest,
  subject: Subject,
): Promise<EntryPlan> {
  const { type, lifecycle } = definition;
  const { adoptions, estimate } = process;
  const { name: entry } = subject;
  const log = process.logFor(subject);
  const session = await process.session();
  const adoptsExisting = isAdopting(request.onExisting ?? session.settings.onExisting);
  const plan: EntryPlan = {
    ...(!lifecycle.existing && adoptsExisting && { adoptsExisting }),
    // A pending create has no object that is known.
    ...(request.ownId !== undefined && !request.pending && { isReplacement: true }),
  };
  for (const warning of (await lifecycle.createWarnings?.(session, args)) ?? []) log.warn(warning);
  // The session has compared the accounts of the state: all are this one.
  const managed = Object.values(request.managedIds ?? {}).flat();
  const isManaged = (id: string) => managed.includes(id) || process.isClaimed(type, id);
  const found = await planAdoption(session, { definition, args, request, isManaged });
  const { adoption, ignored = [], collision } = found;
  if (collision) return { collision };
  if (ignored.length > 0)
    process.log.info(
      `${entry}: creates another one, beside ${ignored.length === 1 ? "id" : "ids"} ${ignored.join(", ")}`,
    );
  if (adoption) {
    const { id, changed, assumed, warnings } = adoption;
    const other = adoptions.plan(type, id, entry, changed.length > 0);
    if (other)
      return { collision: { kind: "unusable", reason: `${other} adopts the same object (id ${id})` } };
    const update = changed.length > 0 ? `, updates ${changed.join(", ")}` : "";
    const compared = changed.length > 0 ? "sent without a comparison" : "not compared";
    const unread = assumed.length > 0 ? `; ${compared}: ${assumed.join(", ")}` : "";
    // Of the stack: the engine would give each resource a paragraph of its own. Equal objects are only counted.
    if (update + unread !== "") process.log.info(`${entry}: adopts id ${id}${update}${unread}`);
    for (const warning of warnings) log.warn(warning);
    estimate.plan(`new ${entry}`, changed.length > 0 ? 1 : 0, lifecycle.listsFor(args));
    return { adopt: id, ...(changed.length > 0 && { changed }) };
  }
  if (lifecycle.existing && adoptsExisting) adoptions.planCreate(entry);
  if (lifecycle.existing && identifyingFields(definition, args).length === 0)
    process.noteUnidentified(definition, entry);
  estimate.plan(`new ${entry} ${JSON.stringify(args)}`, 1, lifecycle.listsFor(args));
  return plan;
}

function isAdopting(onExisting: EntryRequest["onExisting"]): boolean {
  return onExisting === "adopt" || onExisting === "overwrite" || typeof onExisting === "object";
}

function failuresOf(
  definition: Definition,
  given: Props,
  secrets: ReadonlySet<string>,
): CheckResult["failures"] {
  return issuesOf(definition, given).map((issue) => failureOf(issue, secrets));
}

function optionFailures(
  definition: Definition,
  args: Props,
  { onExisting }: EntryRequest,
): CheckResult["failures"] {
  const problem = onExisting === undefined ? undefined : onExistingProblem(definition, args, onExisting);
  return problem === undefined ? [] : [{ reason: `onExisting: ${problem}` }];
}

/** In a preview too: an update is not reported with the collisions of new entries. */
function updateFailures(
  definition: Definition,
  olds: Props,
  given: Props,
  { pending }: EntryRequest,
): CheckResult["failures"] {
  if (pending !== undefined || Object.keys(olds).length === 0) return [];
  const args = managedOf(definition, given);
  if (!isExistingOnly(definition, args)) return [];
  const { changed } = compare(definition, olds, given);
  const reason = cannotUpdate(definition, args, changed);
  return reason === undefined ? [] : [{ reason }];
}

// The engine prints the value of the property that a failure names. So the failure of a secret names none.
function failureOf(issue: z.core.$ZodIssue, secrets: ReadonlySet<string>): CheckResult["failures"][number] {
  const [name] = issue.path;
  const reason = issueText(issue);
  const isShown = typeof name === "string" && !secrets.has(name);
  return isShown ? { property: name, reason } : { reason };
}

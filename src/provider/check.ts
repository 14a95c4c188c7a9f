// The check of one resource's arguments, before anything is sent that changes the account.
import type { z } from "zod";
import { secretsOf } from "../kind/annotations";
import { type Cost, FREE } from "../kind/cost";
import type { Definition, Props } from "../kind/definition";
import { describe } from "../kind/describe";
import { takeRecords } from "../kind/hidden-inputs";
import { onExistingOf, problemOf, takeOnExisting } from "../kind/on-existing";
import { ReportedError } from "../kind/reported-error";
import { withoutShorthands } from "../kind/shorthand";
import { managedOf } from "../kind/state";
import { hasUnknown, isUnknownAt } from "../kind/unknown";
import { type Adoption, announceExisting } from "./adoption";
import type { Runtime } from "./runtime";

export interface CheckResult {
  inputs: Props;
  failures: { property?: string; reason: string }[];
}

/** @throws ApiError when the account cannot be reached or is not the expected one. */
export async function check(
  definition: Definition,
  runtime: Runtime,
  olds: Props,
  news: Props,
): Promise<CheckResult> {
  const { inputs, accounts, kept, registered } = takeRecords(news);
  const isNew = Object.keys(olds).length === 0;
  runtime.ahead.checked(isNew, registered);
  const { __provider: _text, ...rest } = inputs;
  const { args, onExisting } = takeOnExisting(rest);
  runtime.forecast.planned();
  runtime.holders.planned();
  const failures = failuresOf(definition, args);
  const problem = problemOf(definition, onExisting);
  if (problem !== undefined)
    failures.push({ property: "onExisting", reason: `${definition.type}: onExisting: ${problem}` });
  if (failures.length === 0 && accounts.length > 0) await (await runtime.session()).guard(...accounts);
  if (failures.length === 0 && isNew)
    failures.push(...(await announceCreate(definition, runtime, args, onExisting, kept)));
  if (failures.length > 0) runtime.forecast.discard();
  return { inputs: withoutShorthands(definition, inputs), failures };
}

function failuresOf(definition: Definition, given: Props): CheckResult["failures"] {
  // A secret that is unset comes as null.
  const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const result = definition.args().safeParse(args);
  if (result.success) return [];
  const secret = secretsOf(definition, args);
  return result.error.issues
    .filter((issue) => !isUnknownAt(args, issue.path))
    .map((issue) => failureOf(definition, issue, secret));
}

// The engine prints the value of the property that a failure names, secret or not: such a failure names none.
function failureOf(
  definition: Definition,
  issue: z.core.$ZodIssue,
  secret: ReadonlySet<string>,
): CheckResult["failures"][number] {
  const [name] = issue.path;
  const property = typeof name === "string" ? name : undefined;
  const reason = `${definition.type}: ${[...issue.path, issue.message].join(": ")}`;
  if (property === undefined || secret.has(property)) return { reason };
  return { property, reason };
}

// Said here because a preview never reaches create.
async function announceCreate(
  definition: Definition,
  runtime: Runtime,
  args: Props,
  given: unknown,
  kept: ReadonlySet<string>,
): Promise<CheckResult["failures"]> {
  const { holders, forecast, tell } = runtime;
  const session = await runtime.session();
  await session.account();
  const managed = managedOf(definition, args);
  const cost = () => definition.lifecycle.costs.create(session, managed);
  if (hasUnknown(managed) || hasUnknown(given)) {
    forecast.creates(await cost());
    return [];
  }
  for (const change of (await definition.lifecycle.announce?.(session, managed)) ?? []) tell.warn(change);
  const onExisting = onExistingOf(definition, given, session.settings);
  try {
    const existing = await announceExisting(
      { definition, holders, session, args: managed, onExisting },
      kept,
    );
    if (existing) tell.info(announcement(describe(definition, managed), existing));
    forecast.creates(existing ? costOf(definition, managed, existing) : await cost());
    return [];
  } catch (error) {
    if (error instanceof ReportedError) return [{ reason: error.message }];
    throw error;
  }
}

function announcement(what: string, { id, changed }: Adoption): string {
  const update = changed.length > 0 ? ` and updated (${changed.join(", ")})` : "";
  return (
    `${what}: the account already holds this object with id ${id}; it is taken over${update} instead of doubled, and from then ` +
    "on this stack is the one that deletes it (retainOnDelete prevents that); if only its key was renamed, " +
    "name the old one by renamedFrom (in a program by aliases)"
  );
}

function costOf(definition: Definition, args: Props, { changed, fields }: Adoption): Cost {
  if (changed.length === 0) return FREE;
  return definition.lifecycle.costs.update({ olds: fields, news: args, cleared: [] });
}

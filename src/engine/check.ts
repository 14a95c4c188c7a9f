// The check of one resource's arguments, before anything is sent that changes the account.
import type { z } from "zod";
import { findExisting } from "./adoption";
import { FREE } from "./cost";
import type { Definition, Props } from "./definition";
import { describe } from "./describe";
import { takeRecordedAccounts } from "./recorded-accounts";
import type { Runtime } from "./runtime";
import { managedOf } from "./state";
import { ToldError } from "./told-error";
import { secretsOf } from "./traits";
import { hasUnknown, isUnknownAt } from "./unknown";

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
  const { inputs, accounts } = takeRecordedAccounts(news);
  const { __provider: _text, ...args } = inputs;
  runtime.forecast.planned();
  const failures = failuresOf(definition, args);
  if (failures.length === 0 && accounts.length > 0) await (await runtime.session()).guard(...accounts);
  const isNew = Object.keys(olds).length === 0;
  if (failures.length === 0 && isNew) failures.push(...(await announceCreate(definition, runtime, args)));
  if (failures.length > 0) runtime.forecast.discard();
  return { inputs, failures };
}

function failuresOf(definition: Definition, args: Props): CheckResult["failures"] {
  const result = definition.args.safeParse(args);
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
): Promise<CheckResult["failures"]> {
  const session = await runtime.session();
  await session.account();
  const managed = managedOf(definition, args);
  const cost = () => definition.lifecycle.costs.create(session, managed);
  if (hasUnknown(managed)) {
    runtime.forecast.creates(await cost());
    return [];
  }
  for (const change of (await definition.lifecycle.announce?.(session, managed)) ?? [])
    runtime.tell.warn(change);
  try {
    const existing = await findExisting(definition, runtime.holders, session, managed);
    if (existing) {
      runtime.tell.info(
        `${describe(definition, managed)}: the account already holds this object with id ${existing.id}; it is taken over ` +
          "instead of doubled, and from then on this stack is the one that deletes it (retainOnDelete prevents that)",
      );
    }
    runtime.forecast.creates(existing ? FREE : await cost());
    return [];
  } catch (error) {
    if (error instanceof ToldError) return [{ reason: error.message }];
    throw error;
  }
}

// Whether a plan is the one that was approved: change by change, by what each does to the account.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { CommandError } from "../command";
import type { Review } from "./review";
import type { Row } from "./row";

/** The version of a review as JSON. Another one approves nothing. */
export const FORMAT = 1;

export function fingerprintOf({ stack, account, rows }: Pick<Review, "stack" | "account" | "rows">): string {
  const text = JSON.stringify([FORMAT, stack, account, rows.flatMap(changesIn).sort()]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** @param file a review as JSON. @throws CommandError */
export function readReview(file: string): Review {
  const text = readFileSync(file, "utf8");
  try {
    if (new RegExp(`^{\\s*"format":\\s*${FORMAT},`).test(text)) return JSON.parse(text);
  } catch {
    // The command that wrote it was stopped.
  }
  throw new CommandError(`${file} is not a review that --output review.json of this version has written`);
}

/**
 * Compares a plan with those that were approved, such as of several pull requests.
 * @param left what nobody has approved
 * @throws CommandError if it is another plan
 */
export function checkApproved(now: Review, approvals: readonly Review[], left: readonly Row[]): void {
  const other = approvals.find(({ stack, account }) => stack !== now.stack || account !== now.account);
  if (other) throw new CommandError(`the approval is for ${other.stack}, ${other.account}`, 3);
  if (approvals.length > 0 && left.length > 0)
    throw new CommandError(`not the approved plan: ${left.length} of ${now.rows.length} rows are not`, 3);
}

/**
 * The rows that nobody has approved: all of them without approvals. Of a plan that was applied in part, the rest is approved,
 * and so is the rest after another apply has undone the same drift.
 */
export function notApproved(now: readonly Row[], approved: readonly Row[]): readonly Row[] {
  const known = new Set(approved.flatMap(approvedBy).flatMap(changesIn));
  return now.filter((row) => {
    const changes = changesIn(row);
    // An approved value that was unknown matches any.
    const unknown = changesIn({ ...row, fields: row.fields.map((one) => ({ ...one, isUnknown: true })) });
    const rest = row.isPending ? changesIn({ ...row, operation: REST }) : changes;
    return !changes.every((change, at) => [change, unknown[at]!, rest[at]!].some((one) => known.has(one)));
  });
}

/** The deletion that is left of a replacement. On its own, a deletion was not approved with it. */
const REST = "rest of a replacement";

/** The row, and what is left of a replacement if a part of it has failed. */
function approvedBy(row: Row): readonly Row[] {
  if (row.operation !== "replace") return [row];
  const { id: _, ...created } = { ...row, operation: "create" };
  return [row, created, { ...row, operation: REST, fields: [] }];
}

/** What a row does to the account: with the object, and with each field. */
function changesIn({ operation, urn, id, fields }: Row): readonly string[] {
  const own = [operation, urn, id];
  const values = fields.map(({ field, old, live, new: next, isUnknown }) => {
    // A value that somebody changed is one that the state has after the next refresh.
    const before = operation === "create" ? undefined : (live ?? old);
    return [...own, field, before, isUnknown ? "unknown" : ["known", next]];
  });
  return [own, ...values].map((change) => JSON.stringify(change));
}

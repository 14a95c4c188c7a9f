// Whether a plan is the one that was approved.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { UsageError } from "../command";
import type { Review } from "./review";
import type { Row } from "./rows";

/** Of a review as JSON. Another one is another plan. */
export const FORMAT = 1;
export const FINGERPRINT = /^[0-9a-f]{32}$/;

export function fingerprintOf({ stack, account, rows }: Pick<Review, "stack" | "account" | "rows">): string {
  const plan = rows.map(({ place: _, effect: __, danger: ___, beside: ____, ...row }) => JSON.stringify(row));
  const text = JSON.stringify([FORMAT, stack, account, plan.sort()]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** A file with an approval is none for this plan: exit code 3. */
export class NotApprovedError extends Error {}

/** @param file a review as JSON. @throws UsageError; NotApprovedError for a review of another version */
export function readReview(file: string): Review {
  const problem = `${file} is not a review that --output review.json has written`;
  try {
    const review: Review = JSON.parse(readFileSync(file, "utf8"));
    const { format, rows, errors } = review;
    if (Number.isInteger(format) && format !== FORMAT)
      throw new NotApprovedError(
        `${file} is a review of another version. Review again with this one, and approve that`,
      );
    if (format === FORMAT && Array.isArray(rows) && Array.isArray(errors)) return review;
  } catch (error) {
    if (error instanceof NotApprovedError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(code === undefined ? problem : `${file} cannot be read (${code})`);
  }
  throw new UsageError(problem);
}

/**
 * Compares a plan with those that were approved, such as of several pull requests. Of a plan that was applied in part, the
 * rest is approved, and so is the rest after another apply has undone the same drift.
 * @returns why it is another plan. `undefined`: every row is approved
 */
export function refusalOf(now: Review, approvals: readonly Review[]): string | undefined {
  for (const approved of approvals) {
    if (approved.errors.length > 0) return "the approved review is that of a failed preview";
    for (const what of ["stack", "account"] as const)
      if (now[what] !== approved[what])
        return `approved for ${what} ${approved[what]}, but this is ${now[what]}`;
  }
  const count = notApproved(now, approvals).length;
  return count === 0
    ? undefined
    : `not the approved plan: ${count} of ${now.rows.length} rows are not approved`;
}

export function notApproved(now: Review, approvals: readonly Review[]): readonly Row[] {
  const known = new Set(approvals.flatMap(({ rows }) => rows.flatMap(approvedBy).map(changeBy)));
  return now.rows.filter(
    (row) => ![row, { ...row, isUnknown: true } as const].some((one) => known.has(changeBy(one))),
  );
}

/** The row, and what is left of a replacement if a part of it has failed. */
function approvedBy(row: Row): readonly Row[] {
  if (row.operation !== "replace") return [row];
  const { id: _, ...created } = { ...row, operation: "create" };
  return row.field === undefined ? [row, created, { ...row, operation: "delete" }] : [row, created];
}

/** What a row does to the account. A value that somebody changed is one that the state has after the next refresh. */
function changeBy({ operation, urn, id, field, old, live, new: next, isUnknown }: Row): string {
  const value = isUnknown ? "unknown" : ["known", next];
  const before = operation === "create" ? undefined : (live ?? old);
  return JSON.stringify([operation, urn, id, field, before, value]);
}

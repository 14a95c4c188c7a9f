// Whether a plan is the one that was approved.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { UsageError } from "../command";
import type { Row } from "./plan";
import type { Review } from "./render";

/** Of a review as JSON. Another one is another plan. */
export const FORMAT = 1;
export const FINGERPRINT = /^[0-9a-f]{32}$/;

export function fingerprintOf({ stack, account, rows }: Pick<Review, "stack" | "account" | "rows">): string {
  const plan = rows.map(({ place: _, danger: __, ...row }) => row);
  const text = JSON.stringify([FORMAT, stack, account, plan]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** @param file a review as JSON. @throws UsageError */
export function readReview(file: string): Review {
  const problem = `${file} is not a review that --output review.json of this version has written`;
  try {
    const review: Review = JSON.parse(readFileSync(file, "utf8"));
    if (review.format === FORMAT && Array.isArray(review.rows) && Array.isArray(review.errors)) return review;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(code === undefined ? problem : `${file} cannot be read (${code})`);
  }
  throw new UsageError(problem);
}

/**
 * Compares a plan with an approved one. Of a plan that was applied in part, the rest is approved, and so is the rest after
 * another apply has undone the same drift.
 * @returns why it is another plan. `undefined`: every row is approved
 */
export function refusalOf(now: Review, approved: Review): string | undefined {
  if (approved.errors.length > 0) return "the approved review is that of a failed preview";
  for (const what of ["stack", "account"] as const)
    if (now[what] !== approved[what])
      return `approved for ${what} ${approved[what]}, but this is ${now[what]}`;
  const count = notApproved(now, approved).length;
  return count === 0
    ? undefined
    : `not the approved plan: ${count} of ${now.rows.length} rows are not approved`;
}

export function notApproved(now: Review, approved: Review): readonly Row[] {
  const known = new Set(approved.rows.flatMap(approvedBy));
  return now.rows.filter((row) => {
    // It says what the deletion loses. What somebody has changed there is a row of its own.
    if (row.field !== undefined && /^(delete|forget)$/.test(row.operation) && row.why === "config")
      return false;
    return !known.has(effectOf(row)) && !known.has(effectOf({ ...row, isUnknown: true }));
  });
}

/** Also what is left of a replacement, one part of which has failed. */
function approvedBy(row: Row): readonly string[] {
  if (row.operation !== "replace" || row.field !== undefined) return [effectOf(row)];
  const { id: _, new: __, ...created } = { ...row, operation: "create" };
  const { new: ___, ...deleted } = { ...row, operation: "delete" };
  return [row, created, deleted].map(effectOf);
}

/** What a row does to the account. A value that somebody changed is one that the state has after the next refresh. */
function effectOf({ operation, urn, id, field, old, live, new: next, isUnknown }: Row): string {
  const isNew = operation === "create" || operation === "replace";
  const effect = [isUnknown ? "unknown" : "known", isUnknown ? undefined : next];
  if (field === undefined) return JSON.stringify([operation, urn, id, ...effect]);
  if (isNew) return JSON.stringify(["new", urn, field, ...effect]);
  return JSON.stringify([operation, urn, id, field, live ?? old, ...effect]);
}

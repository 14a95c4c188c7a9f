// Whether a plan is the one that was approved.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { CommandError } from "../command";
import type { Review } from "./review";
import type { Row } from "./rows";
import { ALREADY_THERE } from "./sides";

/** Of a review as JSON. Another one is another plan. */
export const FORMAT = 1;

export function fingerprintOf({ stack, account, rows }: Pick<Review, "stack" | "account" | "rows">): string {
  const plan = rows.map(({ place: _, effect: __, danger: ___, beside: ____, host: _____, ...row }) =>
    JSON.stringify(row),
  );
  const text = JSON.stringify([FORMAT, stack, account, plan.sort()]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** @param file a review as JSON, also one of another version. @throws CommandError */
export function readReview(file: string): Review {
  let review: Partial<Review> | null = null;
  try {
    review = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (Number.isInteger(review?.format)) return review as Review;
  throw new CommandError(`${file} is not a review that --output review.json has written`);
}

/**
 * Compares a plan with those that were approved, such as of several pull requests. Of a plan that was applied in part, the
 * rest is approved, and so is the rest after another apply has undone the same drift.
 * @param left what nobody has approved
 * @throws CommandError if it is another plan
 */
export function checkApproved(now: Review, approvals: readonly Review[], left: readonly Row[]): void {
  for (const { format, errors, stack, account } of approvals) {
    if (format !== FORMAT)
      throw new CommandError(
        "approved with another version, so nothing counts: review again with this one",
        3,
      );
    if (errors.length > 0) throw new CommandError("the approved review is that of a failed preview", 3);
    if (stack !== now.stack || account !== now.account)
      throw new CommandError(
        `approved for ${stack}, ${account}, but this is ${now.stack}, ${now.account}`,
        3,
      );
  }
  if (approvals.length > 0 && left.length > 0)
    throw new CommandError(`not the approved plan: ${left.length} of ${now.rows.length} rows are not`, 3);
}

/** The rows that nobody has approved: all of them without approvals. */
export function notApproved(
  now: Pick<Review, "rows">,
  approvals: readonly Pick<Review, "format" | "rows">[],
): readonly Row[] {
  const rows = approvals.flatMap((one) => (one.format === FORMAT ? one.rows : []));
  const known = new Set(rows.flatMap(approvedBy).map(changeBy));
  // What is already there gets no request.
  const changing = now.rows.filter(({ operation }) => operation !== ALREADY_THERE);
  return changing.filter((row) => {
    const forms = [row, { ...row, isUnknown: true } as const];
    if (row.isPending) forms.push({ ...row, operation: REST });
    return !forms.some((one) => known.has(changeBy(one)));
  });
}

/** The deletion that is left of a replacement. On its own, a deletion was not approved with it. */
const REST = "rest of a replacement";

/** The row, and what is left of a replacement if a part of it has failed. */
function approvedBy(row: Row): readonly Row[] {
  if (row.operation !== "replace") return [row];
  const { id: _, ...created } = { ...row, operation: "create" };
  return row.field === undefined ? [row, created, { ...row, operation: REST }] : [row, created];
}

/** What a row does to the account. A value that somebody changed is one that the state has after the next refresh. */
function changeBy({ operation, urn, id, field, old, live, new: next, isUnknown }: Row): string {
  const value = isUnknown ? "unknown" : ["known", next];
  const before = operation === "create" ? undefined : (live ?? old);
  return JSON.stringify([operation, urn, id, field, before, value]);
}

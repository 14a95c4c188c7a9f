// Finds out by lists whether a change without a clear response took effect.
import { ApiError } from "../../api/errors";
import type { Collection } from "../../api/list/collection";
import type { AccountSession } from "../../api/session";

/** Early looks, in parts of the settle time after the change. They only save time. */
const EARLY_LOOKS = [0, 0.3];

interface Poll<Result> {
  /** When the attempt ended, ms since 1970. */
  readonly attemptedAt: number;
  /** An early match may be a different object, so only the final look counts. @default false */
  readonly waitsUntilSettled?: boolean;
  /** What the list shows. `undefined` for nothing. */
  look(): Result | undefined;
}

/**
 * Polls until something is found, or until two consecutive listings prove that nothing will be. Both start at least the
 * settle time after the attempt. Two, because an object may move between pages while one listing is read.
 * @throws ApiError if the list cannot be read
 */
export async function pollUntilConsistent<Result>(
  session: AccountSession,
  objects: Collection,
  { attemptedAt, waitsUntilSettled = false, look }: Poll<Result>,
): Promise<Result | undefined> {
  const { settleTimeMs } = session.settings;
  for (const part of waitsUntilSettled ? [] : EARLY_LOOKS) {
    const isListed = await isListedFrom(objects, attemptedAt + part * settleTimeMs);
    const found = isListed ? look() : undefined;
    if (found !== undefined) return found;
  }
  await objects.listedFrom(attemptedAt + settleTimeMs);
  const found = look();
  if (found !== undefined) return found;
  await objects.listedAgain();
  return look();
}

/** False in an outage, where an early look may fail. */
async function isListedFrom(objects: Collection, from: number): Promise<boolean> {
  try {
    await objects.listedFrom(from);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.session) throw error;
    return false;
  }
}

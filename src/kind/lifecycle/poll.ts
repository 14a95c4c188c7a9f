// What a change without a clear answer has left: lists tell it, once they must show what may have worked.

import { ApiError } from "../../api/errors";
import type { Collection } from "../../api/list/collection";
import type { AccountSession } from "../../api/session";

/** When lists are looked at, in parts of the settle time after the change. */
const EARLY_LOOKS = [0, 0.3];

interface Search<Sight> {
  /** When the try ended, ms since 1970. */
  readonly triedAt: number;
  /** Whether what is found soon may be something else, so that only the last look counts. */
  readonly patient?: boolean;
  /** What the list shows of it; `undefined` for nothing. */
  sight(): Sight | undefined;
}

/**
 * Looks until something is seen, or until it is proven that nothing will be: two listings in a row lack it, both of
 * which began at least the settle time after the try, since a page may shift while one is read.
 * @throws ApiError when the list cannot be read then
 */
export async function lookUntilSettled<Sight>(
  session: AccountSession,
  objects: Collection,
  { triedAt, patient = false, sight }: Search<Sight>,
): Promise<Sight | undefined> {
  const { settleTimeMs: settleTime } = session.settings;
  for (const part of patient ? [] : EARLY_LOOKS) {
    const isListed = await listedEarly(objects, triedAt + part * settleTime);
    const seen = isListed ? sight() : undefined;
    if (seen !== undefined) return seen;
  }
  await objects.listedFrom(triedAt + settleTime);
  const seen = sight();
  if (seen !== undefined) return seen;
  await objects.listedAgain();
  return sight();
}

/** In an outage an early look may fail: it only saves time. */
async function listedEarly(objects: Collection, from: number): Promise<boolean> {
  try {
    await objects.listedFrom(from);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.session) throw error;
    return false;
  }
}

// Creates an object exactly once. If a response is unclear, lists decide whether the object exists, and only an attempt
// that certainly had no effect is repeated.
import { AmbiguousError, ApiError, ErrorResponse } from "../../api/errors";
import type { Collection, Item } from "../../api/list/collection";
import type { AccountSession } from "../../api/session";
import type { CreateContext } from "../definition";
import type { AttemptTime, ListedItem } from "./match-created";
import { pollUntilConsistent } from "./poll";

const MAX_ATTEMPTS = 2;

export interface CreateOnce {
  readonly session: AccountSession;
  readonly objects: Collection;
  readonly context: CreateContext;
  /** Sends the request once. @throws AmbiguousError if it may have taken effect */
  send(): Promise<{ readonly id: string; readonly item: Item }>;
  /** The new items that this create may have made. */
  candidates(fresh: readonly ListedItem[], attempt: AttemptTime): readonly ListedItem[];
  /** Other new items that it may have made: the list does not show what identifies them, or not as given. */
  unidentified(fresh: readonly ListedItem[], attempt: AttemptTime): readonly ListedItem[];
  /** Concurrent creates that match the same items. Each of them gets one. */
  concurrent(): number;
  /** Only the kind identifies a candidate, so an early one may belong to somebody else. */
  readonly waitsUntilSettled: boolean;
  /** An item in a message. */
  show(item: ListedItem): string;
}

/** Several objects may be the created one. */
class CandidatesError extends AmbiguousError {}

/** Thrown by a create whose result stays unknown. */
export class PendingCreateError extends AmbiguousError {}

/** @throws ApiError; AmbiguousError if the object may exist, with what to do */
export async function createOnce(create: CreateOnce): Promise<ListedItem> {
  const { session, objects, context } = create;
  await objects.items();
  const known = objects.listings;
  const settleTime = `${session.settings.settleTimeMs / 1000} s`;
  for (let attempt = 1; ; attempt++) {
    const from = session.now();
    let failure: ApiError;
    try {
      const { id, item } = await create.send();
      objects.added(id, item);
      return [id, item];
    } catch (error) {
      // A rejection of the second attempt may mean that the first one took effect.
      const isUnclear = error instanceof AmbiguousError || (error instanceof ErrorResponse && attempt > 1);
      if (!isUnclear || (error as ApiError).session) throw error;
      failure = error as ApiError;
    }
    const created = await find(create, known, from, failure);
    if (created) return created;
    if (!(failure instanceof AmbiguousError)) throw failure;
    if (attempt === MAX_ATTEMPTS) {
      throw new AmbiguousError(
        `${failure.message}. The list showed no new object within ${settleTime}, after ${MAX_ATTEMPTS} attempts. ${context.nextStep}`,
        { cause: failure },
      );
    }
    context.log.info(
      `sent again. The first attempt had no clear result, and the list showed no new object within ` +
        `settleTime (${settleTime})`,
    );
  }
}

async function find(
  create: CreateOnce,
  known: number,
  from: number,
  failure: ApiError,
): Promise<ListedItem | undefined> {
  const { session, objects, context, waitsUntilSettled } = create;
  const attemptedAt = session.now();
  const attempt = { from, to: attemptedAt + session.settings.settleTimeMs };
  const unclaimed = () => objects.newSince(known).filter(([id]) => !context.isClaimed(id));
  const look = () => {
    const candidates = create.candidates(unclaimed(), attempt);
    if (candidates.length > create.concurrent()) throw tooMany(create, candidates, failure);
    const [created] = candidates;
    // At once: other creates run concurrently.
    if (created) claim(create, created[0]);
    return created;
  };
  try {
    const created = await pollUntilConsistent(session, objects, { attemptedAt, waitsUntilSettled, look });
    if (created) return created;
  } catch (error) {
    if (!(error instanceof ApiError) || error.session || error instanceof CandidatesError) throw error;
    throw new AmbiguousError(
      `${failure.message}. The list that decides could not be read (${error.message}). ${context.nextStep}`,
      { cause: error },
    );
  }
  const unidentified = create.unidentified(unclaimed(), attempt);
  if (unidentified.length > 0) throw maybeCreated(create, unidentified, failure);
  return undefined;
}

function claim({ context, waitsUntilSettled }: CreateOnce, id: string): void {
  context.claim(id);
  const created = `created with id ${id}, although the create had no clear result`;
  if (!waitsUntilSettled) context.log.info(created);
  else
    context.log.warn(
      `${created}. It is the only new object of that time, and nothing else identifies it. Check it if others create ` +
        "such objects, too",
    );
}

function tooMany(create: CreateOnce, candidates: readonly ListedItem[], failure: ApiError): CandidatesError {
  const shown = candidates.map((candidate) => create.show(candidate)).join("; ");
  // `onExisting: adopt` stops at several matches.
  const nextStep = create.waitsUntilSettled
    ? create.context.nextStep
    : "Delete the extra ones and set onExisting: { id: … } to the right one";
  return new CandidatesError(
    `${failure.message}. ${candidates.length} new objects match: ${shown}. ${nextStep}`,
    { cause: failure },
  );
}

/** The next run may not recognize the object either. */
function maybeCreated(
  create: CreateOnce,
  unidentified: readonly ListedItem[],
  failure: ApiError,
): PendingCreateError {
  const shown = unidentified.map((item) => create.show(item)).join("; ");
  const count = unidentified.length === 1 ? "1 new object" : `One of ${unidentified.length} new objects`;
  return new PendingCreateError(
    `${failure.message}. ${count} may be the created one, but the list does not show it by the given name: ${shown}. ` +
      STAYS_PENDING,
    { cause: failure },
  );
}

/** The Pulumi id of a pending create. It is part of states: a compatibility promise. */
export const PENDING_ID = "undecided";
export const STAYS_PENDING = "The entry stays pending";

/** What the user does about it. */
export const DECIDE_PENDING =
  "Look at the account, and set onExisting: { id: … } if the object exists, or onExisting: duplicate if it does not. " +
  "This replaces the entry in the state: if it is protected, run `pulumi state unprotect` first";

/** Why an entry with a pending create cannot continue. @param id its id in the state */
export function undecidedCreate(id: string | undefined): string {
  if (id === PENDING_ID) return `an earlier create has an unknown result. ${DECIDE_PENDING}`;
  return (
    "an earlier version recorded a create with an unknown result. Run `pulumi state delete` for the entry, and then " +
    "LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up, which assigns it again"
  );
}

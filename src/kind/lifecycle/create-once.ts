// Creates an object exactly once. If a response is unclear, a list decides whether the object exists, and only an attempt
// that certainly had no effect is repeated.
import { type Collection, SETTLE_MS } from "../../api/collection";
import { AmbiguousError, ApiError, ErrorResponse } from "../../api/errors";
import type { Item } from "../../api/list";
import type { AccountSession } from "../../api/session";
import type { CreateContext } from "../definition";
import { STAYS_PENDING } from "../existing/recorded";

export type ListedItem = readonly [id: string, item: Item];

export interface CreateOnce {
  readonly session: AccountSession;
  readonly objects: Collection;
  readonly context: CreateContext;
  /** Sends the request once. @throws AmbiguousError if it may have taken effect */
  send(): Promise<ListedItem>;
  /** Whether a new item of the list is the created object. */
  isCreated(item: Item): boolean;
  /** Every list shows what identifies the object. Otherwise it is never sent twice. */
  readonly isIdentified: boolean;
  /** An item in a message. */
  show(item: ListedItem): string;
}

/** New objects that a message shows. */
const MAX_SHOWN = 5;

/** Thrown by a create whose result stays unknown, for an object that no list identifies. */
export class PendingCreateError extends AmbiguousError {}

/** @throws ApiError; AmbiguousError if the object may exist, with what to do */
export async function createOnce(create: CreateOnce): Promise<ListedItem> {
  const { objects, context, isIdentified } = create;
  await objects.items();
  const { readings } = objects;
  const first = await attempt(create);
  if ("created" in first) return first.created;
  if (!(first.error instanceof AmbiguousError)) throw first.error;
  const found = await find(create, readings, first.error);
  if (found) return found;
  if (!isIdentified) throw pending(create, readings, first.error);
  context.log.info("sent again: the first attempt had no clear result, and the list shows no new object");
  const second = await attempt(create);
  if ("created" in second) return second.created;
  // The first attempt may have taken effect since, and the service rejects a second object.
  const late = await find(create, readings, second.error);
  if (late) return late;
  if (!(second.error instanceof AmbiguousError)) throw second.error;
  throw unknown(create, second.error, "after 2 attempts, the list shows no new object");
}

type Attempt = { readonly created: ListedItem } | { readonly error: ApiError };

async function attempt({ send, objects }: CreateOnce): Promise<Attempt> {
  try {
    const created = await send();
    objects.added(...created);
    return { created };
  } catch (error) {
    const mayExist = error instanceof AmbiguousError || error instanceof ErrorResponse;
    if (!mayExist || error.session) throw error;
    return { error };
  }
}

/** The one new object with the identity that no live entry owns. */
async function find(
  create: CreateOnce,
  readings: number,
  failure: ApiError,
): Promise<ListedItem | undefined> {
  const { session, objects, context, isCreated, show } = create;
  try {
    await objects.itemsFrom(session.now() + SETTLE_MS);
  } catch (error) {
    if (!(error instanceof ApiError) || error.session) throw error;
    throw unknown(create, failure, `the list that decides could not be read (${error.message})`);
  }
  const candidates = unclaimed(create, readings).filter(([, item]) => isCreated(item));
  const [found] = candidates;
  if (candidates.length > 1) {
    const shown = candidates.map(show).join("; ");
    const next = "Delete the extra ones and set onExisting: { id: … } to the right one";
    throw new AmbiguousError(
      `${failure.message}. ${candidates.length} new objects match: ${shown}. ${next}`,
      {
        cause: failure,
      },
    );
  }
  if (!found) return undefined;
  // At once: other creates run side by side.
  context.claim(found[0]);
  context.log.info(`created with id ${found[0]}, although the create had no clear result`);
  return found;
}

/** Objects that are in the list since that reading, and that no live entry owns. */
function unclaimed({ objects, context }: CreateOnce, readings: number): readonly ListedItem[] {
  return objects.newSince(readings).filter(([id]) => !context.isClaimed(id));
}

/** Nothing identifies the object, so the user must look which of the new ones it is. */
function pending(create: CreateOnce, readings: number, failure: ApiError): PendingCreateError {
  const shown = unclaimed(create, readings).slice(0, MAX_SHOWN).map(create.show).join("; ");
  const found = shown === "" ? "No new object is listed" : `New, but maybe somebody else's: ${shown}`;
  return new PendingCreateError(`${failure.message}. ${found}. ${STAYS_PENDING}`, { cause: failure });
}

function unknown({ context, isIdentified }: CreateOnce, failure: ApiError, why: string): AmbiguousError {
  const message = `${failure.message}. Then ${why}. ${context.nextStep}`;
  const details = { cause: failure };
  return isIdentified ? new AmbiguousError(message, details) : new PendingCreateError(message, details);
}

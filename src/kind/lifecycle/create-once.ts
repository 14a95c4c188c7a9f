// Creates an object exactly once. If a response is unclear, a list decides whether the object exists, and only an attempt
// that certainly had no effect is repeated.
import { type Collection, SETTLE_MS } from "../../api/collection";
import { AmbiguousError, ApiError, isRejection } from "../../api/errors";
import type { Item } from "../../api/list";
import type { AccountSession } from "../../api/session";
import type { CreateContext } from "../definition";
import { DECIDE_PENDING } from "../entry";

export type ListedItem = readonly [id: string, item: Item];

export interface CreateOnce {
  readonly session: AccountSession;
  readonly objects: Collection;
  readonly context: CreateContext;
  /** Sends the request. @param isRepeat an earlier attempt may have taken effect @throws AmbiguousError if this one may */
  send(isRepeat: boolean): Promise<ListedItem>;
  /** Whether a new item of the list is the created object. */
  isCreated(item: Item): boolean;
  /** Every list shows what identifies the object. Otherwise it is never sent twice. */
  readonly isIdentified: boolean;
  /** An item in a message. */
  show(item: ListedItem): string;
}

/** The result of a create is unknown, and nothing identifies the object. So the state keeps the entry. */
export class PendingCreateError extends AmbiguousError {}

const ADOPT = "Run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up, which adopts the object if it exists";

/** @throws ApiError; AmbiguousError if the object may exist, with what to do */
export async function createOnce(create: CreateOnce): Promise<ListedItem> {
  const { objects, context, isIdentified, show } = create;
  await objects.items();
  const { readings } = objects;
  for (let isRepeat = false; ; isRepeat = true) {
    try {
      const created = await create.send(isRepeat);
      objects.added(...created);
      return created;
    } catch (error) {
      const isUnclear = error instanceof AmbiguousError;
      // The first attempt may have taken effect since, and the service rejects a second object.
      if (!isUnclear && !(isRepeat && isRejection(error))) throw error;
      await readAgain(create, error);
      // Without a wait between this and `own`: other creates run side by side.
      const unowned = objects.newSince(readings).filter(([id]) => !context.isOwned(id));
      const found = theCreated(create, unowned, error);
      if (found) return found;
      if (!isUnclear) throw error;
      if (isRepeat || !isIdentified) {
        const others = unowned.slice(0, 5).map(show).join("; ");
        const hint = others && ` (new, but maybe somebody else's: ${others})`;
        throw unknownResult(create, error, `the list shows no new object that is surely it${hint}`);
      }
      context.log.info("sent again: the first attempt had no clear result, and the list shows no new object");
    }
  }
}

async function readAgain(create: CreateOnce, failure: ApiError): Promise<void> {
  const { session, objects } = create;
  try {
    await objects.itemsFrom(session.now() + SETTLE_MS);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw unknownResult(create, failure, `the list that decides could not be read (${error.message})`);
  }
}

/** The one new object with the identity. */
function theCreated(
  { context, isCreated, show }: CreateOnce,
  unowned: readonly ListedItem[],
  failure: ApiError,
): ListedItem | undefined {
  const matching = unowned.filter(([, item]) => isCreated(item));
  if (matching.length > 1) {
    const next = "Delete the extra ones and set onExisting: { id: … } to the right one";
    const text = `${matching.length} new objects match: ${matching.map(show).join("; ")}. ${next}`;
    throw new AmbiguousError(`${failure.message}. ${text}`, { cause: failure });
  }
  const [found] = matching;
  if (!found) return undefined;
  context.own(found[0]);
  context.log.info(`created with id ${found[0]}, although the create had no clear result`);
  return found;
}

function unknownResult({ isIdentified }: CreateOnce, failure: ApiError, why: string): AmbiguousError {
  const problem = `${failure.message}. Then ${why}`;
  const details = { cause: failure };
  return isIdentified
    ? new AmbiguousError(`${problem}. ${ADOPT}`, details)
    : new PendingCreateError(`${problem}. The entry stays pending. ${DECIDE_PENDING}`, details);
}

// Creates an object exactly once. If the result of a request is unclear, a list decides, and only what certainly has no
// effect so far is sent a second time. Where nothing is certain, the create stays pending, and a person decides.
import type { Collection, CreateAttempt, ListedItem } from "../../api/collection";
import { AmbiguousError, ApiError, isRejection } from "../../api/errors";
import type { Item } from "../../api/list";
import { MAX_LATE_MS, SETTLE_MS } from "../../api/readings";
import type { AccountSession } from "../../api/session";
import type { CreateContext } from "../definition";
import { decidePending } from "../entry";

const ADOPT = "Run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up, which adopts the object if it exists";
/** New objects that a message names. */
const MAX_SHOWN = 5;

export interface CreateOnce {
  readonly session: AccountSession;
  readonly objects: Collection;
  readonly context: CreateContext;
  /** Sends the request. @throws AmbiguousError if it may have taken effect */
  send(): Promise<ListedItem>;
  /** How well an item of the list has the identity of the object. 0: not at all. */
  match(item: Item): number;
  /** Every list shows what identifies the object. */
  readonly isIdentified: boolean;
  /** An item in a message. */
  show(item: ListedItem): string;
}

/** The result of a create is unknown. So the state keeps the entry. */
export class PendingCreateError extends AmbiguousError {}

/** The object was created, and there may be a second one. The state keeps this one. */
export class CreatedError extends ApiError {
  constructor(
    message: string,
    readonly created: ListedItem,
  ) {
    super(message);
  }
}

/** A create whose attempts may have taken effect. */
interface Unclear extends CreateOnce {
  readonly attempt: CreateAttempt;
}

/** @throws ApiError; PendingCreateError if the object may exist; CreatedError */
export async function createOnce(spec: CreateOnce): Promise<ListedItem> {
  const { session, objects, context } = spec;
  const create = { ...spec, attempt: await objects.beginCreate(spec.match, context.replaces) };
  const sentAt = session.now();
  try {
    return await send(create);
  } catch (error) {
    if (!(error instanceof AmbiguousError)) throw error;
    const found = await decide(create, error, session.now());
    if (found) return found;
    context.log.info("sent again: the first attempt had no clear result, and the list shows no new object");
  }
  const repeatedAt = session.now();
  try {
    const created = await send(create);
    await checkFirstAttempt(create, created, lateEffectOf(create, sentAt));
    return created;
  } catch (error) {
    if (!(error instanceof ApiError) || error instanceof CreatedError) throw error;
    // The first attempt may have taken effect since, and the service rejects a second object. Of two unclear attempts, both
    // may take effect, so the list must show the late one, too.
    const since = isRejection(error) ? session.now() : lateEffectOf(create, repeatedAt);
    const found = await decide(create, error, since);
    if (found) return found;
    if (!isRejection(error)) throw pending(create, error, "the list shows no new object");
    throw new ApiError(`${error.message}. An attempt before had no clear result: ${ADOPT}`, { cause: error });
  }
}

/** A list that is read for a request of this time shows its effect, also a late one. */
function lateEffectOf({ session }: CreateOnce, sentAt: number): number {
  return Math.max(session.now(), sentAt + MAX_LATE_MS - SETTLE_MS);
}

async function send({ objects, context, ...create }: CreateOnce): Promise<ListedItem> {
  const created = await create.send();
  const [id] = created;
  // A second record of one object would delete it with the first one.
  if (objects.isKnown(id) || context.isOwned(id)) {
    throw new ApiError(
      `the service responded with id ${id}, which existed before, so nothing was recorded. To manage that object, set ` +
        `onExisting: { id: ${id} }`,
    );
  }
  objects.added(...created);
  return created;
}

/** The created object, if the list shows it. `undefined`: nothing was created so far. */
async function decide(create: Unclear, failure: ApiError, since: number): Promise<ListedItem | undefined> {
  const { objects, attempt, context, match } = create;
  const all = await objects.resultsOf(attempt, since).catch((error) => {
    throw undecided(create, failure, error);
  });
  // Without a wait between this and `own`: other creates run side by side.
  const unowned = all.filter(([id]) => !context.isOwned(id));
  const [found, ...others] = unowned.filter(([, item]) => match(item) > 0);
  if (found && others.length === 0) {
    context.own(found[0]);
    context.log.info(`created with id ${found[0]}, although the create had no clear result`);
    return found;
  }
  if (unowned.length === 0) return undefined;
  const why = `the list shows new objects, and which one it is, is not certain: ${shown(create, unowned)}`;
  throw pending(create, failure, why);
}

/** The list that decides could not be read. */
function undecided(create: CreateOnce, failure: ApiError, error: Error): Error {
  if (!(error instanceof ApiError)) return error;
  const why = `the list that decides could not be read (${error.message})`;
  if (!create.isIdentified || create.context.duplicate) return pending(create, failure, why);
  // The next check finds it by its identity.
  return new AmbiguousError(`${failure.message}. Then ${why}. ${ADOPT}`, { cause: failure });
}

/** The repeat succeeded: the first attempt must have had no effect, also no late one. */
async function checkFirstAttempt(create: Unclear, created: ListedItem, since: number): Promise<void> {
  const { objects, attempt, context } = create;
  const problem = (text: string) =>
    new CreatedError(
      `created with id ${created[0]}, but the first attempt may have taken effect late: ${text}`,
      created,
    );
  const all = await objects.resultsOf(attempt, since).catch((error: Error) => {
    throw problem(
      `the list could not be read (${error.message}). Look whether the account has an extra object`,
    );
  });
  const others = all.filter(([id]) => !context.isOwned(id));
  if (others.length > 0)
    throw problem(`${shown(create, others)}. If it is an extra object, delete it by hand`);
}

function pending({ context }: CreateOnce, failure: ApiError, why: string): PendingCreateError {
  const text = `${failure.message}. Then ${why}. The entry stays pending. ${decidePending(context.duplicate)}`;
  return new PendingCreateError(text, { cause: failure });
}

function shown({ show }: CreateOnce, objects: readonly ListedItem[]): string {
  const rest = objects.length - MAX_SHOWN;
  return [...objects.slice(0, MAX_SHOWN).map(show), ...(rest > 0 ? [`${rest} more`] : [])].join("; ");
}

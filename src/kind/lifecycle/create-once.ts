// Creates an object exactly once. If the result of a request is unclear, a list decides, and only what certainly has no
// effect so far is sent a second time. Where nothing is certain, the create stays pending, and a person decides.
import type { Collection, CreateAttempt, ListedItem } from "../../api/collection";
import { AmbiguousError, ApiError } from "../../api/errors";
import type { Item } from "../../api/list";
import type { CreateContext } from "../definition";
import { decidePending } from "../entry";

const ADOPT = "Run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up, which adopts the object if it exists";
/** New objects that a message names. */
const MAX_SHOWN = 5;

export interface CreateOnce {
  readonly objects: Collection;
  readonly context: CreateContext;
  /** Sends the request. @param onSend called when it goes out @throws AmbiguousError if it may have taken effect */
  send(onSend: () => void): Promise<ListedItem>;
  /** How well an item of the list has the identity of the object. 0: not at all. */
  match(item: Item): number;
  /** Every list shows what identifies the object. */
  readonly isIdentified: boolean;
  /** An item in a message. */
  show(item: ListedItem): string;
}

/** The result of a create is unknown. So the state keeps the entry. */
export class PendingCreateError extends AmbiguousError {}

/** A create whose attempts may have taken effect. */
interface Unclear extends CreateOnce {
  readonly attempt: CreateAttempt;
}

/** @throws ApiError if nothing was created; PendingCreateError if the object may exist */
export async function createOnce(spec: CreateOnce): Promise<ListedItem> {
  const { objects, context } = spec;
  const create = { ...spec, attempt: await objects.beginCreate(spec.match, context.replaces) };
  for (let isRepeat = false; ; isRepeat = true) {
    try {
      return await send(create);
    } catch (error) {
      // What is rejected has created nothing. An attempt before is decided by now.
      if (!(error instanceof AmbiguousError)) throw error;
      const found = await decide(create, error);
      if (found) return found;
      if (isRepeat) throw pending(create, error, "the list shows no new object");
      context.log.info("sent again: the first attempt had no clear result, and the list shows no new object");
    }
  }
}

async function send({ objects, context, attempt, ...create }: Unclear): Promise<ListedItem> {
  const created = await create.send(() => objects.sent(attempt));
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
async function decide(create: Unclear, failure: ApiError): Promise<ListedItem | undefined> {
  const { objects, attempt, context, match } = create;
  context.log.info(`wait ${objects.secondsUntilShown(attempt.sentAt)} s: no response to the create`);
  const all = await objects.resultsOf(attempt).catch((error) => {
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

function pending({ context }: CreateOnce, failure: ApiError, why: string): PendingCreateError {
  const text = `${failure.message}. Then ${why}. The entry stays pending. ${decidePending(context.duplicate)}`;
  return new PendingCreateError(text, { cause: failure });
}

function shown({ show }: CreateOnce, objects: readonly ListedItem[]): string {
  const rest = objects.length - MAX_SHOWN;
  return [...objects.slice(0, MAX_SHOWN).map(show), ...(rest > 0 ? [`${rest} more`] : [])].join("; ");
}

// Creates an object exactly once, and says what happens. Where nothing is certain, the create stays pending, and a person
// decides.
import type { Advice } from "../../api/advice";
import { AmbiguousError, type ApiError } from "../../api/errors";
import type { Inventory, ListedItem } from "../../api/lists/inventory";
import type { Item } from "../../api/lists/list";
import type { CreateContext } from "../definition";

/** New objects that a message names. */
const MAX_SHOWN = 5;

export interface CreateOnce {
  readonly advice: Advice;
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

/** @throws ApiError if nothing was created; PendingCreateError if the object may exist */
export async function createOnce(inventory: Inventory, spec: CreateOnce): Promise<ListedItem> {
  const { advice, context, match, show, isIdentified } = spec;
  const { log, owner, replacedId, duplicate } = context;
  const created = await inventory.create({
    match,
    owner,
    replacedId,
    onWait: (seconds) => log.info(`wait ${seconds} s: no response to the create`),
    send: (onSend, isRepeat) => {
      if (isRepeat)
        log.info("sent again: the first attempt had no clear result, and the list shows no new object");
      return spec.send(onSend);
    },
  });
  if (created.kind === "created") {
    const [id] = created.object;
    if (created.isFound) log.info(`created with id ${id}, although the create had no clear result`);
    return created.object;
  }
  const { failure, candidates, unread } = created;
  if (unread) {
    const why = `the list that decides could not be read (${unread.message})`;
    // The next check finds it by its identity.
    if (isIdentified && !duplicate)
      throw new AmbiguousError(`${failure.message}. Then ${why}. ${advice.again}`, { cause: failure });
    throw pending(spec, failure, why);
  }
  if (candidates.length === 0) throw pending(spec, failure, "the list shows no new object");
  const rest = candidates.length - MAX_SHOWN;
  const shown = [...candidates.slice(0, MAX_SHOWN).map(show), ...(rest > 0 ? [`${rest} more`] : [])];
  const why = `the list shows new objects, and which one it is, is not certain: ${shown.join("; ")}`;
  throw pending(spec, failure, why);
}

function pending({ advice, context }: CreateOnce, failure: ApiError, why: string): PendingCreateError {
  const next = advice.pending(context.duplicate);
  const text = `${failure.message}. Then ${why}. The entry stays pending. ${next}`;
  return new PendingCreateError(text, { cause: failure });
}

// Creates an object exactly once, and says what happens. Where nothing is certain, the create stays pending, and a person
// decides.

import { AmbiguousError, type ApiError } from "../../api/errors";
import type { Inventory, ListedItem } from "../../api/lists/inventory";
import type { Item } from "../../api/lists/list";
import type { CreateContext } from "../definition";
import { decidePending } from "../entry";

const ADOPT = "Run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up, which adopts the object if it exists";
/** New objects that a message names. */
const MAX_SHOWN = 5;

export interface CreateOnce {
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
  const { context, match, show, isIdentified } = spec;
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
      throw new AmbiguousError(`${failure.message}. Then ${why}. ${ADOPT}`, { cause: failure });
    throw pending(context, failure, why);
  }
  if (candidates.length === 0) throw pending(context, failure, "the list shows no new object");
  const rest = candidates.length - MAX_SHOWN;
  const shown = [...candidates.slice(0, MAX_SHOWN).map(show), ...(rest > 0 ? [`${rest} more`] : [])];
  const why = `the list shows new objects, and which one it is, is not certain: ${shown.join("; ")}`;
  throw pending(context, failure, why);
}

function pending({ duplicate }: CreateContext, failure: ApiError, why: string): PendingCreateError {
  const text = `${failure.message}. Then ${why}. The entry stays pending. ${decidePending(duplicate)}`;
  return new PendingCreateError(text, { cause: failure });
}

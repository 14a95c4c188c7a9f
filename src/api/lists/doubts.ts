// Why a list proves no absence: it shows fewer objects than it says, or the whole account shows none. There is no setting for
// it: each is one error that changes nothing.
import { ApiError, SessionError } from "../errors";
import type { ListSpec, Shortage } from "./list";

/** Whether the list shows other objects twice, in place of those that it lacks. */
export function isHiding({ repeats }: Shortage): boolean {
  return repeats > 0;
}

export function hidden(path: string, listed: number, { counted, repeats }: Shortage): ApiError {
  const what =
    repeats > 0
      ? `the pages repeat ${repeats} ${repeats === 1 ? "object" : "objects"}, so others are missing`
      : `the list has ${listed} of the ${counted} objects that it counts`;
  return new ApiError(
    `GET ${path}: ${what}. So it does not prove that an object is gone: nothing was sent and nothing left the state. Run the ` +
      "command again later. If an object of the state was deleted, `pulumi state delete URN` (`pulumi stack --show-urns` " +
      "lists it) removes it from the state",
  );
}

/** What `result` counts is not documented. */
export function uncounted(path: string, listed: number, { counted }: Shortage): string {
  return `GET ${path}: the list has ${listed} of the ${counted} objects that it counts. What it does not show may be created again`;
}

export function emptyAccount(): SessionError {
  return new SessionError(
    "the account lists no object at all, but the state has some (their only one may have been deleted by hand). It may be " +
      "another installation, or one that has lost its data, so nothing was changed. Run the command again later. If the " +
      "account was emptied on purpose, run `pulumi destroy --refresh=false`",
  );
}

/** Those that were read first: they may answer without a request. A list that the service rejects shows nothing. */
export async function accountShows(
  lists: readonly ListSpec[],
  shows: (list: ListSpec) => Promise<boolean>,
  wasRead: (list: ListSpec) => boolean,
): Promise<boolean> {
  const inOrder = [...lists.filter(wasRead), ...lists.filter((list) => !wasRead(list))];
  for (const list of inOrder) {
    const isShowing = await shows(list).catch((error) => {
      if (error instanceof ApiError && !error.session) return false;
      throw error;
    });
    if (isShowing) return true;
  }
  return false;
}

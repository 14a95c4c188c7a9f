// Estimates the requests and the time of an apply at the end of a preview.
import type { ListSpec } from "../api/list/collection";
import { DOCUMENTED_WINDOW_MS } from "../api/rate-limit/reset-estimate";
import type { AccountSession } from "../api/session";

export class Estimate {
  /** Requests of each planned change. An existing object may be compared more than once. */
  readonly #requests = new Map<string, number>();
  readonly #lists = new Map<string, ListSpec>();
  /** Lists that a preview reads only to warn. */
  readonly #listsToWarn = new Map<string, ListSpec>();

  /** @param key identifies the planned change @param lists that the change reads first */
  plan(key: string, requests: number, lists: readonly ListSpec[] = []): void {
    this.#requests.set(key, requests);
    for (const list of lists) this.#lists.set(list.path, list);
  }

  /** The apply does not read this list, unless a planned change does. */
  readsToWarn(list: ListSpec): void {
    this.#listsToWarn.set(list.path, list);
  }

  /** `undefined` if nothing changes. Deletions are not included, because a preview does not show them to a provider. */
  describe(session: AccountSession): string | undefined {
    const planned = [...this.#requests.values()].reduce((sum, requests) => sum + requests, 0);
    if (planned === 0) return undefined;
    const unread = [...this.#lists.values()].filter((list) => !session.collection(list).isListed);
    const onlyToWarn = [...this.#listsToWarn.values()].filter(({ path }) => !this.#lists.has(path));
    const pages = onlyToWarn.reduce((sum, list) => sum + session.collection(list).pages, 0);
    // The process of the update repeats what this one has sent.
    const requests = session.sent - pages + unread.length + planned;
    const { limit, free = limit, resetAt = session.now() + DOCUMENTED_WINDOW_MS } = session.status();
    const windows = Math.ceil(Math.max(0, requests - free) / limit);
    const waitMs =
      windows === 0 ? 0 : Math.max(0, resetAt - session.now()) + (windows - 1) * DOCUMENTED_WINDOW_MS;
    const time = waitMs === 0 ? "no wait for the rate limit" : `about ${Math.ceil(waitMs / 1000)} s`;
    return `apply: ${requests} request${requests === 1 ? "" : "s"}, ${time}`;
  }
}

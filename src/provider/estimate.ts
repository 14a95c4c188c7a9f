// Estimates the requests and the time of an apply at the end of a preview.
import { WINDOW_MS } from "../api/limiter";
import type { ListSpec } from "../api/list";
import type { AccountSession } from "../api/session";

export class Estimate {
  /** Requests of each planned change. An existing object may be compared more than once. */
  readonly #requests = new Map<string, number>();
  readonly #lists = new Map<string, ListSpec>();

  /** @param key identifies the planned change @param lists that the change reads first */
  plan(key: string, requests: number, lists: readonly ListSpec[] = []): void {
    this.#requests.set(key, requests);
    for (const list of lists) this.#lists.set(list.path, list);
  }

  /** `undefined` if nothing changes. Deletions are not included, because a preview does not show them to a provider. */
  describe(session: AccountSession): string | undefined {
    const planned = [...this.#requests.values()].reduce((sum, requests) => sum + requests, 0);
    if (planned === 0) return undefined;
    const unread = [...this.#lists.values()].filter((list) => !session.collection(list).isListed);
    // The process of the update repeats what this one has sent.
    const requests = session.sent + unread.length + planned;
    // The preview has used a part of the first window.
    const windows = Math.ceil((session.sent + requests) / session.limit) - 1;
    const time = windows === 0 ? "no wait for the rate limit" : `about ${(windows * WINDOW_MS) / 1000} s`;
    return `apply: ${requests} request${requests === 1 ? "" : "s"}, ${time}`;
  }
}

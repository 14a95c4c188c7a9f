// How many items to request per page. The largest `limit` is not documented (api.md, "Limits"), so the service may
// reject it. The first list of a session finds out, while the others wait.
import { ErrorResponse } from "../errors";

export class PageSize {
  readonly #requested: number;
  #knowledge: "unknown" | "accepted" | "rejected" = "unknown";
  #probe: Promise<unknown> | undefined;

  constructor(requested: number) {
    this.#requested = requested;
  }

  /** Reads the first page of a list by `read`. Also returns the `limit` that was used. */
  async first<T>(read: (limit?: number) => Promise<T>): Promise<{ page: T; limit: number | undefined }> {
    while (this.#knowledge === "unknown" && this.#probe) await this.#probe;
    if (this.#knowledge === "unknown") {
      const probe = this.#find(read);
      this.#probe = probe.catch(() => {}).finally(() => (this.#probe = undefined));
      return probe;
    }
    const limit = this.#knowledge === "accepted" ? this.#requested : undefined;
    return { page: await read(limit), limit };
  }

  async #find<T>(read: (limit?: number) => Promise<T>): Promise<{ page: T; limit: number | undefined }> {
    try {
      const page = await read(this.#requested);
      this.#knowledge = "accepted";
      return { page, limit: this.#requested };
    } catch (error) {
      // A 403 concerns the whole list: the plan of the account may lack it.
      if (!(error instanceof ErrorResponse) || error.status === 403) throw error;
      // If this fails as well, the list is rejected, and nothing is known about limits.
      const page = await read();
      this.#knowledge = "rejected";
      return { page, limit: undefined };
    }
  }
}

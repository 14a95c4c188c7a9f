// How many objects a page is asked for. The largest `limit` is not documented (api.md, "Limits"), so it may be
// refused; whether it is, the first list of a session finds out while the others wait.
import { ErrorResponse } from "../errors";

type Knowledge = "unknown" | "accepted" | "refused";

export class PageSize {
  readonly #wanted: number;
  #knowledge: Knowledge = "unknown";
  #finding: Promise<unknown> | undefined;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  /** Reads the first page of a list by `ask`; the result also says with which `limit`. */
  async first<T>(
    ask: (limit: number | undefined) => Promise<T>,
  ): Promise<{ page: T; limit: number | undefined }> {
    while (this.#knowledge === "unknown" && this.#finding) await this.#finding;
    if (this.#knowledge === "refused") return { page: await ask(undefined), limit: undefined };
    if (this.#knowledge === "accepted") return { page: await ask(this.#wanted), limit: this.#wanted };
    const finding = this.#find(ask);
    this.#finding = finding.catch(() => {});
    try {
      return await finding;
    } finally {
      this.#finding = undefined;
    }
  }

  async #find<T>(
    ask: (limit: number | undefined) => Promise<T>,
  ): Promise<{ page: T; limit: number | undefined }> {
    try {
      const page = await ask(this.#wanted);
      this.#knowledge = "accepted";
      return { page, limit: this.#wanted };
    } catch (refusal) {
      if (!(refusal instanceof ErrorResponse)) throw refusal;
      // Refused without a limit too: then it is the list that is refused, and nothing was learned.
      const page = await ask(undefined);
      this.#knowledge = "refused";
      return { page, limit: undefined };
    }
  }
}

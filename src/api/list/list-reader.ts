// Decides after each page whether a list continues. The figures of the envelope have no documented meaning (api.md,
// "List envelope"), so each is trusted only after it has proved right.
import { MAX_LIST_BYTES, MAX_LIST_ITEMS, MAX_LIST_PAGES, MAX_UNANNOUNCED_PAGES } from "../limits";
import type { Item, Page } from "./page";

/** What the lists of a session have shown about the figures of the envelope. All lists share it. */
export class EnvelopeConventions {
  /** `result` was greater than the page at least once: it counts the whole list. */
  resultIsTotal = false;
  /** `maxpage` announced a later page at least once, and that page was the last one. */
  maxpageIsLast = false;
}

/** `more`: request the next page. `end`: complete. `inconsistent`: the pages do not fit together, start over. */
export type ListState = "more" | "end" | "inconsistent";

export class ListReader {
  readonly items = new Map<string, Item>();
  readonly #conventions: EnvelopeConventions;
  readonly #allowsRepeats: boolean;
  readonly #fingerprints = new Set<string>();
  #pages = 0;
  #size = 0;
  #count = 0;
  #perpage: number | undefined;
  #largestPage = 0;
  #total: number | undefined;
  #announcedLast: number | undefined;
  #lastWasShort = false;
  /** A page shorter than `perpage` was not the last one, so `perpage` and everything computed from it are wrong. */
  #perpageIsWrong = false;
  /** Why the list is inconsistent, for a message. */
  problem = "";
  /** The list exceeds a bound. Reading it again would not help. */
  isEndless = false;

  constructor(conventions: EnvelopeConventions, allowsRepeats: boolean) {
    this.#conventions = conventions;
    this.#allowsRepeats = allowsRepeats;
  }

  get nextPage(): number {
    return this.#pages + 1;
  }

  /** The requested page was rejected: the end, unless the list is known to continue. */
  rejected(): ListState {
    const page = this.nextPage;
    const continues =
      this.#total === undefined ? this.#announces(page) && !this.#lastWasShort : this.#count < this.#total;
    return continues ? this.#inconsistent(`page ${page} was rejected although the list continues`) : "end";
  }

  add(page: Page): ListState {
    const number = this.nextPage;
    const size = page.items.length;
    if (size === 0) {
      // The last page may have been emptied just now, or `maxpage` may be one too high.
      return this.#announces(number + 1) && !this.#lastWasShort
        ? this.#inconsistent(`page ${number} is empty although the list continues`)
        : this.#ended(page, number, "is empty");
    }
    // A page past the end may repeat the last page, or the first one.
    if (this.#fingerprints.has(page.fingerprint)) {
      return this.#announces(number) && !this.#lastWasShort
        ? this.#inconsistent(`page ${number} repeats an earlier one`)
        : this.#ended(page, number, "repeats an earlier one");
    }
    this.#fingerprints.add(page.fingerprint);
    this.#pages = number;
    if (number > 1 && this.#lastWasShort) this.#perpageIsWrong = true;
    for (const { id, item } of page.items) {
      if (!this.items.has(id)) this.items.set(id, item);
      else if (!this.#allowsRepeats) return this.#inconsistent(`id ${id} occurred twice`);
    }
    this.#count += size;
    this.#size += page.size;
    this.#largestPage = Math.max(this.#largestPage, size);
    this.#perpage ??= page.perpage;
    if (number === 1) this.#announcedLast = page.maxpage;
    else if (page.maxpage !== this.#announcedLast) this.#announcedLast = undefined;
    if (!this.#learnTotal(page, size)) return this.#inconsistent("its length changed while it was read");
    return this.#continues(page, number, size);
  }

  #continues(page: Page, number: number, size: number): ListState {
    if (this.#total !== undefined) {
      if (this.#count >= this.#total) return this.#complete(number);
      this.#lastWasShort = this.#isShort(size);
      return this.#more();
    }
    const isShort = this.#isShort(size);
    this.#lastWasShort = isShort;
    const announcesMore = page.maxpage !== undefined && page.maxpage > number;
    if (isShort) return announcesMore ? this.#more() : this.#complete(number);
    // A full page may be the last one. Only `maxpage` shows that.
    return page.maxpage === number && this.#isTrusted(page, number, size)
      ? this.#complete(number)
      : this.#more();
  }

  /**
   * Whether this `maxpage` may end the list: it announced a later page and proved right, in this list or another, or
   * every other figure agrees. A `nextpage` beyond it disagrees, and costs one page to find out.
   */
  #isTrusted(page: Page, number: number, size: number): boolean {
    if (this.#perpageIsWrong) return false;
    if (this.#conventions.maxpageIsLast || (number > 1 && this.#announcedLast === number)) return true;
    return number === 1 && page.result === size && (page.nextpage ?? 0) <= number;
  }

  #isShort(size: number): boolean {
    const pageSize = this.#perpageIsWrong ? this.#largestPage : this.#perpage;
    return pageSize !== undefined && size < pageSize;
  }

  /** False if the total contradicts an earlier one. */
  #learnTotal(page: Page, size: number): boolean {
    const { result } = page;
    if (result === undefined) return true;
    const isTotal =
      this.#conventions.resultIsTotal ||
      this.#total !== undefined ||
      result > size ||
      (this.#count > size && result === this.#count);
    if (!isTotal) return true;
    if (result < this.#count && !this.#allowsRepeats) return false;
    if (result > size) this.#conventions.resultIsTotal = true;
    const isSame = this.#total === undefined || this.#total === result;
    this.#total = result;
    return isSame;
  }

  #more(): ListState {
    const maxPages = this.#total === undefined ? MAX_UNANNOUNCED_PAGES : MAX_LIST_PAGES;
    const isEndless =
      this.#pages >= maxPages || this.items.size >= MAX_LIST_ITEMS || this.#size > MAX_LIST_BYTES;
    if (!isEndless) return "more";
    this.isEndless = true;
    return this.#inconsistent(`it has no end after ${this.#pages} pages with ${this.#count} items`);
  }

  #complete(number: number): ListState {
    if (number > 1 && this.#announcedLast === number) this.#conventions.maxpageIsLast = true;
    return "end";
  }

  /** A page contained nothing new. */
  #ended(page: Page, number: number, problem: string): ListState {
    const { result, items } = page;
    if (result !== undefined && items.length === 0 && result === this.#count && this.#count > 0) {
      this.#conventions.resultIsTotal = true;
    }
    if (this.#total !== undefined && this.#count < this.#total) {
      return this.#inconsistent(
        `page ${number} ${problem}, but only ${this.#count} of ${this.#total} items arrived`,
      );
    }
    if (number === 1 && result !== undefined && result > 0) {
      return this.#inconsistent(`it is empty, but announces ${result} items`);
    }
    return this.#complete(number - 1);
  }

  #announces(page: number): boolean {
    return this.#announcedLast !== undefined && this.#announcedLast >= page;
  }

  #inconsistent(problem: string): ListState {
    this.problem = problem;
    return "inconsistent";
  }
}

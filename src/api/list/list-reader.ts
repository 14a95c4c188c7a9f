// Tells from one page after the other whether a list goes on. The figures of the envelope have no documented
// meaning (api.md, "List envelope"), so each is believed only as far as it has shown to be right.

import { MAX_LIST_BYTES, MAX_LIST_ITEMS, MAX_LIST_PAGES } from "../limits";
import type { Item } from "./item";
import type { ListPage } from "./page";

/** What the lists of a session have shown about the envelope's figures; shared by all of them. */
export class EnvelopeConventions {
  /** `result` was once greater than the page: it counts the whole list. */
  resultIsTotal = false;
  /** `maxpage` once announced a later page, and that was the last one. */
  maxpageIsTrue = false;
}

/**
 * `more`: ask for the next page. `end`: complete. `shifted`: the pages do not fit together, begin anew.
 */
export type ListState = "more" | "end" | "shifted";

export class ListReader {
  readonly items = new Map<string, Item>();
  readonly #habits: EnvelopeConventions;
  readonly #repeatsAllowed: boolean;
  readonly #prints = new Set<string>();
  #pages = 0;
  #size = 0;
  #count = 0;
  #perpage: number | undefined;
  #largest = 0;
  #total: number | undefined;
  #announced: number | undefined;
  #lastWasShort = false;
  /** A page below the page size was not the last one, so `perpage` and what is computed from it do not hold. */
  #sizeIsWrong = false;
  /** Why the list shifted, for a message. */
  problem = "";
  /** The list is longer than is read; reading it again would not help. */
  isEndless = false;

  constructor(habits: EnvelopeConventions, repeatsAllowed: boolean) {
    this.#habits = habits;
    this.#repeatsAllowed = repeatsAllowed;
  }

  /** Number of the page to ask for. */
  get nextPage(): number {
    return this.#pages + 1;
  }

  /** The page asked for was refused: the end, unless the list is known to go on. */
  refused(): ListState {
    const page = this.nextPage;
    if (this.#isKnownToGoOn(page)) return this.#shift(`page ${page} was refused although the list goes on`);
    return "end";
  }

  add(page: ListPage): ListState {
    const number = this.nextPage;
    const size = page.entries.length;
    if (size === 0) {
      // Empty as the last page, it may have been emptied just now, or `maxpage` is one too high.
      return this.#announcesMore(number + 1) && !this.#lastWasShort
        ? this.#shift(`page ${number} is empty although the list goes on`)
        : this.#ended(page, number, "is empty");
    }
    // A page beyond the end may be the last one, or the first one, once more.
    if (this.#prints.has(page.fingerprint)) {
      return this.#announcesMore(number) && !this.#lastWasShort
        ? this.#shift(`page ${number} repeats an earlier one`)
        : this.#ended(page, number, "repeats an earlier one");
    }
    this.#prints.add(page.fingerprint);
    this.#pages = number;
    if (number > 1 && this.#lastWasShort) this.#sizeIsWrong = true;
    for (const { id, item } of page.entries) {
      if (!this.items.has(id)) this.items.set(id, item);
      else if (!this.#repeatsAllowed) return this.#shift(`id ${id} came twice`);
    }
    this.#count += size;
    this.#size += page.size;
    this.#largest = Math.max(this.#largest, size);
    this.#perpage ??= page.perpage;
    if (number === 1) this.#announced = page.maxpage;
    else if (page.maxpage !== this.#announced) this.#announced = undefined;
    if (!this.#learnTotal(page, size)) return this.#shift("its length changed while it was read");
    return this.#goesOn(page, number, size);
  }

  #goesOn(page: ListPage, number: number, size: number): ListState {
    if (this.#total !== undefined) {
      if (this.#count >= this.#total) return this.#complete(number);
      this.#lastWasShort = this.#isShort(size);
      return this.#more();
    }
    const isShort = this.#isShort(size);
    this.#lastWasShort = isShort;
    const announcesMore = page.maxpage !== undefined && page.maxpage > number;
    if (isShort) return announcesMore ? this.#more() : this.#complete(number);
    // A full page may be the last one, which only `maxpage` can tell.
    return page.maxpage === number && this.#isBelievable(page, number, size)
      ? this.#complete(number)
      : this.#more();
  }

  /**
   * Whether this `maxpage` may end the list: it has named a later page and been right, in this list or another, or
   * every other figure says the same. A `nextpage` that points on contradicts it, which costs one page to find out.
   */
  #isBelievable(page: ListPage, number: number, size: number): boolean {
    if (this.#sizeIsWrong) return false;
    if (this.#habits.maxpageIsTrue || (number > 1 && this.#announced === number)) return true;
    return number === 1 && page.result === size && (page.nextpage ?? 0) <= number;
  }

  #isShort(size: number): boolean {
    const pageSize = this.#sizeIsWrong ? this.#largest : this.#perpage;
    return pageSize !== undefined && size < pageSize;
  }

  /** False when the total contradicts an earlier one. */
  #learnTotal(page: ListPage, size: number): boolean {
    const { result } = page;
    if (result === undefined) return true;
    const isTotal =
      this.#habits.resultIsTotal ||
      this.#total !== undefined ||
      result > size ||
      (this.#count > size && result === this.#count);
    if (!isTotal) return true;
    if (result < this.#count && !this.#repeatsAllowed) return false;
    if (result > size) this.#habits.resultIsTotal = true;
    const isSame = this.#total === undefined || this.#total === result;
    this.#total = result;
    return isSame;
  }

  #more(): ListState {
    const isEndless =
      this.#pages >= MAX_LIST_PAGES || this.items.size >= MAX_LIST_ITEMS || this.#size > MAX_LIST_BYTES;
    if (!isEndless) return "more";
    this.isEndless = true;
    return this.#shift(`it has no end after ${this.#pages} pages with ${this.#count} entries`);
  }

  #complete(number: number): ListState {
    if (number > 1 && this.#announced === number) this.#habits.maxpageIsTrue = true;
    return "end";
  }

  /** A page brought nothing new. */
  #ended(page: ListPage, number: number, how: string): ListState {
    if (
      page.result !== undefined &&
      page.entries.length === 0 &&
      page.result === this.#count &&
      this.#count > 0
    ) {
      this.#habits.resultIsTotal = true;
    }
    if (this.#total !== undefined && this.#count < this.#total) {
      return this.#shift(`page ${number} ${how}, but only ${this.#count} of ${this.#total} entries came`);
    }
    if (number === 1 && page.result !== undefined && page.result > 0) {
      return this.#shift(`it is empty, but says that it has ${page.result} entries`);
    }
    return this.#complete(number - 1);
  }

  #isKnownToGoOn(page: number): boolean {
    if (this.#total !== undefined) return this.#count < this.#total;
    return this.#announcesMore(page) && !this.#lastWasShort;
  }

  #announcesMore(page: number): boolean {
    return this.#announced !== undefined && this.#announced >= page;
  }

  #shift(problem: string): ListState {
    this.problem = problem;
    return "shifted";
  }
}

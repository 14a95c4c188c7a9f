// When a window may have ended before that is certain. The last requests of a quota are kept for these moments:
// sent too early they are still covered by the old quota, so that a wrong guess costs no refusal; sent in time
// they show the new window at once. A kept request that the old quota no longer sees is a request lost, so this is
// done only where the end is known so roughly (a reset in whole seconds, a short window) that it pays.
import { DOCUMENTED_WINDOW_MS, guard, type RoundTrip, type TimeRange } from "./reset-estimate";

/** Most requests of one quota that are kept. */
const MOST_KEPT = 3;
/** What a guess must save, as a share of the window, and how many times what it costs, since it may be wrong. */
const LEAST_GAIN = 0.1;
const MARGIN = 2;
/** Lengths are likely to be whole seconds. */
const LENGTH_STEP_MS = 1000;
/** Two moments that are nearer than this share of the window are one. */
const RESOLUTION = 0.02;

export class EarlyProbes {
  /** The request that opened the current window; `undefined` where that was not seen. */
  #opener: RoundTrip | undefined;
  // Bounds of the window's length, if every window begins with its first request. Windows at fixed times of the
  // clock contradict them sooner or later; then they begin anew.
  #longerThan = 0;
  #atMost = Number.POSITIVE_INFINITY;

  /** An answer showed a new window; `isOpener` when its request was the first one counted in it. */
  noteNew(trip: RoundTrip, isOpener: boolean): void {
    if (this.#opener && isOpener) {
      const length = trip.receivedAt - this.#opener.sentAt;
      if (length <= this.#longerThan) this.#longerThan = 0;
      this.#atMost = Math.min(this.#atMost, length);
    }
    this.#opener = isOpener ? trip : undefined;
  }

  /** An answer was counted in the current window. */
  noteOld(trip: RoundTrip): void {
    if (!this.#opener) return;
    this.#longerThan = Math.max(this.#longerThan, trip.sentAt - this.#opener.receivedAt);
    if (this.#longerThan >= this.#atMost) this.#atMost = Number.POSITIVE_INFINITY;
  }

  /** The length of a window in ms, as far as windows were seen to begin and to end. */
  get length(): number | undefined {
    if (this.#atMost === Number.POSITIVE_INFINITY) return undefined;
    return likelyLengths(this.#longerThan, this.#atMost).at(-1) ?? this.#atMost;
  }

  /**
   * Moments after `after` at which kept requests should be sent, in order.
   * @param free how many requests there are to keep
   * @param told between which times the window ends, as its answers say
   * @param certain when it has ended for sure
   */
  times(after: number, free: number, limit: number, told: TimeRange, certain: number): number[] {
    if (!this.#opener) return [];
    // What a slow network hides of the end, no guess brings back for sure.
    const roundTrip = this.#opener.receivedAt - this.#opener.sentAt;
    const best: number[] = [];
    for (const time of this.#guesses(this.#opener, told)) {
      const length = time - this.#opener.sentAt;
      const isNew = best.every((other) => Math.abs(other - time) > length * RESOLUTION);
      const cost = (best.length + 1) / limit;
      const isWorthIt = certain - time - roundTrip > length * Math.max(LEAST_GAIN, MARGIN * cost);
      if (time > after && isNew && isWorthIt) best.push(time);
    }
    return best.slice(0, Math.min(free, MOST_KEPT, limit - 1)).sort((a, b) => a - b);
  }

  /** The best guesses first. */
  #guesses(opener: RoundTrip, told: TimeRange): number[] {
    const least = Math.max(this.#longerThan, told.least - opener.receivedAt);
    const most = Math.min(this.#atMost, told.most - opener.sentAt);
    const isLearned = this.#atMost < Number.POSITIVE_INFINITY;
    const likely = likelyLengths(least, most);
    if (isLearned && likely.length === 1) return ends(opener, likely[0]!);
    const toldEnd = (told.least + told.most) / 2;
    return [
      ...likely.flatMap((length) => ends(opener, length)),
      isLearned ? opener.sentAt + most : toldEnd + guard(toldEnd - opener.sentAt),
      opener.sentAt + (2 * most + least) / 3,
      opener.sentAt + (most + 2 * least) / 3,
    ];
  }
}

/** The documented length where it is possible, else whole seconds unless they are too many to be tried. */
function likelyLengths(longerThan: number, atMost: number): number[] {
  if (DOCUMENTED_WINDOW_MS > longerThan && DOCUMENTED_WINDOW_MS <= atMost) return [DOCUMENTED_WINDOW_MS];
  const first = Math.floor(longerThan / LENGTH_STEP_MS) + 1;
  const count = Math.floor(atMost / LENGTH_STEP_MS) - first + 1;
  if (!(count <= MOST_KEPT)) return [];
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * LENGTH_STEP_MS);
}

// The opener was counted between its sending and its answer. If the next request travels as long as it did, the
// earlier moment is right; the later one is in any case.
function ends({ sentAt, receivedAt }: RoundTrip, length: number): number[] {
  return [sentAt + length + guard(length), receivedAt + length + guard(length)];
}

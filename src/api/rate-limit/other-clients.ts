// Whether others use the same key, as far as the figures of the answers show it, and what is left to them: what
// they send between two answers of ours is not in the figure that we know.

/** Windows without a sign of others after which they are taken to be gone. */
const QUIET_WINDOWS = 3;
/** Part of what is left that may be under way at once. Each answer brings the next figure, and the next part. */
const SHARE = 1 / 4;

export class OtherClients {
  #quietWindows = QUIET_WINDOWS;

  /** Something was used up that this process did not send. */
  noteSign(): void {
    this.#quietWindows = 0;
  }

  noteNewWindow(): void {
    this.#quietWindows++;
  }

  get areThere(): boolean {
    return this.#quietWindows < QUIET_WINDOWS;
  }

  /** How many of `remaining` may be under way at once: all of them alone, else at least one. */
  share(remaining: number): number {
    if (!this.areThere || remaining <= 0) return remaining;
    return Math.max(1, Math.floor(remaining * SHARE));
  }
}

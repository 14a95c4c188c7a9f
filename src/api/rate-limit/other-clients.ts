// Detects other clients that use the same key. Their requests between two of our responses are in no figure we know,
// so part of the quota is left to them.

/** After this many windows without a sign of other clients, they count as gone. */
const QUIET_WINDOWS = 3;
/** Part of the remaining quota that may be in flight at once. Each response brings a new figure, and the next part. */
const SHARE = 1 / 4;

export class OtherClients {
  #quietWindows = QUIET_WINDOWS;

  /** The quota shrank by more than this process sent. */
  noteSign(): void {
    this.#quietWindows = 0;
  }

  noteNewWindow(): void {
    this.#quietWindows++;
  }

  get arePresent(): boolean {
    return this.#quietWindows < QUIET_WINDOWS;
  }

  /** How many of `remaining` may be in flight at once: all without other clients, otherwise at least one. */
  share(remaining: number): number {
    if (!this.arePresent || remaining <= 0) return remaining;
    return Math.max(1, Math.floor(remaining * SHARE));
  }
}

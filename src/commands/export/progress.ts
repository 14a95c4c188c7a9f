// Shows on a terminal how far a command is. In a pipe it shows nothing.
import type { AccountSession, LimiterStatus } from "../../api/session";

/** The documented window of the rate limit. */
const WINDOW_MS = 60_000;
const INTERVAL_MS = 500;
const CLEAR_LINE = "\r\u001b[K";

/** The part of a terminal stream that is used. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export class Progress {
  readonly #terminal: Terminal;
  #objects = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  start(session: AccountSession): void {
    if (!this.#terminal.isTTY) return;
    this.#timer = setInterval(() => {
      const line = progressLine(this.#objects, session.sent, session.status(), session.now());
      this.#terminal.write(`${CLEAR_LINE}${line}`);
    }, INTERVAL_MS);
    this.#timer.unref();
  }

  add(objects: number): void {
    this.#objects += objects;
  }

  end(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#terminal.write(CLEAR_LINE);
  }
}

/** `312 objects read, 14 requests sent; 26 left, about 42 s` */
export function progressLine(objects: number, sent: number, status: LimiterStatus, now: number): string {
  const { queued } = status;
  const read = `${objects} objects read, ${sent} requests sent`;
  if (queued === 0) return read;
  const seconds = Math.ceil(waitMs(status, now) / 1000);
  return `${read}; at least ${queued} left${seconds > 0 ? `, about ${seconds} s` : ""}`;
}

/** Until all waiting requests are sent. */
function waitMs({ queued, free = 0, resetAt, limit }: LimiterStatus, now: number): number {
  if (queued <= free) return 0;
  const windows = Math.ceil((queued - free) / Math.max(1, limit));
  const first = resetAt === undefined ? WINDOW_MS : Math.max(0, resetAt - now);
  return first + (windows - 1) * WINDOW_MS;
}

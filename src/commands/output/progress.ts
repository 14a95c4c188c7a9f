// What a command waits for: the last line of a terminal, which is overwritten and disappears. Nothing in a pipe.
import type { AccountSession, LimiterStatus } from "../../api/session";
import { cutToWidth } from "./text-width";

const REDRAW_MS = 250;
const ERASE = "\r\u001b[K";
const DEFAULT_COLUMNS = 80;

/** A terminal, or a stream that is none. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The documented window of the rate limit. */
const WINDOW_MS = 60_000;

type Session = Pick<AccountSession, "sent" | "status" | "now">;

export class Progress {
  readonly #terminal: Terminal;
  #activity = "";
  #session: Session | undefined;
  #notice: { readonly text: string; readonly sent: number } | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param terminal where the line is written, such as `process.stderr` */
  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** @param activity what the command does from now on, such as `reading the channels` */
  show(activity: string): void {
    this.#activity = activity;
    if (!this.#terminal.isTTY || this.#timer) return;
    // Not at once: most commands are done by then.
    this.#timer = setInterval(() => this.#draw(), REDRAW_MS);
    this.#timer.unref();
  }

  /** From now on, the line also says what the session waits for. */
  watch(session: Session): void {
    this.#session = session;
  }

  /** @param text of the session about a request without a response. It is shown until the next request. */
  notice(text: string): void {
    this.#notice = { text, sent: this.#session?.sent ?? 0 };
  }

  /** Removes the line. */
  stop(): void {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#terminal.write(ERASE);
  }

  /** The line. */
  get text(): string {
    const parts = [this.#activity];
    if (this.#session) {
      const status = this.#session.status();
      const seconds = Math.ceil(waitMs(status, this.#session.now()) / 1000);
      parts.push(this.#session.sent === 1 ? "1 request sent" : `${this.#session.sent} requests sent`);
      // A list may have more pages than are known.
      if (status.queued > 0) parts.push(`at least ${status.queued} left`);
      if (seconds > 0) parts.push(`about ${seconds} s`);
    }
    if (this.#notice && this.#notice.sent === (this.#session?.sent ?? 0)) parts.push(this.#notice.text);
    return parts.join(", ");
  }

  #draw(): void {
    const columns = this.#terminal.columns || DEFAULT_COLUMNS;
    this.#terminal.write(ERASE + cutToWidth(this.text, columns - 1));
  }
}

/** Until all waiting requests are sent. */
function waitMs({ queued, free = 0, resetAt, limit }: LimiterStatus, now: number): number {
  if (queued <= free) return 0;
  const windows = Math.ceil((queued - free) / Math.max(1, limit));
  const first = resetAt === undefined ? WINDOW_MS : Math.max(0, resetAt - now);
  return first + (windows - 1) * WINDOW_MS;
}

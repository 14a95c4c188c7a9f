// What a command waits for: the last line of a terminal, which is overwritten and disappears. Nothing in a pipe.
import type { AccountSession } from "../../api/session";
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

type Session = Pick<AccountSession, "sent" | "now">;

export class Progress {
  readonly #terminal: Terminal;
  #activity = "";
  #session: Session | undefined;
  #wait: { readonly until: number; readonly queued: number } | undefined;
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

  /** The session waits for the rate limit. @param ms of the wait @param queued requests that wait */
  wait(ms: number, queued: number): void {
    this.#wait = { until: (this.#session?.now() ?? 0) + ms, queued };
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
      const { sent } = this.#session;
      parts.push(sent === 1 ? "1 request sent" : `${sent} requests sent`);
      const leftMs = (this.#wait?.until ?? 0) - this.#session.now();
      if (leftMs > 0)
        parts.push(`wait ${Math.ceil(leftMs / 1000)} s: rate limit, ${this.#wait!.queued} queued`);
    }
    if (this.#notice && this.#notice.sent === (this.#session?.sent ?? 0)) parts.push(this.#notice.text);
    return parts.join(", ");
  }

  #draw(): void {
    const columns = this.#terminal.columns || DEFAULT_COLUMNS;
    this.#terminal.write(ERASE + cutToWidth(this.text, columns - 1));
  }
}

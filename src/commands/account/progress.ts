// What a command waits for: on a terminal one line, which is overwritten and disappears. In a pipe one line per wait.
import { cut } from "../table";

const ERASE = "\r\u001b[K";
const DEFAULT_COLUMNS = 80;

/** A terminal, or a stream that is none. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export class Progress {
  readonly #terminal: Terminal;
  #activity = "";

  /** @param terminal where the line is written, such as `process.stderr` */
  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** @param activity what the command does from now on, such as `reading channels`. "" removes the line */
  show(activity: string): void {
    this.#activity = activity;
    this.#draw(activity);
  }

  /** The session waits, for the rate limit or for a slow response. */
  wait(reason: string): void {
    if (this.#terminal.isTTY) this.#draw(`${this.#activity}, ${reason}`);
    else this.note(reason);
  }

  /** A line that stays. */
  note(text: string): void {
    this.#draw("");
    this.#terminal.write(`${text}\n`);
    this.#draw(this.#activity);
  }

  #draw(text: string): void {
    if (!this.#terminal.isTTY) return;
    this.#terminal.write(ERASE + cut(text, (this.#terminal.columns || DEFAULT_COLUMNS) - 1));
  }
}

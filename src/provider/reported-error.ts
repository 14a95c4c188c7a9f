// Errors as users see them: once, without a stack, and with what the door tells them to do. An error of the whole session is
// shown in full only once.
import { ApiError, isRejection, SessionError, SettingsError } from "../api/errors";
import type { Door } from "./door";
import type { RunReport } from "./run-report";

/** Begins the text of an error that the SDK must not write to the console as well. */
const SILENT = "\u0000reported";

/** An error with a message for the user. */
export class ReportedError extends Error {
  override readonly name = "Error";
  override readonly stack = "";

  /** The engine shows the message. The SDK also writes the error as text to the console. */
  override toString(): string {
    return SILENT;
  }
}

/** An error by which the engine keeps the resource in the state. */
export class PartialError extends ReportedError {
  readonly reasons: readonly string[];

  constructor(
    message: string,
    readonly id: string,
    readonly properties: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.reasons = [message];
  }
}

/**
 * The SDK's provider process writes every error of check, diff, read and delete to its standard error, which the engine
 * shows for the stack. The engine shows it for the resource, too. Once is enough.
 */
export function silenceReportedErrors(console: Pick<Console, "error">): void {
  const write = console.error.bind(console);
  console.error = (...words) => {
    if (!String(words[0]).startsWith(SILENT)) write(...words);
  };
}

/** What a provider does, for its errors. */
export interface Operation {
  /** The operation and its object, such as `update of Pixel 12`. */
  readonly name: string;
  /** What to do if the service rejects the request. */
  readonly ifRejected?: string | undefined;
}

/** Remembers, for one process, the errors that concern several objects. */
export class ErrorReporter {
  /** The first operation that failed with each message, and the number of other objects that were not read for it. */
  readonly #reported = new Map<string, { readonly operation: string; unread: number }>();
  /** The key or the address is that of the stack config. */
  usesConfig = false;
  readonly #door: Door;
  readonly #report: Pick<RunReport, "hasProgram">;

  /** @param door whose sentences follow an error */
  constructor(door: Door, report: Pick<RunReport, "hasProgram">) {
    this.#door = door;
    this.#report = report;
  }

  /** Lines for the end of the run: the causes, without the advice, each with the number of objects that depend on it. */
  endings(): readonly string[] {
    const causes = [...this.#reported].filter(([, { unread }]) => unread > 0);
    return causes.map(([text, { unread }]) => {
      const objects = unread === 1 ? "1 more object was" : `${unread} more objects were`;
      return `${objects} not read, and the state keeps what it has: ${text.split(". ")[0]}`;
    });
  }

  /**
   * What the user reads of an error. It leaves the cause out, which may contain secrets.
   * @param isRead only reads, and the refresh has failed with the first error: the engine reads on
   * @returns undefined if it is a read, and an earlier error says the same: `endings` counts it
   */
  messageOf(error: unknown, { name, ifRejected }: Operation, isRead: boolean): string | undefined {
    if (!(error instanceof ApiError)) return `${name}: ${error instanceof Error ? error.message : error}`;
    const text = this.#textOf(error) + (isRejection(error) && ifRejected ? `. ${ifRejected}` : "");
    // Objects of one kind share a list. What a service rejects for one of them, it rejects for the others.
    const earlier = this.#reported.get(text);
    if (!earlier) {
      this.#reported.set(text, { operation: name, unread: 0 });
      return error instanceof SessionError ? text : `${name}: ${text}`;
    }
    if (!isRead) return `${name} failed: see the earlier error (${earlier.operation})`;
    earlier.unread++;
    return undefined;
  }

  #textOf(error: ApiError): string {
    const { message, id } = error;
    // A refresh before the program, and one without it, has the stack config of the last update.
    const isOld = this.usesConfig && error instanceof SettingsError && !this.#report.hasProgram;
    const reason = error.reason ?? (isOld ? "settings" : undefined);
    if (reason === undefined) return message;
    const { [reason as "settings"]: sentence, manage } = this.#door;
    return `${message}. ${reason === "existed" ? `To manage that object, ${manage({ id })}` : sentence}`;
  }
}

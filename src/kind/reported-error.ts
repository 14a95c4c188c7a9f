// Errors as the user meets them: told once, without a stack, and an error that concerns the whole session in full
// only the first time.
import { ApiError, ErrorResponse } from "../api/errors";

/** Begins the text of such an error where its message is not meant to be shown. */
const SILENT = "\u0000told";

/** An error whose message is meant for the user. */
export class ReportedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Error";
    this.stack = "";
  }

  /** The engine takes the message; the SDK, beside that, writes the error as text to the console. */
  override toString(): string {
    return SILENT;
  }
}

/**
 * The SDK's provider process writes every error of check, diff, read and delete to its standard error, which the
 * engine shows under the stack, and gives it to the engine, which shows it at the resource. Once is enough.
 */
export function silenceReportedErrors(console: Pick<Console, "error">): void {
  const write = console.error.bind(console);
  console.error = (...words) => {
    if (!String(words[0]).startsWith(SILENT)) write(...words);
  };
}

/** What a handler does, for the error that may come of it. */
export interface Operation {
  /** Names the deed and the object, such as `update of Pixel 12`. */
  readonly what: string;
  /** What to do when the service refuses. */
  readonly ifRefused?: string;
}

/** Remembers, for one process, which errors were already told that concern more than one object. */
export class ErrorReporter {
  readonly #told = new Set<unknown>();

  toTold(error: unknown, { what, ifRefused }: Operation): ReportedError {
    if (error instanceof ReportedError) return error;
    if (!(error instanceof ApiError)) return new ReportedError(`${what}: ${text(error)}`, { cause: error });
    // Objects of one kind share a listing, and with it the very error of one that failed.
    const known = error.session ? error.message : error;
    if (this.#told.has(known)) {
      return new ReportedError(
        error.session
          ? "stopped: see the error about the account above"
          : `${what}: stopped by an error told above`,
      );
    }
    this.#told.add(known);
    if (error.session) return new ReportedError(error.message, { cause: error });
    const next = error instanceof ErrorResponse && ifRefused !== undefined ? `; ${ifRefused}` : "";
    return new ReportedError(`${what}: ${error.message}${next}`, { cause: error });
  }
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

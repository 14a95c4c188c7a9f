// Errors as the user meets them: no stack (the engine would print it once per resource), and an error that
// concerns the whole session is told in full once and then only referred to.
import { ApiError } from "../api/errors";

/** An error whose message is meant for the user. */
export class ToldError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Error";
    this.stack = "";
  }
}

/** Remembers, for one process, which session error was already told. */
export class ErrorTeller {
  readonly #told = new Set<string>();

  /** `what` names the object and the deed, such as `update of Pixel 12`. */
  toTold(error: unknown, what: string): ToldError {
    if (error instanceof ToldError) return error;
    if (!(error instanceof ApiError)) return new ToldError(`${what}: ${text(error)}`, { cause: error });
    if (!error.session) return new ToldError(`${what}: ${error.message}`, { cause: error });
    if (this.#told.has(error.message)) return new ToldError(`stopped: see the error about the account above`);
    this.#told.add(error.message);
    return new ToldError(error.message, { cause: error });
  }
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

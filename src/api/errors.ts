// What can go wrong between this package and the service. Every message says what happened, where, and what to do
// next. No message contains the API key or the body of a request.

export interface ErrorDetails {
  /** The error concerns the whole session, not only one object. @default false */
  readonly session?: boolean;
  /** Of the response, if there was one. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** Base of all errors of the client. */
export class ApiError extends Error {
  readonly status: number | undefined;
  /** Concerns the whole session: no key, a rejected key, the wrong account, an unreachable service. */
  readonly session: boolean;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.session = details.session ?? false;
    this.status = details.status;
  }
}

/** The key, the base address or another setting is missing or invalid. Nothing was sent. */
export class SettingsError extends ApiError {
  constructor(message: string) {
    super(message, { session: true });
  }
}

/** The service could not be reached or is down, or a read got no response. Nothing was changed. */
export class UnreachableError extends ApiError {}

/** The service rejected a request: `error` is not 0 (api.md, "Errors"). */
export class ErrorResponse extends ApiError {
  declare readonly status: number;
  /** The service's own message, sanitized and bounded. */
  readonly reason: string;
  /** An earlier attempt had no clear result, so that attempt may have taken effect. */
  readonly isAfterAmbiguous: boolean;

  constructor(message: string, details: Omit<ErrorResponse, keyof Error>) {
    super(message, details);
    this.reason = details.reason;
    this.isAfterAmbiguous = details.isAfterAmbiguous;
  }
}

/** Whether the service rejected this request, and not the session. */
export function isRejection(error: unknown): error is ErrorResponse {
  return error instanceof ErrorResponse && !error.session;
}

/** A response that is not the JSON of api.md: HTML, another server, a redirect, no `error` key. */
export class UnexpectedResponse extends ApiError {}

/** A change without a clear response, which may have taken effect: timeout, reset, 5xx, truncated response. */
export class AmbiguousError extends ApiError {}

/** A list could not be read completely, so it proves nothing. */
export class IncompleteListError extends ApiError {}

/** The service rejected the API key (api.md, "Authentication"). */
export class RejectedKeyError extends ApiError {
  constructor(message: string, cause?: unknown) {
    super(message, { session: true, cause });
  }
}

/** The base address is not that of the service. */
export class WrongAddressError extends ApiError {
  constructor(message: string, cause?: unknown) {
    super(message, { session: true, cause });
  }
}

/** The API key belongs to another account than the expected or recorded one. */
export class WrongAccountError extends ApiError {
  constructor(message: string) {
    super(message, { session: true });
  }
}

/** The rate limit of the key is used up for longer than a command should wait. The request had no effect. */
export class LimitError extends ApiError {
  /** @param limited how often the service limited the request */
  constructor(waitMs: number, limited: number) {
    const again = limited > 1 ? `, after it limited this one ${limited} times` : "";
    const minutes = Math.max(1, Math.round(waitMs / 60_000));
    super(
      `the service allows the next request in ${minutes} min${again}. Other clients of the API key use up its limit: run ` +
        "the command later",
      { session: true },
    );
  }
}

/** The command was canceled. The request was not sent. */
export class StoppedError extends ApiError {
  constructor() {
    super("canceled before the request was sent", { session: true });
  }
}

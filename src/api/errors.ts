// What can go wrong between this package and the service. Every message says what happened, where, and what to do
// next. No message contains the API key or the body of a request.

export interface ErrorDetails {
  /** The error concerns the whole session, not only one object. @default false */
  readonly session?: boolean;
  readonly cause?: unknown;
}

/** Base of all errors of the client. */
export class ApiError extends Error {
  readonly session: boolean;

  constructor(message: string, { session = false, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.session = session;
  }
}

/** Concerns the whole session: no key, a rejected key, the wrong address, the rate limit. */
export class SessionError extends ApiError {
  constructor(message: string, cause?: unknown) {
    super(message, { session: true, cause });
  }
}

/** The key, the base address or another setting is missing or invalid. Nothing was sent. */
export class SettingsError extends SessionError {}

/** The API key belongs to another account than the expected or recorded one. */
export class WrongAccountError extends SessionError {}

/** The command was canceled. The request was not sent. */
export class StoppedError extends SessionError {
  constructor() {
    super("canceled before the request was sent");
  }
}

/** The service rejected a request: `error` is not 0 (api.md, "Errors"). */
export class ErrorResponse extends ApiError {
  readonly status: number;
  /** The service's own message, sanitized and bounded. */
  readonly reason: string;
  /** An earlier attempt had no clear result, so that attempt may have taken effect. */
  readonly isAfterAmbiguous: boolean;

  constructor(message: string, details: Omit<ErrorResponse, keyof Error>) {
    super(message, details);
    this.status = details.status;
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

// What can go wrong between this package and the service. Every message says what happened, where, and what to
// do next; none holds the API key or the body of a request.

export interface ErrorDetails {
  /** The error concerns the whole session, not only the object at hand. @default false */
  readonly session?: boolean;
  readonly cause?: unknown;
}

/** Base of all errors of this room. */
export class ApiError extends Error {
  /** Concerns the whole session: no key, a refused key, the wrong account, no service. */
  readonly session: boolean;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.session = details.session ?? false;
  }
}

/** Key, address or another setting is missing or cannot be used; nothing was sent. */
export class SettingsError extends ApiError {
  constructor(message: string) {
    super(message, { session: true });
  }
}

/** The service was not reached, or a read got no answer. Nothing was changed. */
export class UnreachableError extends ApiError {}

/** Where an answer came from. */
export interface ResponseOrigin {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
}

/** The service answered with an `error` that is not 0 (api.md, "Errors"). */
export class ErrorResponse extends ApiError {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly status: number | undefined;
  /** The service's own message, cleaned and bounded. */
  readonly reason: string;
  /** An earlier try of the same request had no clear answer, so it may be that one which was carried out. */
  readonly isAfterAmbiguous: boolean;
  /** Nothing in the answer proves that it is not one for the rate limit. */
  readonly isAmbiguous: boolean;

  constructor(
    message: string,
    details: ErrorDetails &
      ResponseOrigin & { reason?: string; afterAmbiguous?: boolean; doubtful?: boolean } = {},
  ) {
    super(message, details);
    this.method = details.method;
    this.path = details.path;
    this.status = details.status;
    this.reason = details.reason ?? "";
    this.isAfterAmbiguous = details.afterAmbiguous ?? false;
    this.isAmbiguous = details.doubtful ?? false;
  }
}

/** An answer that is not the JSON of api.md: HTML, another server, a redirect, no `error` key. */
export class UnexpectedResponse extends ApiError {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly status: number | undefined;

  constructor(message: string, details: ErrorDetails & ResponseOrigin = {}) {
    super(message, details);
    this.method = details.method;
    this.path = details.path;
    this.status = details.status;
  }
}

/** A change that may have taken effect although no clear answer came: time-out, reset, 5xx, truncated. */
export class AmbiguousError extends ApiError {
  readonly method: string | undefined;
  readonly path: string | undefined;

  constructor(message: string, details: ErrorDetails & ResponseOrigin = {}) {
    super(message, details);
    this.method = details.method;
    this.path = details.path;
  }
}

/** The service went on refusing a request for its rate limit, window after window. It was not carried out. */
export class RateLimitError extends ApiError {}

/** A list that could not be read completely, so that nothing may be concluded from it. */
export class IncompleteListError extends ApiError {
  readonly path: string;

  constructor(message: string, path: string, details: ErrorDetails = {}) {
    super(message, details);
    this.path = path;
  }
}

/** The service refused the API key (api.md, "Authentication"). */
export class RejectedKeyError extends ApiError {
  constructor(message: string, cause?: unknown) {
    super(message, { session: true, cause });
  }
}

/** The API key belongs to another account than the one expected or recorded. */
export class WrongAccountError extends ApiError {
  constructor(message: string) {
    super(message, { session: true });
  }
}

/** The session was closed while a request waited; it was not sent. */
export class ClosedError extends ApiError {
  constructor() {
    super("the session was closed before the request was sent", { session: true });
  }
}

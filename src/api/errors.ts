// What can go wrong between this package and the service. Every message says what happened, where, and what to do
// next. No message contains the API key or the body of a request.

/**
 * What happened, where the door of the user has its own way on. The message says the rest.
 * - `existed`: a new object has the id of one that existed before.
 * - `assigned`: a rejected assignment may mean that the object is assigned already.
 * - `settings`: a setting is missing or invalid.
 */
export type ErrorReason = "existed" | "assigned" | "settings";

interface Details {
  readonly cause?: unknown;
  readonly reason?: ErrorReason;
  /** The id of the object. */
  readonly id?: string;
}

/** Base of all errors of the client. */
export class ApiError extends Error {
  readonly reason: ErrorReason | undefined;
  readonly id: string | undefined;

  // Not ErrorOptions, which programs with an older target than ES2022 do not know.
  constructor(message: string, { cause, reason, id }: Details = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.reason = reason;
    this.id = id;
  }
}

/** Concerns the whole session, such as the rate limit, and not only one object. */
export class SessionError extends ApiError {}

/** The settings do not lead to the account: one is missing or wrong, or no such service answers. */
export class SettingsError extends SessionError {}

/** The API key belongs to another account than the expected or recorded one. */
export class WrongAccountError extends SettingsError {}

/** The command was canceled. The request was not sent. */
export class StoppedError extends SessionError {
  constructor() {
    super("canceled before the request was sent");
  }
}

/** The service rejected a request: `error` is not 0 (service.md 8). */
export class ErrorResponse extends ApiError {
  /**
   * @param answer the service's own message, sanitized and bounded
   * @param isAfterAmbiguous an earlier attempt had no clear result, so that attempt may have taken effect
   */
  constructor(
    message: string,
    readonly status: number,
    readonly answer: string,
    readonly isAfterAmbiguous: boolean,
  ) {
    super(message);
  }
}

export function isRejection(error: unknown): error is ErrorResponse {
  return error instanceof ErrorResponse;
}

/** A change without a clear response, which may have taken effect: timeout, reset, 5xx, truncated response. */
export class AmbiguousError extends ApiError {}

/** A create without a clear response: the object may exist. */
export class PendingCreateError extends AmbiguousError {
  /** @param after the highest id that its list showed before. Unset if the list does not say */
  constructor(
    { message }: AmbiguousError,
    readonly after: number | undefined,
  ) {
    super(message);
  }
}

// What can go wrong between this package and the service. Every message says what happened, where, and what to do
// next. No message contains the API key or the body of a request.

/** Base of all errors of the client. */
export class ApiError extends Error {
  /** It concerns the whole session, not only one object. */
  readonly session: boolean = false;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Concerns the whole session: no key, a rejected key, an unknown account, the wrong address, the rate limit. */
export class SessionError extends ApiError {
  override readonly session = true;
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

/** The service rejected a request: `error` is not 0 (service.md 10). */
export class ErrorResponse extends ApiError {
  readonly status: number;
  /** The service's own message, sanitized and bounded. */
  readonly reason: string;
  /** An earlier attempt had no clear result, so that attempt may have taken effect. */
  readonly isAfterAmbiguous: boolean;

  constructor(message: string, details: Pick<ErrorResponse, "status" | "reason" | "isAfterAmbiguous">) {
    super(message);
    this.status = details.status;
    this.reason = details.reason;
    this.isAfterAmbiguous = details.isAfterAmbiguous;
  }
}

export function isRejection(error: unknown): error is ErrorResponse {
  return error instanceof ErrorResponse;
}

/** What responded was not the API of the service. */
export class ForeignResponseError extends ApiError {
  constructor(
    message: string,
    /** What it responded, sanitized and bounded. */
    readonly reason: string,
  ) {
    super(message);
  }
}

/** The service does not have a list that not every service has. */
export class MissingListError extends ApiError {}

/** A change without a clear response, which may have taken effect: timeout, reset, 5xx, truncated response. */
export class AmbiguousError extends ApiError {}

/** Of a create: the object may exist. */
export class PendingCreateError extends AmbiguousError {
  /** @param after the highest id that its list showed before. Unset if ids are no rising numbers */
  constructor(
    { message }: AmbiguousError,
    readonly after: number | undefined,
  ) {
    super(message);
  }
}

/** Whether the request of a failed change may have taken effect, also if it was sent more than once. */
export function mayHaveWorked(error: unknown): boolean {
  return error instanceof AmbiguousError || (isRejection(error) && error.isAfterAmbiguous);
}

/** Faults that the service itself applies to a request. */
export interface FaultContext {
  /** Names of all faults of the request, for the log. */
  readonly names: readonly string[];
  /** Lists show the objects of this many ms ago. @default 0 */
  readonly listLagMs?: number;
  readonly failure?: ServiceFailure;
  /** Whether the request counts against the rate limit. @default true */
  readonly isCounted?: boolean;
}

/** The service responds with an error, before or after the request takes effect. */
export interface ServiceFailure {
  readonly status: number;
  readonly message: string;
  readonly isAfterCommit: boolean;
}

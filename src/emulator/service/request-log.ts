// The log of all requests, in the order in which the service handled them.

/**
 * One request and the response of the service. Faults decide what the client gets of the response. An entry never
 * contains API keys, passwords or wifi content.
 */
export interface LogEntry {
  /** Milliseconds since 1970, by the emulator's clock. */
  readonly at: number;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Parameters after the path. */
  readonly query: Readonly<Record<string, string>>;
  /** Username of the key's account. undefined if the key is invalid. */
  readonly account: string | undefined;
  /** HTTP status of the response. 0 if the request never reached the service. */
  readonly status: number;
  /** Whether the response is a success by its field `error`. */
  readonly ok: boolean;
  /** The request was rejected because of the rate limit. */
  readonly rateLimited: boolean;
  /** Requests that the key had left afterwards. */
  readonly remaining: number;
  /** The request changed the account. */
  readonly changes: boolean;
  /** Names of the faults that were injected. */
  readonly faults: readonly string[];
  /** Message of the response, if any. */
  readonly message: string | undefined;
  /** Parsed JSON body with secrets replaced by "[redacted]". undefined without a readable body. */
  readonly body: unknown;
}

/** Beyond this number the oldest entries are dropped, so that memory does not grow without bound. */
const MAX_ENTRIES = 100_000;

export class RequestLog {
  readonly entries: LogEntry[] = [];

  add(entry: LogEntry): void {
    if (this.entries.length >= MAX_ENTRIES) this.entries.splice(0, MAX_ENTRIES / 10);
    this.entries.push(Object.freeze(entry));
  }

  clear(): void {
    this.entries.length = 0;
  }
}

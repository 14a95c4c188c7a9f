// The log of all requests, in the order in which they were handled.

/**
 * One request, with the answer that the service made; what the client got of it depends on the faults. No key,
 * password or wifi content is ever in it.
 */
export interface LogEntry {
  /** Milliseconds since 1970, by the emulator's clock. */
  readonly at: number;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Username of the key's account; undefined when the request was refused for its key. */
  readonly account: string | undefined;
  /** HTTP status of the answer; 0 for a request that never reached the service. */
  readonly status: number;
  /** Whether the answer was a success by its `error` key. */
  readonly ok: boolean;
  /** Refused because the quota was used up. */
  readonly rateLimited: boolean;
  /** Requests that the key had left afterwards. */
  readonly remaining: number;
  /** The request changed something in the account. */
  readonly changes: boolean;
  /** Names of the faults that it met. */
  readonly faults: readonly string[];
  /** Message of the answer, where it has one. */
  readonly message: string | undefined;
  /** Parsed JSON body with secrets replaced by "[redacted]"; undefined without a readable body. */
  readonly body: unknown;
}

/** Oldest entries are dropped beyond this number, so that a long-lived emulator does not grow. */
const LONGEST_LOG = 100_000;

export class RequestLog {
  readonly entries: LogEntry[] = [];

  add(entry: LogEntry): void {
    if (this.entries.length >= LONGEST_LOG) this.entries.splice(0, LONGEST_LOG / 10);
    this.entries.push(Object.freeze(entry));
  }

  clear(): void {
    this.entries.length = 0;
  }
}

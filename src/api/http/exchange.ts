// One request on its way, whoever carries it: how long each phase may take, how much may come, and what the end is.

import { CONNECT_TIMEOUT_MS, MAX_BODY_BYTES } from "../limits";
import { sanitize } from "../sanitize";

export type Method = "GET" | "PUT" | "POST" | "DELETE";

/** A request as it goes over the wire. */
export interface WireRequest {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly path: string;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Carries requests. */
export interface Wire {
  /** Sends a request, and reports to `exchange` how it goes. */
  send(request: WireRequest, exchange: Exchange): void;
  /** Ends every connection, those in use too. */
  close(): Promise<void>;
}

/** An answer as it came: any status, any body. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** No complete answer came. */
export class TransportFailure extends Error {
  /** Whether it began to be sent, so that the service may have carried it out. */
  readonly sent: boolean;

  constructor(message: string, sent: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = "TransportFailure";
    this.sent = sent;
  }
}

/** How long each phase may take, in ms. */
export interface TransportTimes {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
}

const UTF_8 = new TextDecoder();

/** Ends the request; `error` tells why. */
type Abort = (error: Error) => void;

/** Told by a wire what happens. Only the first end counts. */
export class Exchange {
  readonly #times: TransportTimes;
  readonly #resolve: (answer: RawResponse) => void;
  readonly #reject: (failure: TransportFailure) => void;
  /** What came so far, and room for more; kept in one piece, since it may come in pieces of one byte each. */
  #body = Buffer.alloc(0);
  #bytes = 0;
  #starts = 0;
  #isLate = false;
  #status = 0;
  #headers: Record<string, string | undefined> = {};
  #timer: NodeJS.Timeout | undefined;

  constructor(
    times: TransportTimes,
    resolve: (answer: RawResponse) => void,
    reject: (failure: TransportFailure) => void,
  ) {
    this.#times = times;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Handed over to a wire. A proxy, for one, may never come to an end with connecting. */
  begin(): void {
    const ms = this.#times.connect + this.#times.headers;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#reject(new TransportFailure(`no connection within ${ms / 1000} s`, false));
    }, ms);
  }

  /** A connection is being made for it. */
  connecting(abort: Abort): void {
    this.#deadline(abort, this.#times.connect, "no connection");
  }

  /** A connection is there, and the request is about to be written to it. */
  started(abort: Abort): void {
    this.#starts++;
    // Repeating is for the client to decide, never for the transport; and nothing is sent that was given up.
    if (this.#starts > 1 || this.#isLate) abort(new Error("the connection was lost"));
    else this.#deadline(abort, this.#times.headers, "no answer");
  }

  answered(
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    abort: Abort,
  ): void {
    this.#status = status;
    for (const [name, value] of Object.entries(headers)) {
      this.#headers[name.toLowerCase()] = Array.isArray(value) ? value[0] : value;
    }
    this.#deadline(abort, this.#times.body, "only a part of the answer");
  }

  received(chunk: Buffer, abort: Abort): void {
    const bytes = this.#bytes + chunk.length;
    if (bytes > MAX_BODY_BYTES) {
      abort(new Error(`an answer of more than ${MAX_BODY_BYTES} bytes`));
      return;
    }
    if (bytes > this.#body.length) {
      const larger = Buffer.alloc(Math.max(bytes, 2 * this.#body.length));
      this.#body.copy(larger, 0, 0, this.#bytes);
      this.#body = larger;
    }
    chunk.copy(this.#body, this.#bytes);
    this.#bytes = bytes;
  }

  ended(): void {
    clearTimeout(this.#timer);
    const text = UTF_8.decode(this.#body.subarray(0, this.#bytes));
    this.#resolve({ status: this.#status, headers: this.#headers, text });
  }

  failed(error: Error): void {
    clearTimeout(this.#timer);
    this.#reject(new TransportFailure(explain(error), this.#starts > 0, error));
  }

  #deadline(abort: Abort, ms: number, what: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => abort(new Error(`${what} within ${ms / 1000} s`)), ms);
  }
}

const EXPLANATIONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused (nothing listens there)",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name could not be looked up",
  EHOSTUNREACH: "there is no way to the host",
  ENETUNREACH: "there is no way to the host's network",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: `no connection within ${CONNECT_TIMEOUT_MS / 1000} s`,
  UND_ERR_SOCKET: "the connection was closed before the answer was complete",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer was cut off",
};

/** What a failure of undici or of the socket means; undici wraps several attempts into one error. */
function explain(error: Error & { code?: string; errors?: (Error & { code?: string })[] }): string {
  const code = error.code ?? error.errors?.[0]?.code;
  const known = code === undefined ? undefined : EXPLANATIONS[code];
  const text = sanitize(error.message || error.errors?.[0]?.message || error.name, 200);
  return known ?? (code === undefined ? text : `${text} (${code})`);
}

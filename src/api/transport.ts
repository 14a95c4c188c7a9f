// One request over the wire: undici with keep-alive, proxies from the environment, bounded time and size, no
// redirects followed. Knows the headers of api.md, and nothing of envelopes, limits or repeats.
import type { Dispatcher } from "undici";
import { cleanText } from "./clean-text";
import { BODY_BYTES, BODY_TIMEOUT_MS, CONNECT_TIMEOUT_MS, CONNECTIONS, HEADERS_TIMEOUT_MS } from "./limits";
import { isLoopback } from "./settings";

export type Method = "GET" | "PUT" | "POST" | "DELETE";

export interface TransportRequest {
  readonly method: Method;
  /** Path of api.md, with query, relative to the base address. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
}

/** An answer as it came: any status, any body. */
export interface RawAnswer {
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

export interface Transport {
  /** @throws TransportFailure */
  send(request: TransportRequest): Promise<RawAnswer>;
  close(): Promise<void>;
}

export interface TransportTimes {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
}

const TIMES: TransportTimes = {
  connect: CONNECT_TIMEOUT_MS,
  headers: HEADERS_TIMEOUT_MS,
  body: BODY_TIMEOUT_MS,
};

/** `pulumi-link-management/<version>`; the path is the same from src/api and dist/api. */
export function userAgent(): string {
  const { name, version } = require("../../package.json") as { name: string; version: string };
  return `${name}/${version}`;
}

/** Speaks HTTP to the service at `baseUrl`. Opens nothing before the first request. */
export class HttpTransport implements Transport {
  readonly #origin: string;
  readonly #prefix: string;
  readonly #headers: Record<string, string>;
  readonly #times: TransportTimes;
  readonly #direct: boolean;
  #dispatcher: Dispatcher | undefined;

  constructor(baseUrl: string, apiKey: string, times: TransportTimes = TIMES) {
    const url = new URL(baseUrl);
    this.#origin = url.origin;
    this.#prefix = url.pathname === "/" ? "" : url.pathname;
    // A proxy cannot reach this machine's loopback.
    this.#direct = isLoopback(url.hostname);
    this.#times = times;
    this.#headers = {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": userAgent(),
    };
  }

  send(request: TransportRequest): Promise<RawAnswer> {
    const dispatcher = this.#open();
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(this.#times, resolve, reject);
      exchange.begin();
      dispatcher.dispatch(
        {
          origin: this.#origin,
          path: this.#prefix + request.path,
          method: request.method,
          headers: this.#headers,
          body: request.body ?? null,
        },
        exchange,
      );
    });
  }

  async close(): Promise<void> {
    await this.#dispatcher?.destroy();
  }

  #open(): Dispatcher {
    if (this.#dispatcher) return this.#dispatcher;
    // Loading undici takes 60 ms, which a process that sends nothing need not spend.
    const { Agent, EnvHttpProxyAgent } = require("undici") as typeof import("undici");
    const options = {
      connect: { timeout: this.#times.connect },
      connections: CONNECTIONS,
      pipelining: 1,
      // The exchange keeps its own time: one deadline per phase, where undici's starts anew with every chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#dispatcher = this.#direct ? new Agent(options) : new EnvHttpProxyAgent(options);
    return this.#dispatcher;
  }
}

/** One request on its way, as undici reports it. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #times: TransportTimes;
  readonly #resolve: (answer: RawAnswer) => void;
  readonly #reject: (failure: TransportFailure) => void;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #starts = 0;
  #isLate = false;
  #status = 0;
  #headers: Record<string, string | undefined> = {};
  #timer: NodeJS.Timeout | undefined;

  constructor(
    times: TransportTimes,
    resolve: (answer: RawAnswer) => void,
    reject: (f: TransportFailure) => void,
  ) {
    this.#times = times;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Called when it is handed over: a proxy, for one, may never come to an end with connecting. */
  begin(): void {
    const ms = this.#times.connect + this.#times.headers;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#reject(new TransportFailure(`no connection within ${ms / 1000} s`, false));
    }, ms);
  }

  /** Called when a connection is there and the request is about to be written to it. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#starts++;
    // Repeating is for the client to decide, never for the transport; and nothing is sent that was given up.
    if (this.#starts > 1 || this.#isLate) controller.abort(new Error("the connection was lost"));
    else this.#deadline(controller, this.#times.headers, "no answer");
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    for (const [name, value] of Object.entries(headers)) {
      this.#headers[name.toLowerCase()] = Array.isArray(value) ? value[0] : value;
    }
    this.#deadline(controller, this.#times.body, "only a part of the answer");
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > BODY_BYTES) controller.abort(new Error(`an answer of more than ${BODY_BYTES} bytes`));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks));
    this.#resolve({ status: this.#status, headers: this.#headers, text });
  }

  onResponseError(_controller: unknown, error: Error): void {
    clearTimeout(this.#timer);
    this.#reject(new TransportFailure(explain(error), this.#starts > 0, error));
  }

  #deadline(controller: Dispatcher.DispatchController, ms: number, what: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => controller.abort(new Error(`${what} within ${ms / 1000} s`)), ms);
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
  const text = cleanText(error.message || error.errors?.[0]?.message || error.name, 200);
  return known ?? (code === undefined ? text : `${text} (${code})`);
}

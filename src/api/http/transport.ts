// Sends one request: keep-alive, proxies from the environment, bounded time and size, no redirects. It knows the
// headers of api.md, and nothing of envelopes, limits or retries.
import type { Dispatcher } from "undici";
import { IDLE_CONNECTION_MS, MAX_BODY_BYTES, MAX_CONNECTIONS, TIMEOUTS } from "../limits";
import { sanitize } from "../sanitize";

export type Method = "GET" | "PUT" | "POST" | "DELETE";

export interface TransportRequest {
  readonly method: Method;
  /** Path of api.md with its query, relative to the base address. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  /** Called once if no response arrives for a while. */
  readonly onSlow?: () => void;
}

/** A response as received: any status, any body. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

export interface Transport {
  /** @throws TransportFailure */
  send(request: TransportRequest): Promise<RawResponse>;
  /** Aborts requests in flight. */
  close(): Promise<void>;
}

/** No complete response arrived. */
export class TransportFailure extends Error {
  /** Whether sending had begun, so that the request may have taken effect. */
  readonly sent: boolean;

  constructor(message: string, sent: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = "TransportFailure";
    this.sent = sent;
  }
}

export type TransportTimeouts = Readonly<typeof TIMEOUTS>;

/** `pulumi-link-management/<version>`. */
export function userAgent(): string {
  // The relative path is the same from src/api/http and dist/api/http. The bundler adapts it for dist/provider.js.
  const { name, version } = require("../../../package.json") as { name: string; version: string };
  return `${name}/${version}`;
}

/** Whether the host of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Speaks HTTP to the service at `baseUrl`. Connects with the first request. */
export class HttpTransport implements Transport {
  readonly #origin: string;
  readonly #prefix: string;
  readonly #headers: Record<string, string>;
  readonly #timeouts: TransportTimeouts;
  readonly #isLocal: boolean;
  #dispatcher: Dispatcher | undefined;

  constructor(baseUrl: string, apiKey: string, timeouts: TransportTimeouts = TIMEOUTS) {
    const url = new URL(baseUrl);
    this.#origin = url.origin;
    this.#prefix = url.pathname === "/" ? "" : url.pathname;
    this.#isLocal = isLoopback(url.hostname);
    this.#timeouts = timeouts;
    this.#headers = {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": userAgent(),
    };
  }

  async send({ path, method, body, onSlow }: TransportRequest): Promise<RawResponse> {
    const slow = onSlow && setTimeout(onSlow, this.#timeouts.slowMs);
    try {
      return await this.#dispatch({
        origin: this.#origin,
        path: this.#prefix + path,
        method,
        headers: this.#headers,
        body: body ?? null,
      });
    } finally {
      clearTimeout(slow);
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher?.destroy();
  }

  #dispatch(request: Dispatcher.DispatchOptions): Promise<RawResponse> {
    this.#dispatcher ??= this.#connect();
    const dispatcher = this.#dispatcher;
    return new Promise((resolve, reject) => {
      const receiver = new ResponseReceiver(this.#timeouts, resolve, reject);
      try {
        dispatcher.dispatch(request, receiver);
      } catch (error) {
        // HTTP cannot carry this path or key.
        receiver.fail(error as Error);
      }
    });
  }

  #connect(): Dispatcher {
    // Loaded with the first request: most programs send none.
    const { Agent, EnvHttpProxyAgent } = require("undici") as typeof import("undici");
    const options = {
      connect: { timeout: this.#timeouts.connectMs },
      connections: MAX_CONNECTIONS,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      pipelining: 1,
      // The receiver has one timeout per phase. Undici's restart with every chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    // A proxy cannot reach the loopback interface of this machine.
    return this.#isLocal ? new Agent(options) : new EnvHttpProxyAgent(options);
  }
}

/** Receives one response, within the timeouts and up to the largest body. */
class ResponseReceiver implements Dispatcher.DispatchHandler {
  readonly #timeouts: TransportTimeouts;
  readonly #resolve: (response: RawResponse) => void;
  readonly #reject: (failure: TransportFailure) => void;
  #timer: NodeJS.Timeout;
  #isSent = false;
  #isExpired = false;
  #status = 0;
  #headers: Record<string, string | undefined> = {};
  /** One buffer that grows, because a body may arrive in chunks of one byte. */
  #body = Buffer.alloc(0);
  #length = 0;

  constructor(
    timeouts: TransportTimeouts,
    resolve: (response: RawResponse) => void,
    reject: (failure: TransportFailure) => void,
  ) {
    this.#timeouts = timeouts;
    this.#resolve = resolve;
    this.#reject = reject;
    // Undici's connect timeout does not cover a proxy that accepts the connection and never answers.
    const ms = timeouts.connectMs + timeouts.headersMs;
    this.#timer = setTimeout(() => {
      this.#isExpired = true;
      reject(new TransportFailure(`no connection within ${ms / 1000} s`, false));
    }, ms);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Retries are the client's decision. A request that has already failed must not be sent.
    if (this.#isSent || this.#isExpired) {
      controller.abort(new Error("the connection was lost"));
      return;
    }
    this.#isSent = true;
    this.#expect("no response", this.#timeouts.headersMs, controller);
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
    this.#expect("only a part of the response", this.#timeouts.bodyMs, controller);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > MAX_BODY_BYTES) {
      controller.abort(new Error(`a response of more than ${MAX_BODY_BYTES} bytes`));
      return;
    }
    if (length > this.#body.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.#body.length));
      this.#body.copy(larger, 0, 0, this.#length);
      this.#body = larger;
    }
    chunk.copy(this.#body, this.#length);
    this.#length = length;
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    const text = new TextDecoder().decode(this.#body.subarray(0, this.#length));
    this.#resolve({ status: this.#status, headers: this.#headers, text });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(error: Error): void {
    clearTimeout(this.#timer);
    this.#reject(new TransportFailure(describe(error), this.#isSent, error));
  }

  #expect(what: string, ms: number, controller: Dispatcher.DispatchController): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => controller.abort(new Error(`${what} within ${ms / 1000} s`)), ms);
  }
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused (nothing listens on that port)",
  ENOTFOUND: "unknown host name",
  EAI_AGAIN: "the host name could not be looked up",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network of the host",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  ERR_SSL_WRONG_VERSION_NUMBER: "the server does not use https on this port",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: `no connection within ${TIMEOUTS.connectMs / 1000} s`,
  UND_ERR_DESTROYED: "the session was closed",
  UND_ERR_SOCKET: "the connection was closed before the response was complete",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the response was cut off",
};

/** Undici wraps several connection attempts into one error. */
function describe(error: Error & { code?: string; errors?: (Error & { code?: string })[] }): string {
  const code = error.code ?? error.errors?.[0]?.code;
  const known = code === undefined ? undefined : DESCRIPTIONS[code];
  const text = sanitize(error.message || error.errors?.[0]?.message || error.name, 200);
  return known ?? (code === undefined ? text : `${text} (${code})`);
}

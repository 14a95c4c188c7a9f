// Sends one request: keep-alive, proxies from the environment, bounded time and size, no redirects. It knows the headers
// of the API, and nothing of envelopes, limits or retries.
import zlib from "node:zlib";
import type { Dispatcher } from "undici";
import { SettingsError } from "./errors";
import { sanitize } from "./sanitize";
import { isLoopback } from "./web-address";

export type Method = "GET" | "PUT" | "POST" | "DELETE";

export interface TransportRequest {
  readonly method: Method;
  /** Path of the API with its query, relative to the base address. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
}

/** By lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** A response as received: any status, any body. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Transport {
  /** @throws TransportFailure */
  send(request: TransportRequest): Promise<RawResponse>;
  /** Ends the connections. */
  close(): Promise<void>;
}

/** No complete response arrived. */
export class TransportFailure extends Error {
  /** @param mayHaveArrived so it may have taken effect */
  constructor(
    message: string,
    readonly mayHaveArrived: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** An attempt ends then, from connecting to the last byte. */
const TIMEOUT_MS = 30_000;
/** Earlier than most services close idle connections, so that none closes just then. */
const IDLE_CONNECTION_MS = 4_000;
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Speaks HTTP to the service at `baseUrl`. Connects with the first request. */
export class HttpTransport implements Transport {
  readonly #url: URL;
  readonly #headers: Record<string, string>;
  readonly #timeoutMs: number;
  #dispatcher: Dispatcher | undefined;

  constructor(baseUrl: string, apiKey: string, timeoutMs = TIMEOUT_MS) {
    this.#url = new URL(baseUrl);
    this.#timeoutMs = timeoutMs;
    // The relative path is the same from src/api and dist/api. The bundler adapts it for dist/provider.js.
    const { name, version } = require("../../package.json") as { name: string; version: string };
    this.#headers = {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": `${name}/${version}`,
    };
  }

  async send({ path, method, body }: TransportRequest): Promise<RawResponse> {
    const { origin, pathname } = this.#url;
    this.#dispatcher ??= this.#connect();
    try {
      const response = await this.#dispatcher.request({
        origin,
        path: pathname.replace(/\/+$/, "") + path,
        method,
        headers: this.#headers,
        body: body ?? null,
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      const entries = Object.entries(response.headers).map(([name, value]) => [name, [value].flat()[0]]);
      const headers: Headers = Object.fromEntries(entries);
      const text = textOf(await response.body.bytes(), headers["content-encoding"]);
      return { status: response.statusCode, headers, text };
    } catch (error) {
      const cause = innermost(error as NodeError);
      throw new TransportFailure(this.#describe(cause), !wasNotSent(cause), error);
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher?.destroy();
  }

  #connect(): Dispatcher {
    // Loaded with the first request: most programs send none.
    const { Agent, EnvHttpProxyAgent } = require("undici") as typeof import("undici");
    const options = {
      keepAliveTimeout: IDLE_CONNECTION_MS,
      maxResponseSize: MAX_BODY_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    // A proxy cannot reach the loopback interface of this machine.
    if (isLoopback(this.#url.hostname)) return new Agent(options);
    try {
      return new EnvHttpProxyAgent(options);
    } catch {
      // Without the address: it may have a password.
      throw new SettingsError(
        "the address of the proxy in HTTPS_PROXY (or HTTP_PROXY) cannot be used: write it as http://HOST:PORT, and special " +
          "characters of a password in percent-encoding, such as %23 for #",
      );
    }
  }

  #describe({ code = "", message, name }: NodeError): string {
    if (name === "TimeoutError") return `no complete response within ${this.#timeoutMs / 1000} s`;
    const what = sanitize(message || name, 200);
    // Codes of OpenSSL for a certificate without a known issuer.
    if (!/^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code)) return what;
    return `${what}: if its authority is private, set NODE_EXTRA_CA_CERTS to the PEM file of the authority`;
  }
}

/**
 * Some servers compress whatever a request asks for. The interceptor of undici 7 for it ends the process when a server closes
 * the connection (nodejs/undici 5360).
 */
function textOf(body: Uint8Array, encoding = ""): string {
  const decode = encoding === "br" ? zlib.brotliDecompressSync : zlib.unzipSync;
  const isEncoded = body.length > 0 && ["gzip", "deflate", "br"].includes(encoding);
  return new TextDecoder().decode(isEncoded ? decode(body, { maxOutputLength: MAX_BODY_BYTES }) : body);
}

/** An error of Node or undici. */
interface NodeError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly errors?: readonly NodeError[];
}

/** Undici wraps several connection attempts, and the error of a proxy. */
function innermost(error: NodeError): NodeError {
  const { code, cause, errors } = error;
  const inner = errors?.[0] ?? (code === undefined && cause instanceof Error ? cause : undefined);
  return inner ? innermost(inner) : error;
}

/** Before the first byte of the request: name, connection, certificate, proxy. */
function wasNotSent({ code = "", syscall = "", message }: NodeError): boolean {
  return (
    ["connect", "getaddrinfo"].includes(syscall) ||
    /^(UND_ERR_CONNECT_TIMEOUT|ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_|SELF_SIGNED_)/.test(code) ||
    message.startsWith("Proxy response")
  );
}

// One request over the wire: with keep-alive, proxies from the environment, bounded time and size, no redirects
// followed. Knows the headers of api.md, and nothing of envelopes, limits or repeats.

import { BODY_TIMEOUT_MS, CONNECT_TIMEOUT_MS, HEADERS_TIMEOUT_MS } from "../limits";
import { DirectWire } from "./direct-wire";
import { Exchange, type Method, type RawResponse, type TransportTimes, type Wire } from "./exchange";
import { ProxiedWire } from "./proxied-wire";

export { type Method, type RawResponse as RawAnswer, TransportFailure } from "./exchange";

export interface TransportRequest {
  readonly method: Method;
  /** Path of api.md, with query, relative to the base address. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
}

export interface Transport {
  /** @throws TransportFailure */
  send(request: TransportRequest): Promise<RawResponse>;
  close(): Promise<void>;
}

const TIMES: TransportTimes = {
  connect: CONNECT_TIMEOUT_MS,
  headers: HEADERS_TIMEOUT_MS,
  body: BODY_TIMEOUT_MS,
};

/** `pulumi-link-management/<version>`; the path is the same from src/api/http and dist/api/http. */
export function userAgent(): string {
  const { name, version } = require("../../../package.json") as { name: string; version: string };
  return `${name}/${version}`;
}

/** Whether a host name of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Variables in which the environment names a proxy. */
const PROXY_VARIABLES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"];

/** Speaks HTTP to the service at `baseUrl`. Opens nothing before the first request. */
export class HttpTransport implements Transport {
  readonly #origin: string;
  readonly #prefix: string;
  readonly #headers: Record<string, string>;
  readonly #times: TransportTimes;
  readonly #isLocal: boolean;
  #wire: Wire | undefined;

  constructor(baseUrl: string, apiKey: string, times: TransportTimes = TIMES) {
    const url = new URL(baseUrl);
    this.#origin = url.origin;
    this.#prefix = url.pathname === "/" ? "" : url.pathname;
    // A proxy cannot reach this machine's loopback.
    this.#isLocal = isLoopback(url.hostname);
    this.#times = times;
    this.#headers = {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": userAgent(),
    };
  }

  send({ path, method, body }: TransportRequest): Promise<RawResponse> {
    this.#wire ??= this.#open();
    const wire = this.#wire;
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(this.#times, resolve, reject);
      exchange.begin();
      const request = {
        origin: this.#origin,
        path: this.#prefix + path,
        method,
        headers: this.#headers,
        body,
      };
      try {
        wire.send(request, exchange);
      } catch (error) {
        // A path or a key that HTTP cannot carry.
        exchange.failed(error as Error);
      }
    });
  }

  async close(): Promise<void> {
    await this.#wire?.close();
  }

  #open(): Wire {
    const isProxied = !this.#isLocal && PROXY_VARIABLES.some((name) => process.env[name]);
    return isProxied ? new ProxiedWire(this.#times) : new DirectWire(this.#origin);
  }
}

// Requests straight to the service, with node's own HTTP: undici costs 120 ms of processor time and 35 MiB before its
// first answer, in every preview.
import http from "node:http";
import https from "node:https";
import { IDLE_CONNECTION_MS, MAX_CONNECTIONS } from "../limits";
import type { Exchange, Wire, WireRequest } from "./exchange";

export class DirectWire implements Wire {
  readonly #send: typeof http.request;
  /** As node takes it: an address of IPv6 stands in brackets in a URL only. */
  readonly #target: { readonly host: string; readonly port: string };
  readonly #agent: http.Agent;
  /** Ends of the requests under way. */
  readonly #ends = new Set<() => void>();

  /** @param origin of all requests */
  constructor(origin: string) {
    const { request, Agent } = origin.startsWith("https:") ? https : http;
    const { hostname, port } = new URL(origin);
    this.#target = { host: hostname.replace(/^\[(.*)\]$/, "$1"), port };
    this.#send = request;
    this.#agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: IDLE_CONNECTION_MS });
  }

  send({ path, method, headers, body }: WireRequest, exchange: Exchange): void {
    const request = this.#send({
      ...this.#target,
      path,
      method,
      headers: { ...headers },
      agent: this.#agent,
    });
    const abort = (error: Error) => void request.destroy(error);
    const end = () => {
      exchange.failed(new Error("the session was closed"));
      request.destroy();
    };
    this.#ends.add(end);
    request.on("close", () => this.#ends.delete(end));
    const cut = () => exchange.failed(new Error("the connection was closed before the answer was complete"));
    request.on("error", (error) => exchange.failed(error));
    request.on("close", cut);
    request.on("socket", (socket) => {
      const start = () => exchange.started(abort);
      if (!socket.connecting) return start();
      exchange.connecting(abort);
      socket.once("encrypted" in socket ? "secureConnect" : "connect", start);
    });
    request.on("response", (response) => {
      // From here on the answer tells the end: the request may be closed while some of it is still to be read.
      request.off("close", cut);
      exchange.answered(response.statusCode ?? 0, response.headersDistinct, abort);
      response.on("data", (chunk: Buffer) => exchange.received(chunk, abort));
      response.on("end", () => exchange.ended());
      response.on("error", cut);
    });
    request.end(body);
  }

  async close(): Promise<void> {
    // The agent knows its connections, and would leave what waits for one.
    for (const end of this.#ends) end();
    this.#agent.destroy();
  }
}

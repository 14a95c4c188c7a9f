// Requests through the proxy that the environment names, with undici: node has no proxies of its own.
import type { Dispatcher } from "undici";
import { MAX_CONNECTIONS } from "../limits";
import type { Exchange, TransportTimes, Wire, WireRequest } from "./exchange";

export class ProxiedWire implements Wire {
  readonly #dispatcher: Dispatcher;

  constructor({ connect }: TransportTimes) {
    // Loaded only where it is needed: that takes a good part of what a short run takes.
    const { EnvHttpProxyAgent } = require("undici") as typeof import("undici");
    this.#dispatcher = new EnvHttpProxyAgent({
      connect: { timeout: connect },
      connections: MAX_CONNECTIONS,
      pipelining: 1,
      // The exchange keeps its own time: one deadline per phase, where undici's starts anew with every chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  send(request: WireRequest, exchange: Exchange): void {
    this.#dispatcher.dispatch({ ...request, body: request.body ?? null }, reportTo(exchange));
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}

function reportTo(exchange: Exchange): Dispatcher.DispatchHandler {
  const abortOf = (controller: Dispatcher.DispatchController) => (error: Error) => controller.abort(error);
  return {
    onRequestStart: (controller) => exchange.started(abortOf(controller)),
    onResponseStart: (controller, status, headers) => {
      if (status >= 200) exchange.answered(status, headers, abortOf(controller));
    },
    onResponseData: (controller, chunk) => exchange.received(chunk, abortOf(controller)),
    onResponseEnd: () => exchange.ended(),
    onResponseError: (_controller, error) => exchange.failed(error),
  };
}

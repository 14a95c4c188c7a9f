// Servers on real sockets, and transports that connect to them. `close` ends them all.
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { HttpTransport, type TransportTimeouts } from "../../../src/api/http/transport";

/** Long enough for a busy machine. */
export const TIMEOUTS: TransportTimeouts = {
  connectMs: 20_000,
  headersMs: 20_000,
  bodyMs: 20_000,
  slowMs: 20_000,
};

export class TestServers {
  readonly #closers: (() => Promise<unknown>)[] = [];

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0)) await close();
  }

  /** An HTTP server. Returns its address. */
  async serve(listener: http.RequestListener): Promise<string> {
    const server = http.createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    this.#closers.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return addressOf(server);
  }

  /** A server that handles connections as no HTTP server does. */
  async serveRaw(onConnection: (socket: net.Socket) => void): Promise<string> {
    const sockets = new Set<net.Socket>();
    const server = net
      .createServer((socket) => {
        sockets.add(socket);
        socket.on("error", () => {});
        onConnection(socket);
      })
      .listen(0, "127.0.0.1");
    await once(server, "listening");
    this.#closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return addressOf(server);
  }

  /** A proxy that treats every request as the start of a tunnel to the service at `url`. */
  async serveProxy(url: string): Promise<string> {
    const { port } = new URL(url);
    return this.serveRaw((socket) => {
      socket.once("data", () => {
        const service = net.connect(Number(port), "127.0.0.1", () => {
          socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
          socket.pipe(service).pipe(socket);
        });
        // A reset stays a reset.
        service.on("error", () => socket.resetAndDestroy());
        socket.on("close", () => service.destroy());
      });
    });
  }

  connect(baseUrl: string, timeouts: Partial<TransportTimeouts> = {}): HttpTransport {
    const transport = new HttpTransport(baseUrl, "the-key", { ...TIMEOUTS, ...timeouts });
    this.#closers.push(() => transport.close());
    return transport;
  }

  /** A transport that reaches the service at `url` through a proxy. */
  async connectByProxy(url: string, timeouts: Partial<TransportTimeouts> = {}): Promise<HttpTransport> {
    const transport = this.connect("http://service.invalid", timeouts);
    const send = transport.send.bind(transport);
    const proxy = await this.serveProxy(url);
    // The transport reads the environment with its first request.
    transport.send = (request) => withProxy("http_proxy", proxy, () => send(request));
    return transport;
  }

  /** The address of a port on which nothing listens. */
  async unusedAddress(): Promise<string> {
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = addressOf(server);
    await new Promise((resolve) => server.close(resolve));
    return address;
  }
}

function addressOf(server: net.Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs `call` with a proxy in the environment. */
export async function withProxy<T>(
  variable: "http_proxy" | "https_proxy",
  url: string,
  call: () => Promise<T>,
): Promise<T> {
  const before = process.env[variable];
  process.env[variable] = url;
  try {
    return await call();
  } finally {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
  }
}

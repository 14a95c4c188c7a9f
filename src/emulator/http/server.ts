// The HTTP server: reads requests on the loopback interface and sends responses.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { EmulatorError } from "../emulator-error";
import type { HttpRequest, HttpResponse } from "./messages";
import { HOST, PortReservation } from "./port-reservation";
import { readBody } from "./request-body";
import type { Transport } from "./transport";

export interface Reply {
  /** undefined if the service did not respond. */
  readonly response: HttpResponse | undefined;
  readonly transport: Transport;
}

export interface ServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Maximum time for a client to send a complete request. */
  readonly requestTimeoutMs: number;
  readonly respond: (request: HttpRequest) => Promise<Reply>;
  /** JSON body of the response to an unreadable request. */
  readonly errorBody: (status: number, message: string) => string;
}

/** A server that listens on the loopback interface. */
export class RunningServer {
  readonly port: number;
  readonly #server: Server;
  #reservation: PortReservation | undefined;
  #lastSwitch: Promise<void> = Promise.resolve();

  /** @param server a server that is already listening */
  constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /**
   * Stops listening, or listens again on the same port. Idle connections end. Requests in flight still get their
   * responses.
   */
  refuseConnections(refuse: boolean): Promise<void> {
    const result = this.#lastSwitch.then(() => this.#switch(refuse));
    this.#lastSwitch = result.catch(() => {});
    return result;
  }

  /** Stops listening and ends every connection. */
  async close(): Promise<void> {
    await this.#lastSwitch;
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
    this.#reservation?.release();
  }

  async #switch(refuse: boolean): Promise<void> {
    if (refuse === (this.#reservation !== undefined)) return;
    if (refuse) {
      this.#reservation = await PortReservation.take(this.port, () => this.#server.close());
      return;
    }
    this.#reservation?.release();
    this.#reservation = undefined;
    await bind(this.#server, this.port);
  }
}

/**
 * Listens on the loopback interface.
 * @throws {EmulatorError} if the port is in use or not allowed.
 */
export async function listen(options: ServerOptions): Promise<RunningServer> {
  const { port, requestTimeoutMs, respond } = options;
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 5),
    },
    (incoming, outgoing) => {
      // Only a disconnected client makes this fail.
      handle(respond, server, incoming, outgoing).catch(() => outgoing.destroy());
    },
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    rejectUnreadable(options, error, socket),
  );
  await bind(server, port);
  return new RunningServer(server);
}

async function handle(
  respond: ServerOptions["respond"],
  server: Server,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming);
  const { response, transport } = await respond({
    method: incoming.method ?? "",
    target: incoming.url ?? "",
    authorization: incoming.headers.authorization,
    contentType: incoming.headers["content-type"],
    body,
  });
  // While the server refuses connections, no connection is reused for another request.
  if (!server.listening) outgoing.setHeader("Connection", "close");
  outgoing.once("finish", () => {
    if (!server.listening) incoming.socket.destroySoon();
  });
  await transport(outgoing, response);
}

/** Node's own response to an unreadable request has no body, but every body of the service is JSON. */
function rejectUnreadable({ errorBody }: ServerOptions, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? ([408, "Request Timeout"] as const)
      : ([400, "Bad Request"] as const);
  const body = errorBody(status, `The request cannot be read: ${reason}.`);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function bind(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(bindError(error, port));
    server.once("error", fail);
    server.listen({ port, host: HOST }, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

function bindError(error: NodeJS.ErrnoException, port: number): EmulatorError {
  if (error.code === "EADDRINUSE") {
    return new EmulatorError(
      `Port ${port} on ${HOST} is in use. Choose another port, or 0 for any free port.`,
    );
  }
  if (error.code === "EACCES") {
    return new EmulatorError(
      `This user may not listen on port ${port}. Choose a port above 1023, or 0 for any free port.`,
    );
  }
  return new EmulatorError(`The emulator cannot listen on ${HOST}:${port}: ${error.message}`);
}

// The HTTP side: reads requests from sockets of the loopback interface and sends answers.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { EmulatorError } from "../emulator-error";
import type { ServiceRequest, ServiceResponse } from "../service/service";
import { HOST } from "./host";
import { PortHold } from "./port-reservation";
import { LONGEST_BODY } from "./request-body";

/** Brings an answer to the client, or what becomes of it on the way. */
export type Delivery = (outgoing: ServerResponse, response: ServiceResponse | undefined) => Promise<void>;

/** What a request comes to. */
export interface Reply {
  /** undefined: the service made no answer. */
  readonly response: ServiceResponse | undefined;
  readonly deliver: Delivery;
}

export interface ServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Time that a client has for sending a whole request, in ms. */
  readonly requestTimeoutMs: number;
  readonly respond: (request: ServiceRequest) => Promise<Reply>;
  /** JSON body for what never became a request. */
  readonly failureBody: (status: number, message: string) => string;
}

/** A server of the loopback interface. */
export class RunningServer {
  readonly port: number;
  readonly #server: Server;
  #hold: PortHold | undefined;
  #turning: Promise<void> = Promise.resolve();

  /** @param server one that listens */
  constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /**
   * Stops listening, or begins again on the same port. Connections without a request end; a request under way
   * still gets its answer.
   */
  refuseConnections(refuse: boolean): Promise<void> {
    const turned = this.#turning.then(() => this.#turn(refuse));
    this.#turning = turned.catch(() => {});
    return turned;
  }

  /** Stops listening and ends every connection. */
  async close(): Promise<void> {
    await this.#turning;
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
    this.#hold?.release();
  }

  async #turn(refuse: boolean): Promise<void> {
    if (refuse === (this.#hold !== undefined)) return;
    if (refuse) {
      this.#hold = await PortHold.take(this.port, () => this.#server.close());
      return;
    }
    this.#hold?.release();
    this.#hold = undefined;
    await bind(this.#server, this.port);
  }
}

/**
 * Listens on the loopback interface.
 * @throws {EmulatorError} when the port is taken or not allowed.
 */
export async function listen(options: ServerOptions): Promise<RunningServer> {
  const { port, requestTimeoutMs } = options;
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 5),
    },
    (request, response) => {
      // Whoever hangs up gets no answer; nothing else can fail here.
      answer(options, server, request, response).catch(() => response.destroy());
    },
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseConnection(options, error, socket),
  );
  await bind(server, port);
  return new RunningServer(server);
}

/** Sends the whole answer. */
export const sendWhole: Delivery = async (outgoing, response) => {
  if (response === undefined) return;
  writeHead(outgoing, response);
  outgoing.end(response.body);
};

/** Status line and headers of an answer, with the length of its whole body. */
export function writeHead(outgoing: ServerResponse, response: ServiceResponse): void {
  outgoing.sendDate = false; // The service dates its answers by its own clock.
  outgoing.writeHead(response.status, {
    ...response.headers,
    "Content-Length": Buffer.byteLength(response.body),
  });
}

async function answer(
  { respond }: ServerOptions,
  server: Server,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming);
  const { response, deliver } = await respond({
    method: incoming.method ?? "",
    target: incoming.url ?? "",
    authorization: incoming.headers.authorization,
    contentType: incoming.headers["content-type"],
    body,
  });
  // While connections are refused, none is kept for the next request.
  if (!server.listening) outgoing.setHeader("Connection", "close");
  outgoing.once("finish", () => {
    if (!server.listening) incoming.socket.destroySoon();
  });
  await deliver(outgoing, response);
}

/** Reads to the end even when the body is too long, because a client that is still sending hears no answer. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | "tooLarge"> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LONGEST_BODY) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > LONGEST_BODY ? "tooLarge" : Buffer.concat(chunks);
}

/** Node's own answer to an unreadable request has no body; every body of the service is JSON. */
function refuseConnection(options: ServerOptions, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? ([408, "Request Timeout"] as const)
      : ([400, "Bad Request"] as const);
  const body = options.failureBody(status, `The request cannot be read: ${reason}.`);
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
      `Port ${port} on ${HOST} is in use. Choose another one, or 0 for any free port.`,
    );
  }
  if (error.code === "EACCES") {
    return new EmulatorError(
      `Port ${port} may not be used by this user. Choose one above 1023, or 0 for any free port.`,
    );
  }
  return new EmulatorError(`The emulator cannot listen on ${HOST}:${port}: ${error.message}`);
}

// The HTTP server: reads requests on the loopback interface, sends responses, or fails to.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { ServiceRequest, ServiceResponse } from "./service";

/** The emulator listens on the loopback interface only. */
export const HOST = "127.0.0.1";

/** An error of the emulator itself, such as a port in use. */
export class EmulatorError extends Error {}

/** What the client gets: a response or a reset connection. */
export type Outcome = ServiceResponse | "reset";

/** A request as it arrives, before its key is checked. */
export type IncomingRequest = Omit<ServiceRequest, "account">;

/**
 * Listens on the loopback interface. Neither the server nor a connection keeps the process alive.
 * @param port 0 takes any free port
 * @throws {EmulatorError} if the port is in use or not allowed
 */
export async function listen(
  port: number,
  respond: (request: IncomingRequest) => Promise<Outcome>,
): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    // Only a client that disconnects makes this fail.
    answer(respond, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on("connection", (socket) => socket.unref());
  server.listen({ port, host: HOST }).unref();
  try {
    await once(server, "listening");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = { EADDRINUSE: "it is in use", EACCES: "this user may not use it" }[code ?? ""] ?? message;
    throw new EmulatorError(
      `The emulator cannot listen on ${HOST}:${port}: ${reason}. Choose another port, or 0 for any free port.`,
    );
  }
  return server;
}

/** A web page may give its own host name the address of this machine, and send requests under that name. */
const OWN_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

async function answer(
  respond: (request: IncomingRequest) => Promise<Outcome>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (!OWN_HOST.test(incoming.headers.host ?? "")) return send(FOREIGN_HOST, outgoing);
  const body = Buffer.concat(await incoming.toArray()).toString();
  const url = new URL(incoming.url ?? "/", `http://${HOST}`);
  const request = {
    method: incoming.method ?? "",
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: parse(body),
    headers: incoming.headers,
  };
  send(await respond(request).catch(failed), outgoing);
}

/** The state cannot be saved, or `intercept` failed. */
function failed(error: unknown): Outcome {
  return failure(500, `The emulator failed: ${error}`);
}

/** Of the emulator, not of the service. */
function failure(status: number, message: string): ServiceResponse {
  return { status, headers: { "Content-Type": "application/json" }, body: { error: 1, message } };
}

const FOREIGN_HOST = failure(403, "The emulator answers as localhost, 127.0.0.1 and [::1] only.");

/** Text that is not JSON stays text, which is not an object with fields. */
function parse(body: string): unknown {
  if (body === "") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function send(outcome: Outcome, outgoing: ServerResponse): void {
  if (outcome === "reset") return void outgoing.socket?.resetAndDestroy();
  const { status, headers, body } = outcome;
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  outgoing.sendDate = false; // The service sets Date by its own clock.
  outgoing.writeHead(status, { "Content-Length": bytes.length, ...headers }).end(bytes);
}

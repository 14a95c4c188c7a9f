// The HTTP server: reads requests on the loopback interface, sends responses, or fails to.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { ServiceRequest, ServiceResponse } from "./service";

const HOST = "127.0.0.1";

/** An error of the emulator itself, such as a port in use. */
export class EmulatorError extends Error {}

/** What the client gets: a response or a reset connection. */
export type Outcome = ServiceResponse | "reset";

/** A request as it arrives, before its key is checked. */
type IncomingRequest = Omit<ServiceRequest, "account">;

/**
 * Listens on the loopback interface. Neither the server nor a connection keeps the process alive.
 * @param port 0 takes any free port
 * @throws {EmulatorError} if the port is in use or not allowed
 */
export async function listen(
  port: number,
  respond: (request: IncomingRequest) => Promise<Outcome>,
): Promise<Server> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      send(await respond(await read(incoming)).catch(failed), outgoing);
    } catch {
      // The client has disconnected.
      outgoing.destroy();
    }
  });
  server.on("connection", (socket) => socket.unref());
  try {
    server.listen({ port, host: HOST }).unref();
    await once(server, "listening");
  } catch (error) {
    const { message } = error as Error;
    throw new EmulatorError(
      `The emulator cannot use its port: ${message}. Choose another one, or 0 for any.`,
    );
  }
  return server;
}

async function read(incoming: IncomingMessage): Promise<IncomingRequest> {
  const { method = "", url = "/", headers } = incoming;
  const { pathname: path, searchParams } = new URL(url, `http://${HOST}`);
  const text = Buffer.concat(await incoming.toArray()).toString();
  let body: unknown = text || undefined;
  try {
    body = JSON.parse(text);
  } catch {
    // Text that is not JSON stays text, which is not an object with fields.
  }
  return { method, path, query: Object.fromEntries(searchParams), body, headers };
}

/** The state cannot be saved, or `intercept` failed. */
function failed(error: unknown): Outcome {
  return { status: 500, headers: {}, body: { error: 1, message: `The emulator failed: ${error}` } };
}

function send(outcome: Outcome, outgoing: ServerResponse): void {
  if (outcome === "reset") return void outgoing.socket?.resetAndDestroy();
  const { status, headers, body } = outcome;
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  outgoing.sendDate = false; // The service sets Date by its own clock.
  outgoing.writeHead(status, { "Content-Length": bytes.length, ...headers }).end(bytes);
}

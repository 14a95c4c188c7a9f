// Sends responses to clients. Faults replace `sendComplete` with transports that fail.
import type { ServerResponse } from "node:http";
import type { HttpResponse } from "./messages";

/** Sends a response, or fails to do so. `response` is undefined if the service did not respond. */
export type Transport = (outgoing: ServerResponse, response: HttpResponse | undefined) => Promise<void>;

/** Sends the complete response. */
export const sendComplete: Transport = async (outgoing, response) => {
  if (response === undefined) return;
  writeHead(outgoing, response);
  outgoing.end(response.body);
};

/** Writes the status line and the headers, with the length of the complete body. */
export function writeHead(outgoing: ServerResponse, response: HttpResponse): void {
  outgoing.sendDate = false; // The service sets Date from its own clock.
  outgoing.writeHead(response.status, {
    ...response.headers,
    "Content-Length": Buffer.byteLength(response.body),
  });
}

// What can become of an answer between the service and its client.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type Delivery, writeHead } from "../http/server";
import type { Sleep } from "../scheduler";

/** Resets the connection; nothing of the answer arrives. */
export const reset: Delivery = async (outgoing) => {
  outgoing.socket?.resetAndDestroy();
};

/** Sends nothing and keeps the connection open until the client goes away or the emulator closes. */
export const hang: Delivery = async (outgoing) => untilClosed(outgoing);

/** Sends the head and half of the body, then nothing until the client goes away or the emulator closes. */
export const hangInBody: Delivery = async (outgoing, response) => {
  if (response === undefined) return;
  writeHead(outgoing, response);
  outgoing.write(firstHalf(response.body));
  await untilClosed(outgoing);
};

/** Sends the head and half of the body, then closes the connection. */
export const cut: Delivery = async (outgoing, response) => {
  if (response === undefined) return;
  writeHead(outgoing, response);
  outgoing.write(firstHalf(response.body));
  outgoing.socket?.destroySoon(); // Only once the half is on its way.
};

const PIECES = 4;

/** Sends the body in four pieces over `ms`. */
export function slow(ms: number, sleep: Sleep): Delivery {
  return async (outgoing, response) => {
    if (response === undefined) return;
    writeHead(outgoing, response);
    const body = Buffer.from(response.body);
    const size = Math.ceil(body.length / PIECES);
    for (let piece = 0; piece < PIECES && !outgoing.destroyed; piece++) {
      await sleep(ms / PIECES);
      outgoing.write(body.subarray(piece * size, (piece + 1) * size));
    }
    outgoing.end();
  };
}

function firstHalf(body: string): Buffer {
  const bytes = Buffer.from(body);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

async function untilClosed(outgoing: ServerResponse): Promise<void> {
  if (!outgoing.closed) await once(outgoing, "close");
}

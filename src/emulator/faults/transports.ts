// Transports that fail to send the complete response.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type Transport, writeHead } from "../http/transport";
import type { Sleep } from "../scheduler";

/** Resets the connection. The client gets nothing. */
export const resetConnection: Transport = async (outgoing) => {
  outgoing.socket?.resetAndDestroy();
};

/** Sends nothing. The connection stays open until the client disconnects or the emulator closes. */
export const hang: Transport = async (outgoing) => untilClosed(outgoing);

/** Sends the head and half of the body, then nothing until the client disconnects or the emulator closes. */
export const hangInBody: Transport = async (outgoing, response) => {
  if (response === undefined) return;
  writeHead(outgoing, response);
  outgoing.write(firstHalf(response.body));
  await untilClosed(outgoing);
};

/** Sends the head and half of the body, then closes the connection. */
export const cutBody: Transport = async (outgoing, response) => {
  if (response === undefined) return;
  writeHead(outgoing, response);
  outgoing.write(firstHalf(response.body));
  outgoing.socket?.destroySoon(); // Waits until the first half is written.
};

const CHUNKS = 4;

/** Sends the body in four chunks within `ms`. */
export function slowBody(ms: number, sleep: Sleep): Transport {
  return async (outgoing, response) => {
    if (response === undefined) return;
    writeHead(outgoing, response);
    const body = Buffer.from(response.body);
    const size = Math.ceil(body.length / CHUNKS);
    for (let chunk = 0; chunk < CHUNKS && !outgoing.destroyed; chunk++) {
      await sleep(ms / CHUNKS);
      outgoing.write(body.subarray(chunk * size, (chunk + 1) * size));
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

// Notices the end of the engine. A killed engine leaves its processes running: a provider would continue to send in the
// next rate-limit window. A connection to the engine breaks at the moment when the engine ends.
// Uses no SDK.
import { connect } from "node:http2";

/** Minimum time between two connections, in case an engine closes them and is still running. */
const MIN_RECONNECT_MS = 50;

/**
 * Keeps its thread alive until the engine ends.
 * @param address the engine's `host:port`
 * @param onEnd called once, when the connection has ended and the address refuses a new one
 */
export function watchEngine(address: string, onEnd: () => void): void {
  const startedAt = performance.now();
  let isRefused = false;
  // The engine speaks HTTP/2. At its end it would wait for a connection that says nothing.
  const connection = connect(`http://${address}`);
  connection.on("error", (error: NodeJS.ErrnoException) => {
    isRefused = error.code === "ECONNREFUSED";
  });
  connection.on("close", () => {
    if (isRefused) return onEnd();
    const lasted = performance.now() - startedAt;
    setTimeout(() => watchEngine(address, onEnd), lasted < MIN_RECONNECT_MS ? MIN_RECONNECT_MS : 0);
  });
}

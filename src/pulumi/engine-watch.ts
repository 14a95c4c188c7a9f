// A killed engine leaves the processes that it started running: a provider would go on sending at the next rate
// window. So they keep a connection to the engine, which breaks in the moment in which the engine ends.
import { connect } from "node:http2";

/** Least time between two connections, if ever an engine closes them and is still there. */
const PAUSE_MS = 50;

/**
 * Keeps its thread alive until then.
 * @param address the engine's `host:port`
 * @param gone called once, when the connection has ended and the address is refused
 */
export function watchEngine(address: string, gone: () => void): void {
  const begunAt = performance.now();
  let isRefused = false;
  // The engine speaks HTTP/2; to a connection that says nothing it would wait at its end.
  const connection = connect(`http://${address}`);
  connection.on("error", (error: NodeJS.ErrnoException) => {
    isRefused = error.code === "ECONNREFUSED";
  });
  connection.on("close", () => {
    if (isRefused) return gone();
    const lasted = performance.now() - begunAt;
    setTimeout(() => watchEngine(address, gone), lasted < PAUSE_MS ? PAUSE_MS : 0);
  });
}

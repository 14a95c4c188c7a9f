// The end of the engine, and its stop signal. Uses no SDK.
import { connect } from "node:http2";

/** Minimum time between two connections, in case an engine closes them and is still running. */
const MIN_RECONNECT_MS = 50;
/** The engine shows what its provider processes log after its signal, and waits 5 s. */
const MAX_SHUTDOWN_MS = 1000;

/**
 * Keeps its thread alive until the engine ends. A killed engine leaves its processes running: a provider would continue to
 * send in the next rate-limit window. A connection to the engine breaks at the moment when the engine ends.
 * @param address the engine's `host:port`
 * @param onEnd called once, when the connection has ended and the address refuses a new one
 */
export function watchEngine(address: string, onEnd: () => void): void {
  let isRefused = false;
  // The engine speaks HTTP/2. At its end it would wait for a connection that says nothing.
  const connection = connect(`http://${address}`);
  connection.on("error", (error: NodeJS.ErrnoException) => {
    isRefused = error.code === "ECONNREFUSED";
  });
  connection.on("close", () => {
    if (isRefused) return onEnd();
    setTimeout(() => watchEngine(address, onEnd), MIN_RECONNECT_MS);
  });
}

/**
 * Runs `finish` at the engine's stop signal, SIGINT. The process then ends by that signal, as it would without. A user's
 * Ctrl-C does not reach provider processes: they are in a process group of their own.
 */
export function beforeShutdown(finish: () => Promise<void>): void {
  process.once("SIGINT", () => {
    const end = () => process.kill(process.pid, "SIGINT");
    setTimeout(end, MAX_SHUTDOWN_MS);
    finish().then(end, end);
  });
}

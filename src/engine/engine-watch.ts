// A killed engine leaves its provider process running, and at the next rate window that would go on sending.
// So the process looks whether the engine still listens, and ends itself when it does not.
import { connect } from "node:net";

const INTERVAL_MS = 500;

/** @param address the engine's `host:port`; @param gone called once, when a connection is refused */
export function watchEngine(address: string, gone: () => void): void {
  const colon = address.lastIndexOf(":");
  const [host, port] = [address.slice(0, colon), Number(address.slice(colon + 1))];
  const timer = setInterval(() => {
    const socket = connect({ host, port }, () => socket.destroy());
    socket.unref();
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNREFUSED") return;
      clearInterval(timer);
      gone();
    });
  }, INTERVAL_MS);
  timer.unref();
}

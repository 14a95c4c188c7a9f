// Reserves a port without listening on it: connections are refused, and no other process can take the port.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The emulator listens on the loopback interface only. */
export const HOST = "127.0.0.1";

/**
 * A port that is bound but not listened on. The operating system binds a port without listening only for the local
 * end of a connection. So a connection to a short-lived listener reserves the port.
 */
export class PortReservation {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /**
   * Reserves `port` as soon as `stopListening` has closed the socket that listens on it.
   * @param stopListening closes the listening socket synchronously
   */
  static async take(port: number, stopListening: () => void): Promise<PortReservation> {
    const peer = createServer((accepted) => accepted.on("error", () => {})).listen(0, HOST);
    await once(peer, "listening");
    stopListening();
    const peerPort = (peer.address() as AddressInfo).port;
    const socket = connect({ host: HOST, port: peerPort, localAddress: HOST, localPort: port });
    await once(socket, "connect");
    socket.on("error", () => {});
    peer.close();
    return new PortReservation(socket);
  }

  /** Frees the port immediately. A reset leaves no closing connection that keeps the port in use. */
  release(): void {
    this.#socket.resetAndDestroy();
  }
}

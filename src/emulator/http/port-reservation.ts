// Keeps a port while nothing listens on it, so that connections to it are refused and nobody else takes it.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { HOST } from "./host";

/**
 * A port that is bound but not listened on. The system binds a port without listening only for a connection's
 * own end, so it is held by a connection to a listener that is gone right after.
 */
export class PortHold {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /**
   * Holds `port` from the moment in which `letGo` has stopped listening on it.
   * @param letGo closes the listening socket at once
   */
  static async take(port: number, letGo: () => void): Promise<PortHold> {
    const peer = createServer((other) => other.on("error", () => {})).listen(0, HOST);
    await once(peer, "listening");
    letGo();
    const peerPort = (peer.address() as AddressInfo).port;
    const socket = connect({ host: HOST, port: peerPort, localAddress: HOST, localPort: port });
    await once(socket, "connect");
    socket.on("error", () => {});
    peer.close();
    return new PortHold(socket);
  }

  /** Frees the port at once; the reset leaves nothing behind that would keep it in use. */
  release(): void {
    this.#socket.resetAndDestroy();
  }
}

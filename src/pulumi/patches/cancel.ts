// Notices that the engine cancels its providers: at Ctrl-C, while operations are still running, and at the end of each
// command. The SDK's provider process ignores the call, and offers no way to see it.
// Uses no SDK.
import { Server } from "node:net";

const CANCEL = "/pulumirpc.ResourceProvider/Cancel";

/** Members that the types of Node omit. */
interface Handles {
  _getActiveHandles?(): unknown[];
}

/**
 * Listens to the requests that arrive at the HTTP/2 server of this process. Without a server (another version of Node or
 * of the SDK) nothing is called.
 */
export function onCancel(call: () => unknown): void {
  for (const handle of (process as Handles)._getActiveHandles?.() ?? []) {
    if (!(handle instanceof Server)) continue;
    handle.on("stream", (_stream: unknown, headers: Readonly<Record<string, unknown>>) => {
      if (headers[":path"] === CANCEL) call();
    });
  }
}

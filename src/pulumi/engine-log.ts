// The engine's log service, by which a provider process writes messages with a severity. (Its standard output would
// become info lines, its standard error error lines.)
import type { Logger } from "../kind/definition";
import { requireOfSdk } from "./patches/sdk-modules";

type Severity = "debug" | "info" | "warn";
type Send = (severity: Severity, message: string) => Promise<void>;

export class EngineLog implements Logger {
  readonly #address: string;
  /** Connected by the first message: most processes write none. */
  #send: Send | undefined;
  readonly #inFlight = new Set<Promise<void>>();

  /** @param address the engine's address, the first argument of a provider process */
  constructor(address: string) {
    this.#address = address;
  }

  /** Not shown, but in the events of a preview, which `review` reads. */
  debug(message: string): void {
    this.#log("debug", message);
  }

  info(message: string): void {
    this.#log("info", message);
  }

  warn(message: string): void {
    this.#log("warn", message);
  }

  /** Resolves when the engine has received all messages. */
  async flush(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  #log(severity: Severity, message: string): void {
    this.#send ??= connect(this.#address);
    const sending = this.#send(severity, message);
    this.#inFlight.add(sending);
    void sending.then(() => this.#inFlight.delete(sending));
  }
}

function connect(address: string): Send {
  const grpc = requireOfSdk("@grpc/grpc-js") as typeof import("@grpc/grpc-js");
  const { EngineClient } =
    require("@pulumi/pulumi/proto/engine_grpc_pb") as typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
  const { LogRequest, LogSeverity } =
    require("@pulumi/pulumi/proto/engine_pb") as typeof import("@pulumi/pulumi/proto/engine_pb");
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  const severities = { debug: LogSeverity.DEBUG, info: LogSeverity.INFO, warn: LogSeverity.WARNING };
  return (severity, message) => {
    const request = new LogRequest();
    request.setSeverity(severities[severity]);
    request.setMessage(message);
    // Ignore delivery errors after the engine exits.
    return new Promise((resolve) => client.log(request, () => resolve()));
  };
}

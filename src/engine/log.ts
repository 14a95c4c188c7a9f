// The engine's log service, by which a provider process writes messages with a severity. (Its standard output would
// become info lines, its standard error error lines.)
import type * as grpcModule from "@grpc/grpc-js";
import type * as clientModule from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as messagesModule from "@pulumi/pulumi/proto/engine_pb";

type Severity = "debug" | "info" | "warn";
type Send = (severity: Severity, message: string, urn: string) => Promise<void>;

/** The modules of the protocol: those of the SDK, or bundled ones. */
export interface EngineModules {
  readonly grpc: typeof grpcModule;
  readonly client: typeof clientModule;
  readonly messages: typeof messagesModule;
}

/** @param argv of a provider process. @returns the engine's address, `undefined` if no engine has started it */
export function engineAddress(argv: readonly string[]): string | undefined {
  // Flags such as -v=9 come first.
  const address = argv.at(-1) ?? "";
  return /^[\w.[\]:-]+:\d+$/.test(address) ? address : undefined;
}

export class EngineLog {
  readonly #address: string | undefined;
  readonly #load: () => EngineModules;
  /** Connected by the first message: most processes write none. */
  #send: Send | undefined;
  readonly #sent: Promise<void>[] = [];

  /** @param address of the engine. Without one, nothing is sent */
  constructor(address: string | undefined, load: () => EngineModules) {
    this.#address = address;
    this.#load = load;
  }

  /**
   * @param severity `debug`: not shown, but in the events of a preview, which `review` reads
   * @param urn of the resource that it is about. @default the stack
   */
  readonly write = (severity: Severity, message: string, urn = ""): void => {
    if (this.#address === undefined) return;
    this.#send ??= connect(this.#address, this.#load());
    this.#sent.push(this.#send(severity, message, urn));
  };

  /** Resolves when the engine has received all messages. */
  async flush(): Promise<void> {
    await Promise.all(this.#sent);
  }
}

function connect(address: string, { grpc, client: { EngineClient }, messages }: EngineModules): Send {
  const { LogRequest, LogSeverity } = messages;
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  const severities = { debug: LogSeverity.DEBUG, info: LogSeverity.INFO, warn: LogSeverity.WARNING };
  return (severity, message, urn) => {
    const request = new LogRequest();
    request.setSeverity(severities[severity]);
    request.setMessage(message);
    request.setUrn(urn);
    // Ignore delivery errors after the engine exits.
    return new Promise((resolve) => client.log(request, () => resolve()));
  };
}

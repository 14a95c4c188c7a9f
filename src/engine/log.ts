// The engine's log service, by which a provider process writes messages with a severity. (Its standard output would
// become info lines, its standard error error lines.)
import type * as grpcModule from "@grpc/grpc-js";
import type * as clientModule from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as messagesModule from "@pulumi/pulumi/proto/engine_pb";

/** The modules of the protocol: those of the SDK, or bundled ones. */
export interface EngineModules {
  readonly grpc: typeof grpcModule;
  readonly client: typeof clientModule;
  readonly messages: typeof messagesModule;
}

type Severity = "debug" | "info" | "warn";

/** @param argv of a provider process. @returns the engine's address, `undefined` if no engine has started it */
export function engineAddress(argv: readonly string[]): string | undefined {
  // Flags such as -v=9 come first.
  const address = argv.at(-1) ?? "";
  return /^[\w.[\]:-]+:\d+$/.test(address) ? address : undefined;
}

/**
 * The log of an engine. It is connected by the first message: most processes write none.
 * @param address of the engine. Without one, nothing is sent
 */
export function engineLog(address: string | undefined, load: () => EngineModules) {
  const sent: Promise<void>[] = [];
  let send: ReturnType<typeof connect> | undefined;
  return {
    /**
     * @param severity `debug`: not shown, but in the events of a preview, which `review` reads
     * @param urn of the resource that it is about. @default the stack
     */
    write(severity: Severity, message: string, urn = ""): void {
      if (address === undefined) return;
      send ??= connect(address, load());
      sent.push(send(severity, message, urn));
    },
    /** Resolves when the engine has received all messages. */
    flush: async () => void (await Promise.all(sent)),
  };
}

function connect(address: string, { grpc, client: { EngineClient }, messages }: EngineModules) {
  const { LogRequest, LogSeverity } = messages;
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  const severities = { debug: LogSeverity.DEBUG, info: LogSeverity.INFO, warn: LogSeverity.WARNING };
  return (severity: Severity, message: string, urn: string) => {
    const request = new LogRequest();
    request.setSeverity(severities[severity]);
    request.setMessage(message);
    request.setUrn(urn);
    // Ignore delivery errors after the engine exits.
    return new Promise<void>((resolve) => client.log(request, () => resolve()));
  };
}

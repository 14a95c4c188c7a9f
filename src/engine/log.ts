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

type Severity = "DEBUG" | "INFO" | "WARNING";

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
  // A message is about the resource with the URN, or about the stack.
  const log = (severity: Severity, message: string, urn = "") => {
    if (address === undefined) return;
    send ??= connect(address, load());
    sent.push(send(severity, message, urn));
  };
  return {
    /** Not shown, but in the events of a preview, which `review` reads. */
    debug: (message: string) => log("DEBUG", message),
    info: (message: string, urn?: string) => log("INFO", message, urn),
    warn: (message: string, urn?: string) => log("WARNING", message, urn),
    /** Resolves when the engine has received all messages. */
    flush: async () => void (await Promise.all(sent)),
  };
}

function connect(address: string, { grpc, client: { EngineClient }, messages }: EngineModules) {
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  return (severity: Severity, message: string, urn: string) => {
    const request = new messages.LogRequest();
    request.setSeverity(messages.LogSeverity[severity]);
    request.setMessage(message);
    request.setUrn(urn);
    // Ignore delivery errors after the engine exits.
    return new Promise<void>((resolve) => client.log(request, () => resolve()));
  };
}

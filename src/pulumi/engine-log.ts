// The engine's own log: the way a provider process speaks to the user with a severity. (Its standard output
// would become info lines, its standard error error lines.)
import type { Logger } from "../kind/definition";
import { requireOfSdk } from "./sdk-modules";

type Severity = "info" | "warn";
type Send = (severity: Severity, message: string, ephemeral: boolean) => Promise<void>;

export class EngineLog implements Logger {
  readonly #address: string;
  /** Opened by the first word: most processes have nothing to say. */
  #send: Send | undefined;
  readonly #told = new Set<string>();
  readonly #underway = new Set<Promise<void>>();

  /** @param address the engine's address, which it passes to its provider processes as first argument */
  constructor(address: string) {
    this.#address = address;
  }

  info(message: string): void {
    this.#once("info", message);
  }

  warn(message: string): void {
    this.#once("warn", message);
  }

  /** A line that a terminal shows until the next one, and that is gone at the end. */
  live(message: string): void {
    this.#say("info", message, true);
  }

  /** Resolves when the engine has all that was said. */
  async flush(): Promise<void> {
    await Promise.all(this.#underway);
  }

  // check and diff may run more than once for one resource in a process: one word is enough.
  #once(severity: Severity, message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.#say(severity, message, false);
  }

  #say(severity: Severity, message: string, ephemeral: boolean): void {
    this.#send ??= connect(this.#address);
    const sending = this.#send(severity, message, ephemeral);
    this.#underway.add(sending);
    void sending.then(() => this.#underway.delete(sending));
  }
}

function connect(address: string): Send {
  const grpc = requireOfSdk("@grpc/grpc-js") as typeof import("@grpc/grpc-js");
  const { EngineClient } =
    require("@pulumi/pulumi/proto/engine_grpc_pb") as typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
  const { LogRequest, LogSeverity } =
    require("@pulumi/pulumi/proto/engine_pb") as typeof import("@pulumi/pulumi/proto/engine_pb");
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  return (severity, message, ephemeral) => {
    const request = new LogRequest();
    request.setSeverity(severity === "warn" ? LogSeverity.WARNING : LogSeverity.INFO);
    request.setMessage(message);
    request.setEphemeral(ephemeral);
    // An engine that is gone hears nothing any more; that is no reason to fail.
    return new Promise((resolve) => client.log(request, () => resolve()));
  };
}

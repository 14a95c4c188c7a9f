// The engine's log service, as the engine has it.
import { Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { expect, onTestFinished, test } from "vitest";
import { engineAddress, engineLog } from "../../src/engine/log";
import { engineModules } from "../../src/pulumi/patches/sdk-modules";

interface Call {
  readonly request: LogRequest;
}

test("the engine has each message with its severity and resource before the process ends", async () => {
  const received: unknown[] = [];
  const engine = new Server();
  engine.addService(
    EngineService as never,
    {
      log({ request }: Call, done: (error: null, response: Empty) => void) {
        received.push([request.getSeverity(), request.getMessage(), request.getUrn()]);
        done(null, new Empty());
      },
    } as unknown as UntypedServiceImplementation,
  );
  const port = await new Promise<number>((resolve, reject) =>
    engine.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  onTestFinished(() => engine.forceShutdown());

  const log = engineLog(`127.0.0.1:${port}`, engineModules);
  log.write("debug", "a decision");
  log.write("info", "an outcome", "urn:a");
  log.write("warn", "a danger", "urn:b");
  await log.flush();
  expect(received).toEqual([
    [LogSeverity.DEBUG, "a decision", ""],
    [LogSeverity.INFO, "an outcome", "urn:a"],
    [LogSeverity.WARNING, "a danger", "urn:b"],
  ]);
  // An engine that has exited takes no messages, and is no error.
  engine.forceShutdown();
  log.write("info", "too late");
  await log.flush();
});

test.each([
  [["node", "index.js", "127.0.0.1:4711"], "127.0.0.1:4711"],
  [["node", "index.js", "-v=9", "[::1]:4711"], "[::1]:4711"],
  [["node", "index.js"], undefined],
])("%j is a process of the engine at %s", (argv, address) => {
  expect(engineAddress(argv)).toBe(address);
});

// The server that the engine connects to.
import * as grpc from "@grpc/grpc-js";
import * as client from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/engine_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { EngineModules } from "../engine/log";
import type { ProviderProcess } from "../provider/provider-process";
import { type About, calls } from "./calls";

/** The modules of the engine's log, which are bundled with the plugin. */
export const bundledModules = (): EngineModules => ({ grpc, client, messages });

/** Listens on loopback, on a free port. */
export async function serve(provider: ProviderProcess, about: About) {
  const server = new grpc.Server();
  const unary = Object.entries(calls(about, provider)).map(([name, call]) => [name, answer(call as Call)]);
  server.addService(ResourceProviderService, Object.fromEntries(unary));
  const port = await new Promise<number>((resolve, reject) => {
    const onBound = (error: Error | null, bound: number) => (error ? reject(error) : resolve(bound));
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), onBound);
  });
  return { port, close: () => server.forceShutdown() };
}

type Call = (request: unknown) => Promise<unknown>;

function answer(call: Call): grpc.handleUnaryCall<unknown, unknown> {
  return ({ request }, reply) => {
    call(request).then((response) => reply(null, response), reply);
  };
}

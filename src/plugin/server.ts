// The server that the engine connects to.
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { ProviderProcess } from "../provider/provider-process";
import { toStatus } from "./errors";
import { type About, listCall, providerCalls } from "./provider-calls";
import { kindsByToken, resourceCalls } from "./resource-calls";
import { PluginResources } from "./resources";

/** As large as the engine allows. */
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;

export interface PluginServer {
  readonly port: number;
  close(): void;
}

/** Listens on loopback, on a free port. What it does not implement (Construct, Call, Parameterize, GetMapping) says so. */
export async function serve(provider: ProviderProcess, about: About): Promise<PluginServer> {
  const kinds = kindsByToken(provider.definitions);
  const calls = { ...providerCalls(about, provider), ...resourceCalls(kinds, new PluginResources(provider)) };
  const unary = Object.entries(calls).map(([name, call]) => [name, answer(call as Call)]);
  const server = new grpc.Server({
    "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
    "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
  });
  server.addService(ResourceProviderService, {
    ...Object.fromEntries(unary),
    list: listCall(kinds, provider),
  });
  const port = await new Promise<number>((resolve, reject) => {
    const onBound = (error: Error | null, bound: number) => (error ? reject(error) : resolve(bound));
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), onBound);
  });
  return { port, close: () => server.forceShutdown() };
}

type Call = (request: unknown) => Promise<unknown>;

function answer(call: Call): grpc.handleUnaryCall<unknown, unknown> {
  return ({ request }, reply) => {
    call(request).then(
      (response) => reply(null, response),
      (error) => reply(toStatus(error)),
    );
  };
}

// The SDK's modules of the engine's protocol.
import type { EngineModules } from "../engine/log";
import { requireOfSdk } from "./patches/sdk-modules";

export function engineModules(): EngineModules {
  return {
    grpc: requireOfSdk("@grpc/grpc-js") as EngineModules["grpc"],
    client: require("@pulumi/pulumi/proto/engine_grpc_pb") as EngineModules["client"],
    messages: require("@pulumi/pulumi/proto/engine_pb") as EngineModules["messages"],
  };
}

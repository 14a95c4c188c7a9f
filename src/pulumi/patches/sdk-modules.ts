// Loads modules that the SDK depends on and this package does not, and those of the engine's protocol.
import { createRequire } from "node:module";
import type { EngineModules } from "../../engine/log";

/** The SDK's own copy of a module. Strict installers (pnpm) show it only to the SDK. */
export function requireOfSdk(name: string): unknown {
  return createRequire(require.resolve("@pulumi/pulumi/package.json"))(name);
}

export function engineModules(): EngineModules {
  return {
    grpc: requireOfSdk("@grpc/grpc-js") as EngineModules["grpc"],
    client: require("@pulumi/pulumi/proto/engine_grpc_pb") as EngineModules["client"],
    messages: require("@pulumi/pulumi/proto/engine_pb") as EngineModules["messages"],
  };
}

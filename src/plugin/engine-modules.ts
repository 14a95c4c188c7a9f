// The modules of the engine's protocol, which are bundled with the plugin.
import * as grpc from "@grpc/grpc-js";
import * as client from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/engine_pb";
import type { EngineModules } from "../engine/log";

export const bundledModules = (): EngineModules => ({ grpc, client, messages });

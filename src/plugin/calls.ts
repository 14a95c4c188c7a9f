// The calls of the engine, as one table. What is missing (Handshake, DiffConfig, Invoke, List, Construct, Call, …) answers
// that it is not implemented, and the engine does without it.
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { ProviderProcess } from "../provider/provider-process";
import { checkConfig, configure } from "./configuration";
import { call } from "./protocol";
import { Resources } from "./resources";

/** What the plugin says about itself. */
export interface About {
  readonly version: string;
  /** Pulumi's description of the package, as JSON. */
  schema(): string;
}

export function calls(about: About, provider: ProviderProcess) {
  const resources = new Resources(provider);
  return {
    getPluginInfo: call([], PluginInfo, () => ({ version: about.version })),
    getSchema: call([], messages.GetSchemaResponse, () => ({ schema: about.schema() })),
    checkConfig: call(["urn", "olds", "news"], messages.CheckResponse, (request) =>
      checkConfig(provider, request),
    ),
    configure: call(["urn", "args"], messages.ConfigureResponse, (request) => {
      configure(provider, request);
      return { acceptsecrets: true, supportspreview: true };
    }),
    cancel: call([], Empty, async () => {
      await provider.stop();
      return {};
    }),
    check: call(["urn", "olds", "news"], messages.CheckResponse, (request) => resources.check(request)),
    diff: call(["urn", "id", "olds", "news"], messages.DiffResponse, (request) => resources.diff(request)),
    create: call(["urn", "properties", "preview"], messages.CreateResponse, (request) =>
      resources.create(request),
    ),
    read: call(["urn", "id", "properties", "inputs"], messages.ReadResponse, (request) =>
      resources.read(request),
    ),
    update: call(["urn", "id", "olds", "news", "preview"], messages.UpdateResponse, (request) =>
      resources.update(request),
    ),
    delete: call(["urn", "id", "properties"], Empty, (request) => resources.delete(request)),
  };
}

// The calls of the engine about the plugin and its configuration, and those that only read the account.
import type { ServerWritableStream } from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Definition } from "../kind/definition";
import { functionName } from "../kind/query";
import type { ProviderProcess } from "../provider/provider-process";
import { shownName } from "../resources/definitions";
import { ACCOUNT, checkConfig, configure, diffConfig, guard } from "./configuration";
import { toFailure, toStatus } from "./errors";
import { callFunction, functions } from "./functions";
import { fromStruct, toStruct } from "./values";

const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;

/** What the plugin says about itself. */
export interface About {
  readonly version: string;
  /** Pulumi's description of the package, as JSON. */
  schema(): string;
}

export function providerCalls(about: About, provider: ProviderProcess) {
  return {
    async handshake() {
      const response = new messages.ProviderHandshakeResponse();
      response.setAcceptSecrets(true);
      return response;
    },

    async attach() {
      return new Empty();
    },

    async getPluginInfo() {
      const response = new PluginInfo();
      response.setVersion(about.version);
      return response;
    },

    async getSchema() {
      const response = new messages.GetSchemaResponse();
      response.setSchema(about.schema());
      return response;
    },

    /** Only here, the recorded account is known before the first resource. */
    async checkConfig(request: messages.CheckRequest) {
      const olds = fromStruct(request.getOlds());
      const news = fromStruct(request.getNews());
      const { inputs, problem } = await checkConfig(provider, request.getUrn(), olds.props, news.props);
      const response = new messages.CheckResponse();
      response.setInputs(toStruct(inputs, [...news.secret, "apiKey"]));
      response.setFailuresList(problem === undefined ? [] : [toFailure({ reason: problem })]);
      return response;
    },

    async diffConfig(request: messages.DiffRequest) {
      const changed = diffConfig(
        fromStruct(request.getOldInputs()).props,
        fromStruct(request.getNews()).props,
      );
      const response = new messages.DiffResponse();
      response.setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE);
      response.setDiffsList([...changed]);
      return response;
    },

    async configure(request: messages.ConfigureRequest) {
      const { props } = fromStruct(request.getArgs());
      // A refresh and a destroy begin here. Every call for a resource waits for the guard, and fails with it.
      if (configure(provider, request.getUrn() ?? "", props)) guard(provider, props[ACCOUNT]).catch(() => {});
      const response = new messages.ConfigureResponse();
      response.setAcceptsecrets(true);
      response.setSupportspreview(true);
      return response;
    },

    async invoke(request: messages.InvokeRequest) {
      const query = functions.get(request.getTok());
      if (!query) throw new Error(`this plugin has no function ${request.getTok()}`);
      const { props } = fromStruct(request.getArgs());
      const result = await provider.run({ name: functionName(query) }, async () =>
        callFunction(query, await provider.session(), props),
      );
      const response = new messages.InvokeResponse();
      response.setReturn(toStruct(result));
      return response;
    },

    async cancel() {
      await provider.stop();
      return new Empty();
    },
  };
}

type ListStream = ServerWritableStream<messages.ListRequest, messages.ListResponse>;

/** Streams the objects of a kind. */
export function listCall(kinds: ReadonlyMap<string, Definition>, provider: ProviderProcess) {
  return async (stream: ListStream) => {
    try {
      const token = stream.request.getToken();
      const kind = kinds.get(token);
      if (!kind?.list) throw new Error(`this plugin cannot list ${token}`);
      const session = await provider.session();
      const items = [...(await session.inventory(kind.list).all())];
      for (const [id, item] of items.slice(0, stream.request.getLimit() || items.length)) {
        const result = new messages.ListResponse.Result();
        result.setId(id);
        result.setName(shownName(kind, item) || id);
        const response = new messages.ListResponse();
        response.setResult(result);
        stream.write(response);
      }
      stream.end();
    } catch (error) {
      stream.emit("error", toStatus(error));
    }
  };
}

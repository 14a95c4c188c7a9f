// The calls of the engine, as one table: what each reads of its request, and what its response has.
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Props } from "../kind/definition";
import { functionName } from "../kind/query";
import type { DiffResult } from "../provider/diff";
import type { ProviderProcess } from "../provider/provider-process";
import { PartialError } from "../provider/reported-error";
import { ACCOUNT, checkConfig, configure, diffConfig, guard } from "./configuration";
import { partialStatus, toFailure } from "./errors";
import { callFunction, functions } from "./functions";
import { Resources, secretNames } from "./resources";
import { fromStruct, toStruct, type Values } from "./values";

const { DIFF_NONE, DIFF_SOME, DIFF_UNKNOWN } = messages.DiffResponse.DiffChanges;

/** What the plugin says about itself. */
export interface About {
  readonly version: string;
  /** Pulumi's description of the package, as JSON. */
  schema(): string;
}

/** The fields of all requests. */
interface Request {
  readonly urn: string;
  readonly id: string;
  readonly tok: string;
  readonly preview: boolean;
  readonly olds: Values;
  readonly oldInputs: Values;
  readonly news: Values;
  readonly properties: Values;
  readonly inputs: Values;
  readonly args: Values;
}

type Message = Record<string, (value?: unknown) => unknown>;

/** @param getters of the request. @param run returns the fields of the response */
function call<Name extends keyof Request>(
  getters: readonly Name[],
  Response: new () => object,
  run: (request: Pick<Request, Name>) => Props | Promise<Props>,
) {
  return async (message: Message): Promise<object> => {
    const given = getters.map((name) => [name, read(message[accessor("get", name)]!())]);
    const response = new Response() as Message;
    for (const [name, value] of Object.entries(await run(Object.fromEntries(given))))
      if (value !== undefined) response[accessor("set", name)]!(value);
    return response;
  };
}

function accessor(verb: "get" | "set", name: string): string {
  return verb + name.charAt(0).toUpperCase() + name.slice(1);
}

function read(given: unknown): unknown {
  return given === undefined || given instanceof Struct ? fromStruct(given) : given;
}

/** What it does not implement (Construct, Call, Parameterize, GetMapping, List) says so. */
export function calls(about: About, provider: ProviderProcess) {
  const resources = new Resources(provider);
  return {
    handshake: call([], messages.ProviderHandshakeResponse, () => ({ acceptSecrets: true })),
    attach: call([], Empty, () => ({})),
    getPluginInfo: call([], PluginInfo, () => ({ version: about.version })),
    getSchema: call([], messages.GetSchemaResponse, () => ({ schema: about.schema() })),

    /** Only here, the recorded account is known before the first resource. */
    checkConfig: call(["urn", "olds", "news"], messages.CheckResponse, async ({ urn, olds, news }) => {
      const { inputs, problem } = await checkConfig(provider, urn, olds.props, news.props);
      return {
        inputs: toStruct(inputs, [...news.secret, "apiKey"]),
        failuresList: problem === undefined ? [] : [toFailure(problem)],
      };
    }),
    diffConfig: call(["oldInputs", "news"], messages.DiffResponse, ({ oldInputs, news }) => {
      const diffsList = diffConfig(oldInputs.props, news.props);
      return { changes: diffsList.length > 0 ? DIFF_SOME : DIFF_NONE, diffsList };
    }),
    configure: call(["urn", "args"], messages.ConfigureResponse, ({ urn, args: { props } }) => {
      // A refresh and a destroy begin here. Every call for a resource waits for the guard, and fails with it.
      if (configure(provider, urn, props)) guard(provider, props[ACCOUNT]).catch(() => {});
      return { acceptsecrets: true, supportspreview: true };
    }),
    invoke: call(["tok", "args"], messages.InvokeResponse, async ({ tok, args }) => {
      const query = functions.get(tok);
      if (!query) throw new Error(`this plugin has no function ${tok}`);
      const read = async () => callFunction(query, await provider.session(), args.props);
      return { return: toStruct(await provider.run({ name: functionName(query) }, read)) };
    }),
    cancel: call([], Empty, async () => {
      await provider.stop();
      return {};
    }),

    check: call(["urn", "olds", "news"], messages.CheckResponse, async ({ urn, olds, news }) => {
      const resource = resources.open(urn, olds, news);
      const { inputs, problems } = await resources.check(resource, olds, news);
      return {
        inputs: toStruct(inputs, secretNames(resource, inputs, news)),
        failuresList: problems.map(toFailure),
      };
    }),
    diff: call(["urn", "id", "olds", "news"], messages.DiffResponse, async ({ urn, id, olds, news }) =>
      diffFields(await resources.diff(resources.open(urn, olds, news), id, olds, news)),
    ),
    create: call(
      ["urn", "properties", "preview"],
      messages.CreateResponse,
      async ({ urn, properties: inputs, preview }) => {
        const resource = resources.open(urn, inputs);
        const outOf = (props: Props) => toStruct(props, secretNames(resource, props, inputs));
        const { id, outs } = await resources.create(resource, inputs, preview).catch((error) => {
          throw error instanceof PartialError ? partialStatus(error, outOf(error.properties)) : error;
        });
        return { id, properties: outOf(outs) };
      },
    ),
    read: call(
      ["urn", "id", "properties", "inputs"],
      messages.ReadResponse,
      async ({ urn, id, properties, inputs }) => {
        const resource = resources.open(urn, properties, inputs);
        const found = await resources.read(resource, id, properties, inputs);
        const outOf = (props: Props = {}) =>
          toStruct(props, secretNames(resource, props, properties, inputs));
        return found.id === ""
          ? { id: "" }
          : { id: found.id, properties: outOf(found.props), inputs: outOf(found.inputs) };
      },
    ),
    update: call(
      ["urn", "id", "olds", "news", "preview"],
      messages.UpdateResponse,
      async ({ urn, id, olds, news, preview }) => {
        const resource = resources.open(urn, olds, news);
        const { outs } = await resources.update(resource, id, olds, news, preview);
        return { properties: toStruct(outs, secretNames(resource, outs, news)) };
      },
    ),
    delete: call(["urn", "id", "properties"], Empty, async ({ urn, id, properties }) => {
      await resources.open(urn, properties).handler.delete(id, properties.props);
      return {};
    }),
  };
}

/** DIFF_UNKNOWN lets the engine compare the inputs, which gives a difference per property. */
function diffFields({ changes, replaces }: DiffResult): Props {
  const known = changes ? DIFF_SOME : DIFF_NONE;
  return {
    changes: changes === undefined ? DIFF_UNKNOWN : known,
    replacesList: replaces,
  };
}

// The plugin as the engine calls it: over gRPC, with requests as the engine sends them.
import { status as codes, credentials } from "@grpc/grpc-js";
import { ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { expect, onTestFinished } from "vitest";
import { DEMO_KEY } from "../../src/emulator/index";
import { PLUGIN_DOOR } from "../../src/plugin/door";
import { serve } from "../../src/plugin/server";
import { ProviderProcess } from "../../src/provider/provider-process";
import { definitions } from "../../src/resources/definitions";
import type { World } from "../support/world";

// biome-ignore lint/suspicious/noExplicitAny: the tests look into values of every form.
export type Props = Record<string, any>;

const METHODS = ResourceProviderService as unknown as Readonly<
  Record<string, { requestDeserialize(bytes: Buffer): unknown }>
>;

/** The engine's placeholder for a value that is not known yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
export const secret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});
/** The engine's own provider of a stack, and one of a program. */
export const DEFAULT = "urn:pulumi:test::test::pulumi:providers:link-management::default_0_1_0";
export const EXPLICIT = "urn:pulumi:test::test::pulumi:providers:link-management::acme";
export const urnOf = (type: string, name: string) =>
  `urn:pulumi:test::test::link-management:index:${type}::${name}`;

export interface PluginOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Inputs of the default provider. `undefined`: the test configures it. @default none */
  readonly inputs?: Props | undefined;
}

/** A plugin process, and what it logs. */
export class Plugin {
  readonly logged: { message: string; urn: string | undefined }[] = [];

  private constructor(readonly client: ResourceProviderClient) {}

  /** A process of the plugin. @param port that it has printed */
  static connect(port: number): Plugin {
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    onTestFinished(() => client.close());
    return new Plugin(client);
  }

  static async start(world: World, options: PluginOptions = {}): Promise<Plugin> {
    const provider = new ProviderProcess({
      log: (severity, message, urn) => severity !== "debug" && plugin.logged.push({ message, urn }),
      env: {
        LINK_MANAGEMENT_BASE_URL: world.service.url,
        LINK_MANAGEMENT_API_KEY: DEMO_KEY,
        ...options.env,
      },
      definitions,
      door: PLUGIN_DOOR,
      session: { clock: world.clock },
    });
    const server = await serve(provider, { version: "1.2.3", schema: () => "{}" });
    onTestFinished(async () => {
      server.close();
      await provider.session().then(
        (session) => session.close(),
        () => {},
      );
    });
    const plugin = Plugin.connect(server.port);
    const { inputs = {} } = options;
    if (!("inputs" in options) || options.inputs)
      await plugin.call("configure", { urn: DEFAULT, args: inputs });
    return plugin;
  }

  /** @param fields of the request, such as `news`. @returns the fields of the response */
  async call(name: string, fields: Props = {}): Promise<Props> {
    const request = METHODS[name]!.requestDeserialize(Buffer.alloc(0)) as Props;
    for (const [field, value] of Object.entries(fields))
      request[`set${field.charAt(0).toUpperCase()}${field.slice(1)}`](
        typeof value === "object" ? Struct.fromJavaScript(value) : value,
      );
    const response = await new Promise<Props>((resolve, reject) => {
      const done = (error: Error | null, result: Props) => (error ? reject(error) : resolve(result));
      (this.client as Props)[name](request, done);
    }).catch((error) => {
      checkWords(error.details);
      throw error;
    });
    for (const { message } of this.logged) checkWords(message);
    for (const failure of response.getFailuresList?.() ?? []) checkWords(failure.getReason());
    const getters = Object.getOwnPropertyNames(Object.getPrototypeOf(response)).filter((one) =>
      /^get[A-Z]/.test(one),
    );
    return Object.fromEntries(
      getters.map((getter) => [getter.charAt(3).toLowerCase() + getter.slice(4), plain(response[getter]())]),
    );
  }

  /** What an update of the engine does for a new resource. */
  async add(urn: string, news: Props): Promise<{ id: string; inputs: Props; state: Props }> {
    const { inputs, failuresList } = await this.call("check", { urn, olds: {}, news });
    if (failuresList.length > 0) throw new Error(JSON.stringify(failuresList));
    const { id, properties } = await this.call("create", { urn, properties: inputs });
    return { id, inputs, state: properties };
  }
}

/** No message names what only the other door has. */
function checkWords(message: string): void {
  expect(message).not.toMatch(/\badopt|renamedFrom|onExisting: \{|\bentry\b|\bentries\b|\bthe config\b/);
}

function plain(value: unknown): unknown {
  if (value instanceof Struct) return value.toJavaScript();
  if (Array.isArray(value)) return value.map(plain);
  const isMap = (value as Props | undefined)?.entries !== undefined;
  return isMap ? value : ((value as Props | undefined)?.toObject?.() ?? value);
}

/** What the engine keeps in the state of a create that failed. */
export function keptBy(error: unknown): { id: string; state: Props } {
  const [bytes] = (error as { metadata: { get(name: string): Buffer[] } }).metadata.get(
    "grpc-status-details-bin",
  );
  const status = Status.deserializeBinary(bytes!);
  expect(status.getCode()).toBe(codes.UNKNOWN);
  const [detail] = status.getDetailsList();
  const failed = messages.ErrorResourceInitFailed.deserializeBinary(detail!.getValue_asU8());
  return { id: failed.getId(), state: failed.getProperties()?.toJavaScript() ?? {} };
}

// The plugin as the engine calls it: over gRPC, with requests as the engine sends them.
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { onTestFinished } from "vitest";
import type { SessionOptions } from "../../src/api/session";
import { DEMO_KEY } from "../../src/emulator/index";
import { PLUGIN_ADVICE } from "../../src/plugin/advice";
import { serve } from "../../src/plugin/server";
import { ProviderProcess } from "../../src/provider/provider-process";
import { definitions, listedSections as sections } from "../../src/resources/definitions";
import type { World } from "../support/world";

export type Props = Record<string, unknown>;

const SECRET = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
};
/** The engine's placeholder for a value that is not known yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
export const secret = (value: unknown) => ({ ...SECRET, value });
export const struct = (props: Props) => Struct.fromJavaScript(props as Record<string, string>);
const plain = (props: Struct | undefined): Props => props?.toJavaScript() ?? {};

/** The engine's own provider of a stack. */
export const DEFAULT = "urn:pulumi:test::test::pulumi:providers:link-management::default_0_1_0";
export const EXPLICIT = "urn:pulumi:test::test::pulumi:providers:link-management::acme";

export interface EngineOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly session?: Partial<SessionOptions>;
}

/** A plugin process, and what it logs. */
export async function startPlugin(world: World, { env = {}, session }: EngineOptions = {}) {
  const logged: { message: string; urn: string | undefined }[] = [];
  const log = (message: string, urn?: string) => void logged.push({ message, urn });
  const provider = new ProviderProcess({
    log: { debug() {}, info: log, warn: log },
    env: { LINK_MANAGEMENT_BASE_URL: world.service.url, LINK_MANAGEMENT_API_KEY: DEMO_KEY, ...env },
    sections,
    advice: PLUGIN_ADVICE,
    session: { clock: world.clock, ...session },
  });
  const server = await serve(definitions, provider, { version: "1.2.3", schema: () => "{}" });
  const client = new ResourceProviderClient(`127.0.0.1:${server.port}`, credentials.createInsecure());
  onTestFinished(async () => {
    client.close();
    server.close();
    await provider.close().catch(() => {});
  });
  return new Plugin(client, logged, provider);
}

export class Plugin {
  constructor(
    readonly client: ResourceProviderClient,
    readonly logged: readonly { message: string; urn: string | undefined }[],
    readonly provider: ProviderProcess,
  ) {}

  call<Response>(name: string, request: object): Promise<Response> {
    type Method = (request: object, done: (error: Error | null, response: Response) => void) => void;
    const method = (this.client as unknown as Record<string, Method>)[name]!.bind(this.client);
    return new Promise((resolve, reject) =>
      method(request, (error, response) => (error ? reject(error) : resolve(response))),
    );
  }

  async checkConfig(news: Props, { olds = {}, urn = DEFAULT }: { olds?: Props; urn?: string } = {}) {
    const request = new messages.CheckRequest().setUrn(urn).setOlds(struct(olds)).setNews(struct(news));
    return checked(await this.call<messages.CheckResponse>("checkConfig", request));
  }

  configure(args: Props, urn = DEFAULT): Promise<messages.ConfigureResponse> {
    return this.call("configure", new messages.ConfigureRequest().setUrn(urn).setArgs(struct(args)));
  }

  async check(urn: string, news: Props, olds: Props = {}) {
    const request = new messages.CheckRequest().setUrn(urn).setOlds(struct(olds)).setNews(struct(news));
    return checked(await this.call<messages.CheckResponse>("check", request));
  }

  async diff(urn: string, id: string, olds: Props, news: Props) {
    const request = new messages.DiffRequest()
      .setUrn(urn)
      .setId(id)
      .setOlds(struct(olds))
      .setNews(struct(news));
    const response = await this.call<messages.DiffResponse>("diff", request);
    const details = [...response.getDetaileddiffMap().entries()];
    return {
      replaces: response.getReplacesList(),
      kinds: Object.fromEntries(details.map(([name, one]) => [name, [one.getKind(), one.getInputdiff()]])),
    };
  }

  async create(urn: string, inputs: Props, isPreview = false) {
    const request = new messages.CreateRequest()
      .setUrn(urn)
      .setProperties(struct(inputs))
      .setPreview(isPreview);
    const response = await this.call<messages.CreateResponse>("create", request);
    return { id: response.getId(), state: plain(response.getProperties()) };
  }

  /** As in an update of the engine. */
  async add(urn: string, news: Props) {
    const { inputs, failures } = await this.check(urn, news);
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
    return { inputs, ...(await this.create(urn, inputs)) };
  }

  async read(urn: string, id: string, state: Props = {}, inputs: Props = {}) {
    const request = new messages.ReadRequest()
      .setUrn(urn)
      .setId(id)
      .setProperties(struct(state))
      .setInputs(struct(inputs));
    const response = await this.call<messages.ReadResponse>("read", request);
    return {
      id: response.getId(),
      state: plain(response.getProperties()),
      inputs: plain(response.getInputs()),
    };
  }

  async update(urn: string, id: string, olds: Props, news: Props, isPreview = false): Promise<Props> {
    const request = new messages.UpdateRequest()
      .setUrn(urn)
      .setId(id)
      .setOlds(struct(olds))
      .setNews(struct(news));
    const response = await this.call<messages.UpdateResponse>("update", request.setPreview(isPreview));
    return plain(response.getProperties());
  }

  delete(urn: string, id: string, state: Props): Promise<unknown> {
    return this.call(
      "delete",
      new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(struct(state)),
    );
  }
}

export const urnOf = (type: string, name: string) =>
  `urn:pulumi:test::test::link-management:index:${type}::${name}`;

function checked(response: messages.CheckResponse) {
  return {
    inputs: plain(response.getInputs()),
    failures: response
      .getFailuresList()
      .map((one) => ({ property: one.getProperty(), reason: one.getReason() })),
  };
}

/** What the engine keeps in the state of a create that failed. */
export function keptBy(error: unknown): { id: string; state: Props } {
  const { metadata } = error as { metadata: { get(name: string): Buffer[] } };
  const [bytes] = metadata.get("grpc-status-details-bin");
  const [detail] = Status.deserializeBinary(bytes!).getDetailsList();
  const failed = messages.ErrorResourceInitFailed.deserializeBinary(detail!.getValue_asU8());
  return { id: failed.getId(), state: plain(failed.getProperties()) };
}

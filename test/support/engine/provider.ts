// The provider's end of the engine: one process, as in each phase of a real command. The only file of the kit that knows
// how the product builds its provider.
import { HttpTransport, type Transport } from "../../../src/api/transport";
import type { Props } from "../../../src/kind/definition";
import { createHandler, type Handler } from "../../../src/provider/handler";
import { ProviderProcess } from "../../../src/provider/provider-process";
import { definitions } from "../../../src/resources/definitions";
import type { VirtualClock } from "../virtual-clock";
import { throughProtobuf } from "./properties";

interface ProviderOptions {
  readonly clock: VirtualClock;
  /** The stack config. */
  readonly config: Readonly<Record<string, string>>;
  readonly log: (severity: "info" | "warning", message: string) => void;
  /** In addition to that of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Wraps the transport: loses responses, or stops at a moment. @default none */
  readonly wrap?: (real: Transport) => Transport;
}

/** What the SDK's provider process offers the engine. */
export interface Provider {
  check(olds: Props, news: Props): Promise<{ inputs: Props; failures: readonly { reason: string }[] }>;
  diff(id: string, olds: Props, news: Props): ReturnType<Handler["diff"]>;
  create(inputs: Props): Promise<{ id: string; outs: Props }>;
  read(id: string, props: Props): Promise<{ id: string; props?: Props; inputs?: Props }>;
  update(id: string, olds: Props, news: Props): Promise<{ outs: Props }>;
  delete(id: string, props: Props): Promise<void>;
  /** The engine's call at Ctrl-C. */
  cancel(): Promise<void>;
  /** The engine's stop signal at the end of a command. */
  end(): Promise<void>;
}

export function startProvider({ clock, config, log, wrap, ...options }: ProviderOptions): Provider {
  const env = { ...process.env, ...options.env };
  const get = (name: string) => env[`LINK_MANAGEMENT_${name}`];
  const address = get("BASE_URL") || config["link-management:baseUrl"] || "";
  const key = get("API_KEY") || config["link-management:apiKey"] || "";
  const provider = new ProviderProcess({
    log: (severity, text) => severity !== "debug" && log(severity === "warn" ? "warning" : severity, text),
    env,
    definitions,
    session: { clock, ...(wrap && { transport: wrap(new HttpTransport(address, key)) }) },
  });
  const handlers = new Map<string, Handler>();
  for (const definition of definitions) {
    const handler = createHandler(definition, provider);
    void handler.configure({ config: { get: (name) => config[name] } });
    handlers.set(definition.handler, handler);
  }
  // Invalid settings fail the first call, if there is one.
  void provider.session().catch(() => {});
  /** The text of `__provider` ends with the name of the handler. */
  const of = ({ __provider }: Props): Handler => {
    const found = handlers.get(String(__provider).split(".").at(-1) ?? "");
    if (!found) throw new Error(`no handler for ${String(__provider)}`);
    return found;
  };
  const withSource = (props: Props, from: Props) =>
    throughProtobuf({ ...props, __provider: from.__provider });
  // Each call gets objects of its own, as over a connection.
  return {
    async check(olds, news) {
      const { inputs, failures } = await of(news).check(throughProtobuf(olds), throughProtobuf(news));
      return { inputs: withSource(inputs, news), failures };
    },
    diff: (id, olds, news) => of(news).diff(id, throughProtobuf(olds), throughProtobuf(news)),
    async create(inputs) {
      const { id, outs } = await of(inputs).create(throughProtobuf(inputs));
      return { id, outs: withSource(outs, inputs) };
    },
    async read(id, props) {
      const found = await of(props).read(id, throughProtobuf(props));
      return {
        id: found.id,
        ...(found.props && { props: withSource(found.props, props) }),
        ...(found.inputs && { inputs: withSource(found.inputs, props) }),
      };
    },
    async update(id, olds, news) {
      const { outs } = await of(news).update(id, throughProtobuf(olds), throughProtobuf(news));
      return { outs: withSource(outs, news) };
    },
    delete: (id, props) => of(props).delete(id, throughProtobuf(props)),
    async cancel() {
      await provider.stop();
    },
    async end() {
      await provider.finish();
      // Without valid settings there is no session to close.
      await provider.session().then(
        (session) => session.close(),
        () => {},
      );
    },
  };
}

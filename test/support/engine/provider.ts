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
export type Provider = ReturnType<typeof startProvider>;

export function startProvider({ clock, config, log, wrap, ...options }: ProviderOptions) {
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
    async check(olds: Props, news: Props) {
      const { inputs, failures } = await of(news).check(throughProtobuf(olds), throughProtobuf(news));
      return { inputs: withSource(inputs, news), failures };
    },
    diff: (id: string, olds: Props, news: Props) =>
      of(news).diff(id, throughProtobuf(olds), throughProtobuf(news)),
    async create(inputs: Props) {
      const { id, outs } = await of(inputs).create(throughProtobuf(inputs));
      return { id, outs: withSource(outs, inputs) };
    },
    async read(id: string, from: Props) {
      const { id: found, props, inputs } = await of(from).read(id, throughProtobuf(from));
      return {
        id: found,
        ...(props && { props: withSource(props, from) }),
        ...(inputs && { inputs: withSource(inputs, from) }),
      };
    },
    async update(id: string, olds: Props, news: Props) {
      const { outs } = await of(news).update(id, throughProtobuf(olds), throughProtobuf(news));
      return { outs: withSource(outs, news) };
    },
    delete: (id: string, props: Props) => of(props).delete(id, throughProtobuf(props)),
    /** The engine's call at Ctrl-C. */
    cancel: () => provider.stop(),
    /** The engine's stop signal at the end of a command. */
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

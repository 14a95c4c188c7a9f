// An emulator with a virtual clock, and provider processes that use it. Each process has its own session and lists, as
// in each phase of a real run.
import { HttpTransport, type Transport } from "../../src/api/http/transport";
import type { Settings } from "../../src/api/settings";
import { DEMO_KEY, type Dialect, type Emulator, startEmulator } from "../../src/emulator/index";
import { createHandler, type Handler } from "../../src/provider/handler";
import { ProviderProcess } from "../../src/provider/provider-process";
import { registry } from "../../src/resources/index";
import { SECRETS } from "../support/secrets";
import { SecretsScan } from "../support/secrets-scan";
import { VirtualClock } from "../support/virtual-clock";

export interface ProcessOptions {
  /** Wraps the transport to the emulator. */
  readonly wrap?: (real: Transport) => Transport;
  readonly onExisting?: Settings["onExisting"];
}

/** One provider process. */
export interface SimulatedProcess {
  readonly onExisting: Settings["onExisting"];
  /** The handler of a kind. */
  of(handler: string): Handler;
  close(): Promise<void>;
}

export class World {
  readonly #processes: SimulatedProcess[] = [];
  readonly #messages: string[] = [];

  private constructor(
    readonly emulator: Emulator,
    readonly clock: VirtualClock,
  ) {}

  static async start(dialect: Dialect, rateLimit: number): Promise<World> {
    const clock = new VirtualClock({ autoAdvance: true });
    return new World(await startEmulator({ clock, dialect, rateLimit }), clock);
  }

  get account() {
    return this.emulator.store.account("acme");
  }

  process({ wrap = (real) => real, onExisting }: ProcessOptions = {}): SimulatedProcess {
    const { clock, emulator } = this;
    const note = (message: string) => void this.#messages.push(message);
    const transport = wrap(new HttpTransport(emulator.url, DEMO_KEY));
    const process = new ProviderProcess({
      log: { info: note, warn: note },
      env: {},
      session: { clock, transport },
    });
    const settings: Record<string, string> = {
      baseUrl: emulator.url,
      apiKey: DEMO_KEY,
      ...(onExisting && { onExisting }),
    };
    const config = { get: (key: string) => settings[key.replace("link-management:", "")] };
    const handlers = new Map(
      registry.map(({ definition }) => [definition.handler, createHandler(definition, process)]),
    );
    for (const handler of handlers.values()) void handler.configure({ config });
    const simulated = { onExisting, of: (name: string) => handlers.get(name)!, close: () => process.close() };
    this.#processes.push(simulated);
    return simulated;
  }

  /** Adds an error to what `end` scans. */
  noteError(error: unknown): void {
    this.#messages.push(String((error as Error).message));
  }

  /** @throws Error if a message, an error or the log contains a secret */
  async end(): Promise<void> {
    for (const process of this.#processes) await process.close();
    const scan = new SecretsScan(SECRETS);
    scan.value("messages and errors", this.#messages);
    scan.value("the emulator's log", this.emulator.log);
    await this.emulator.close();
    if (scan.leaks.length > 0) throw new Error(`secrets were written: ${JSON.stringify(scan.leaks)}`);
  }
}

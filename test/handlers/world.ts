// An emulator and provider processes that talk to it: every process has its own session, lists and holders, as
// the processes of a preview and of the update after it have.

import { inspect } from "node:util";
import type { Transport } from "../../src/api/http/transport";
import {
  DEMO_KEY,
  type Dialect,
  type Emulator,
  type EmulatorOptions,
  startEmulator,
} from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { managedOf } from "../../src/kind/state";
import { createHandler, type Handler } from "../../src/provider/handler";
import { Runtime, type RuntimeOptions } from "../../src/provider/runtime";
import { registry } from "../../src/resources/index";
import { SECRETS } from "../support/secrets";
import { SecretsScan } from "../support/secrets-scan";
import { VirtualClock } from "../support/virtual-clock";

export interface State {
  id: string;
  outs: Props;
}

export class World {
  readonly #processes: Process[] = [];

  private constructor(
    readonly emulator: Emulator,
    readonly clock: VirtualClock,
  ) {}

  static async start(dialect: Partial<Dialect> = {}, options: EmulatorOptions = {}): Promise<World> {
    const clock = new VirtualClock({ autoAdvance: true });
    return new World(await startEmulator({ clock, dialect, ...options }), clock);
  }

  get account() {
    return this.emulator.store.account("acme");
  }

  process(
    settings: Record<string, string> = {},
    transport?: Transport,
    options: Partial<RuntimeOptions> = {},
  ): Process {
    const process = new Process(
      this,
      { baseUrl: this.emulator.url, apiKey: DEMO_KEY, ...settings },
      transport,
      options,
    );
    this.#processes.push(process);
    return process;
  }

  /** Requests that changed something since the log was cleared. */
  changes(): string[] {
    return this.emulator.log.filter((entry) => entry.changes).map(({ method, path }) => `${method} ${path}`);
  }

  /** Nothing that was said or logged holds a secret. */
  async end(): Promise<void> {
    const scan = new SecretsScan(SECRETS);
    for (const process of this.#processes) {
      await process.runtime.close();
      scan.value("messages", process.messages);
      scan.value("errors", process.errors);
    }
    scan.value("the emulator's log", this.emulator.log);
    await this.emulator.close();
    if (scan.leaks.length > 0) throw new Error(`secrets were written: ${JSON.stringify(scan.leaks)}`);
  }
}

export class Process {
  readonly messages: string[] = [];
  /** What the handlers' methods threw. */
  readonly errors: string[] = [];
  readonly runtime: Runtime;
  readonly #handlers = new Map<string, Handler>();

  constructor(
    world: World,
    settings: Record<string, string>,
    transport: Transport | undefined,
    options: Partial<RuntimeOptions>,
  ) {
    const seams = { clock: world.clock, ...(transport && { transport }) };
    const say = (message: string) => void this.messages.push(message);
    this.runtime = new Runtime({ tell: { info: say, warn: say }, env: {}, seams, ...options });
    for (const { definition } of registry) {
      const handler = createHandler(definition, this.runtime);
      void handler.configure({ config: { get: (name) => settings[name.replace(/^link-management:/, "")] } });
      this.#handlers.set(definition.handler, noting(handler, this.errors));
    }
  }

  of(handler: string): Handler {
    const found = this.#handlers.get(handler);
    if (!found) throw new Error(`no handler ${handler}`);
    return found;
  }

  /** Makes one object the way the engine does: check, then create. */
  async create(handler: string, args: Props): Promise<State> {
    const { failures } = await this.of(handler).check({}, args);
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    return this.of(handler).create(args);
  }

  /** What a refresh makes of a state; `undefined` when the object is gone. */
  async refresh(handler: string, { id, outs }: State): Promise<(State & { inputs: Props }) | undefined> {
    const { id: live, props, inputs } = await this.of(handler).read(id, outs);
    if (live === "") return undefined;
    const kind = registry.find(({ definition }) => definition.handler === handler)!;
    // The engine keeps the inputs of the state where it is told of none.
    return { id: live, outs: props ?? {}, inputs: inputs ?? managedOf(kind.definition, outs) };
  }

  async hasChanges(handler: string, { id, outs }: State, args: Props): Promise<boolean> {
    return (await this.of(handler).diff(id, outs, args)).changes;
  }

  async update(handler: string, { id, outs }: State, args: Props): Promise<State> {
    return { id, outs: (await this.of(handler).update(id, outs, args)).outs };
  }

  async delete(handler: string, { id, outs }: State): Promise<void> {
    await this.of(handler).delete(id, outs);
  }
}

/** A handler whose errors are noted on their way. */
function noting(handler: Handler, errors: string[]): Handler {
  const methods = Object.entries(handler).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await method(...args);
      } catch (error) {
        errors.push(inspect(error));
        throw error;
      }
    },
  ]);
  return Object.fromEntries(methods);
}

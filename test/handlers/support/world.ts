// An emulator, and provider processes that talk to it. Every process has its own session and lists, as the processes of
// a preview and of the update after it have.
import { inspect } from "node:util";
import type { Transport } from "../../../src/api/http/transport";
import {
  type AccountSeed,
  DEMO_KEY,
  type Dialect,
  type Emulator,
  type EmulatorOptions,
  SEEDED_BIOS,
  SEEDED_LINKS,
  startEmulator,
} from "../../../src/emulator/index";
import type { Props } from "../../../src/kind/definition";
import { ENTRY, type EntryPlan, type EntryRequest, planOf, toText } from "../../../src/kind/entry";
import type { Collision } from "../../../src/kind/existing/collision";
import { managedOf } from "../../../src/kind/state";
import type { CheckResult } from "../../../src/provider/check";
import type { DiffResult } from "../../../src/provider/diff";
import { createHandler, type Handler } from "../../../src/provider/handler";
import { ProviderProcess } from "../../../src/provider/provider-process";
import { registry } from "../../../src/resources/index";
import { SECRETS } from "../../support/secrets";
import { SecretsScan } from "../../support/secrets-scan";
import { VirtualClock } from "../../support/virtual-clock";
import type { Kind } from "./kinds";
import { Assignments, Records } from "./records";

/** A resource in the state of the engine. */
export interface State {
  readonly id: string;
  readonly outs: Props;
  /** What `check` returned. @default the managed arguments in the outputs */
  readonly inputs?: Props;
}

/** What a preview returns about a new entry. */
export interface Preview extends CheckResult {
  readonly plan: EntryPlan;
}

/** Items that can be assigned. The ids of each type begin with those of the seeds. */
const ASSIGNABLE = 100;

export const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** An account with more short links and bio pages than a test assigns. */
export const ACME: AccountSeed = {
  username: "acme",
  keys: [DEMO_KEY],
  links: range(ASSIGNABLE).map((n) => SEEDED_LINKS[n] ?? page(SEEDED_LINKS[0]!.id + n)),
  bios: range(ASSIGNABLE).map((n) => SEEDED_BIOS[n] ?? page(SEEDED_BIOS[0]!.id + n)),
};

function page(id: number) {
  return { id, title: `Page ${id}`, link: `https://link.example/${id}` };
}

/** Properties without the hidden input, which a test pins in one place: `objects/check.test.ts`. */
export function withoutEntry({ [ENTRY]: _, ...rest }: Props = {}): Props {
  return rest;
}

export class World {
  readonly emulator: Emulator;
  readonly clock: VirtualClock;
  readonly #processes: Process[] = [];

  private constructor(emulator: Emulator, clock: VirtualClock) {
    this.emulator = emulator;
    this.clock = clock;
  }

  static async start(dialect: Partial<Dialect> = {}, options: EmulatorOptions = {}): Promise<World> {
    const clock = new VirtualClock({ autoAdvance: true });
    return new World(await startEmulator({ clock, dialect, accounts: [ACME], ...options }), clock);
  }

  /** The account of the default key, without the API. */
  get account() {
    return this.emulator.store.account("acme");
  }

  /** @param settings stack config, by the name after `link-management:` */
  process(settings: Record<string, string> = {}, transport?: Transport): Process {
    const process = new Process(
      this,
      { baseUrl: this.emulator.url, apiKey: DEMO_KEY, ...settings },
      transport,
    );
    this.#processes.push(process);
    return process;
  }

  records(kind: Kind): Records {
    return new Records(this.account, kind);
  }

  assignments(kind: Kind): Assignments {
    return new Assignments(this.account, kind);
  }

  /** All requests since the log was cleared. */
  requests(): string[] {
    return this.emulator.log.map(({ method, path }) => `${method} ${path}`);
  }

  /** Those that changed the account. */
  changes(): string[] {
    return this.emulator.log.filter((entry) => entry.changes).map(({ method, path }) => `${method} ${path}`);
  }

  /** Bodies of the requests that changed the account. */
  bodies(): Props[] {
    return this.emulator.log.filter((entry) => entry.changes).map(({ body }) => body as Props);
  }

  /** Fails if a message, an error or the emulator's log contains a secret. */
  async end(): Promise<void> {
    const scan = new SecretsScan(SECRETS);
    for (const process of this.#processes) {
      await process.provider.close();
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
  /** The same, with the resource that the engine shows each message for. */
  readonly logged: { readonly text: string; readonly urn?: string }[] = [];
  /** What the handlers threw. */
  readonly errors: string[] = [];
  readonly provider: ProviderProcess;
  readonly #handlers = new Map<string, Handler>();
  #entries = 0;

  constructor(world: World, settings: Record<string, string>, transport: Transport | undefined) {
    const log = (text: string, urn?: string) => {
      this.messages.push(text);
      this.logged.push({ text, ...(urn !== undefined && { urn }) });
    };
    this.provider = new ProviderProcess({
      log: { info: log, warn: log },
      env: {},
      session: { clock: world.clock, ...(transport && { transport }) },
    });
    for (const { definition } of registry) {
      const handler = createHandler(definition, this.provider);
      void handler.configure({ config: { get: (name) => settings[name.replace(/^link-management:/, "")] } });
      this.#handlers.set(definition.handler, collectingErrors(handler, this.errors));
    }
  }

  of(handler: string): Handler {
    const found = this.#handlers.get(handler);
    if (!found) throw new Error(`no handler ${handler}`);
    return found;
  }

  /** The arguments of an entry as a program sends them. Each call is a new entry, unless the request names one. */
  inputs(handler: string, args: Props, request: Partial<EntryRequest> = {}): Props {
    const entry = `${handler} ${++this.#entries}`;
    return { ...args, [ENTRY]: toText({ entry, isPreview: false, accounts: [], ...request }) };
  }

  /** Checks a new entry as in an update. */
  check(handler: string, args: Props, request?: Partial<EntryRequest>): Promise<CheckResult> {
    return this.of(handler).check({}, this.inputs(handler, args, request));
  }

  /** Checks a new entry as in a preview. */
  async preview(handler: string, args: Props, request: Partial<EntryRequest> = {}): Promise<Preview> {
    const result = await this.check(handler, args, { isPreview: true, ...request });
    return { ...result, plan: planOf(result.inputs) };
  }

  /** Why a preview rejects a new entry. */
  async collision(
    handler: string,
    args: Props,
    request?: Partial<EntryRequest>,
  ): Promise<Collision | undefined> {
    const preview = await this.preview(handler, args, request);
    throwFailures(preview);
    return preview.plan.collision;
  }

  /** Creates an object as the engine does: check, then create with the inputs that check returned. */
  async create(handler: string, args: Props, request?: Partial<EntryRequest>): Promise<State> {
    const checked = await this.check(handler, args, request);
    throwFailures(checked);
    const { inputs } = checked;
    return { ...(await this.of(handler).create(inputs)), inputs };
  }

  /** What a refresh makes of a state. `undefined` if the object is gone. */
  async refresh(handler: string, { id, outs, inputs }: State): Promise<Required<State> | undefined> {
    const read = await this.of(handler).read(id, outs);
    if (read.id === "") return undefined;
    const kept = inputs ?? managedOf(definitionOf(handler), outs);
    // The engine keeps the inputs of the state if the provider returns none.
    return { id: read.id, outs: read.props ?? {}, inputs: read.inputs ?? kept };
  }

  /** Compares an existing resource with the program: check, then diff. */
  async diff(
    handler: string,
    state: State,
    args: Props,
    request?: Partial<EntryRequest>,
  ): Promise<DiffResult & { readonly inputs: Props }> {
    const inputs = await this.#checkExisting(handler, state, args, request);
    return { ...(await this.of(handler).diff(state.id, state.outs, inputs)), inputs };
  }

  /** `changes: undefined` lets the engine compare the inputs: something changes. */
  async hasChanges(handler: string, state: State, args: Props): Promise<boolean> {
    return (await this.diff(handler, state, args)).changes !== false;
  }

  /** Updates an object as the engine does after a diff: check, then update. */
  async update(handler: string, state: State, args: Props): Promise<State> {
    const inputs = await this.#checkExisting(handler, state, args);
    const { outs } = await this.of(handler).update(state.id, state.outs, inputs);
    return { id: state.id, outs, inputs };
  }

  async delete(handler: string, { id, outs }: State): Promise<void> {
    await this.of(handler).delete(id, outs);
  }

  async #checkExisting(
    handler: string,
    { outs, inputs = managedOf(definitionOf(handler), outs) }: State,
    args: Props,
    request?: Partial<EntryRequest>,
  ): Promise<Props> {
    const checked = await this.of(handler).check(inputs, this.inputs(handler, args, request));
    throwFailures(checked);
    return checked.inputs;
  }
}

/** As the engine does: a check with failures stops the run. */
export function throwFailures({ failures }: CheckResult): void {
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
}

function definitionOf(handler: string) {
  return registry.find(({ definition }) => definition.handler === handler)!.definition;
}

/** A handler whose errors are collected. */
function collectingErrors(handler: Handler, errors: string[]): Handler {
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

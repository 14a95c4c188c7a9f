// A stack on the simulated engine: `preview`, `up`, `refresh` and `destroy`, as a user runs them. Programs run with the real
// SDK, config files with the real loader, and every phase has a provider process of its own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Transport } from "../../src/api/transport";
import { loadProgram } from "../../src/config/build/load-stack";
import type { Props } from "../../src/kind/definition";
import { Deployment, type DeploymentOptions, type Operation, type Step } from "./engine/deployment";
import { createMonitor } from "./engine/monitor";
import { runProgram as runProgramOfUser } from "./engine/program-run";
import { startProvider } from "./engine/provider";
import { label, type Recorded, State } from "./engine/state";
import type { VirtualClock } from "./virtual-clock";

/** The text of the config file, several files by their path, or a program. */
export type Config = string | Readonly<Record<string, string>> | (() => unknown);

export interface StackOptions {
  readonly name: string;
  readonly clock: VirtualClock;
  /** The stack config, by the name after `link-management:`. */
  readonly config: Readonly<Record<string, string>>;
  /** Called with every message and error, and what becomes of the state. */
  readonly onMessage: (message: string) => void;
}

export interface CommandOptions {
  /** Reads the account before the program runs. @default false */
  readonly refresh?: boolean;
  /** `--run-program`. A refresh and a destroy run the program of the last preview or up. @default false */
  readonly runProgram?: boolean;
  /** Labels such as `Pixel ads`: `--replace`. */
  readonly replace?: readonly string[];
  /** Labels such as `Pixel ads`: `--target`. */
  readonly target?: readonly string[];
  /** As `target`: `--exclude`. */
  readonly exclude?: readonly string[];
  /** @default true */
  readonly preview?: boolean;
  /** Steps at the same time. @default 8, as the CLI on 2 cores */
  readonly parallel?: number;
  /** The stack config of this command, in addition. */
  readonly config?: Readonly<Record<string, string>>;
  /** Variables of the environment that the provider sees, in addition. */
  readonly env?: Readonly<Record<string, string>>;
  /** Wraps the transport of the provider in the phase that changes the account. */
  readonly wrap?: (real: Transport) => Transport;
  /** Resolves when the command is killed. The state is what it is then. */
  readonly killed?: Promise<void>;
  /** Resolves at Ctrl-C. */
  readonly canceled?: Promise<void>;
  /** Runs before each step of an update. */
  readonly beforeStep?: () => Promise<void>;
}

/** What a user sees of a command. */
export class Run {
  readonly messages: string[] = [];
  readonly steps: Step[] = [];
  outputs: Props = {};

  /** Such as `update Channel spring: color`, sorted. What stays the same is not in it, nor is what is only read. */
  get changes(): string[] {
    const changed = this.steps.filter(({ operation }) => operation !== "same" && operation !== "read");
    const lines = changed.map(({ operation, label, changed }) => {
      const names = changed.filter((name) => !name.startsWith("__"));
      return `${operation} ${label}${names.length > 0 ? `: ${names.join(", ")}` : ""}`;
    });
    return lines.sort();
  }

  /** Labels of the resources with an operation. */
  with(operation: Operation): string[] {
    return this.steps.filter((step) => step.operation === operation).map((step) => step.label);
  }

  get text(): string {
    return this.messages.join("\n");
  }
}

/** A command that failed: exit code other than 0. The message has all errors. */
export class CommandFailed extends Error {
  constructor(
    message: string,
    readonly run: Run,
  ) {
    super(message);
    this.name = "CommandFailed";
  }
}

export class Killed extends Error {
  override readonly name = "Killed";
}

type Phase = "preview" | "update" | "refresh" | "destroy";

export class Stack {
  readonly name: string;
  #state = new State();
  readonly #options: StackOptions;
  #folder: string | undefined;
  /** The config of the last update, which a refresh and a destroy use. */
  #lastConfig: Readonly<Record<string, string>> = {};
  #lastProgram: Config = () => {};

  constructor(options: StackOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** @throws CommandFailed, Killed */
  preview(config: Config, options: CommandOptions = {}): Promise<Run> {
    return this.#run("preview", config, options);
  }

  /** A preview, then the update. @throws CommandFailed, Killed */
  async up(config: Config, options: CommandOptions = {}): Promise<Run> {
    const { preview = true, killed: _, wrap: __, canceled: ___, ...others } = options;
    if (preview) await this.#run("preview", config, others);
    return this.#run("update", config, options);
  }

  /** @throws CommandFailed, Killed */
  refresh(options: CommandOptions = {}): Promise<Run> {
    return this.#run("refresh", () => {}, options);
  }

  /** What `refresh --preview-only` shows: the state stays as it is. @throws CommandFailed */
  async drift(options: CommandOptions = {}): Promise<Run> {
    const state = this.#state;
    this.#state = state.copy();
    try {
      return await this.refresh(options);
    } finally {
      this.#state = state;
    }
  }

  /** @throws CommandFailed, Killed */
  destroy(options: CommandOptions = {}): Promise<Run> {
    return this.#run("destroy", () => {}, options);
  }

  /** Id by label, such as `{ "Pixel ads": "101" }`, without what is pending deletion. */
  get ids(): Record<string, string> {
    return Object.fromEntries(this.resources.map((resource) => [label(resource), resource.id]));
  }

  /** Managed and read resources of this package, without what is pending deletion. */
  get resources(): readonly Recorded[] {
    return this.#state.resources.filter(({ custom, isPendingDelete }) => custom && !isPendingDelete);
  }

  get pendingDeletes(): readonly Recorded[] {
    return this.#state.resources.filter(({ isPendingDelete }) => isPendingDelete);
  }

  /** `pulumi state delete`. @param of a label such as `Pixel ads` */
  forget(of: string): void {
    const found = this.resources.find((resource) => label(resource) === of);
    if (!found) throw new Error(`the state has no ${of}`);
    this.#state.remove(found);
  }

  /** `pulumi stack export` and `import` into this stack. */
  restore(stack: Stack): void {
    this.#state = stack.#state.copy();
    this.#lastConfig = stack.#lastConfig;
  }

  /** What `pulumi stack export` would show, to change it. */
  get state(): State {
    return this.#state;
  }

  /** The project. */
  get folder(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), "link-management-"));
    return this.#folder;
  }

  removeFolder(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(phase: Phase, config: Config, options: CommandOptions): Promise<Run> {
    const { killed } = options;
    const run = new Run();
    const state = phase === "preview" ? this.#state.copy() : this.#state;
    const command = this.#execute(phase, config, state, run, options);
    if (!killed) return command;
    const ended = command.then(
      () => true,
      () => true,
    );
    if (await Promise.race([ended, killed.then(() => false)])) return command;
    this.#state = state.copy();
    throw new Killed("killed");
  }

  async #execute(
    phase: Phase,
    config: Config,
    state: State,
    run: Run,
    options: CommandOptions,
  ): Promise<Run> {
    const { clock } = this.#options;
    const hasProgram = phase === "preview" || phase === "update";
    // The engine starts no provider then.
    if (!hasProgram && state.resources.length === 0) return run;
    if (hasProgram) this.#lastProgram = config;
    if (phase === "update") this.#lastConfig = { ...this.#options.config, ...options.config };
    const stackConfig = qualified(
      hasProgram ? { ...this.#options.config, ...options.config } : this.#lastConfig,
    );
    const log = (severity: string, message: string) => {
      run.messages.push(severity === "info" ? message : `${severity}: ${message}`);
      this.#options.onMessage(message);
    };
    const { env = {}, parallel = 8, refresh = phase === "refresh", runProgram = false } = options;
    const wrap = phase !== "preview" && options.wrap;
    const provider = startProvider({ clock, config: stackConfig, log, env, ...(wrap && { wrap }) });
    const deployment = new Deployment({
      ...options,
      ...{ state, provider, log, parallel },
      isPreview: phase === "preview",
      goal: phase === "preview" ? "update" : phase,
      refreshesRegistered: refresh && runProgram,
    });
    void options.canceled?.then(() => deployment.cancel());
    const work = this.#work(phase, deployment, stackConfig, log, options);
    await Promise.race([work.catch((error: Error) => deployment.fail(error.message)), deployment.stopped]);
    await deployment.settled();
    await provider.end();
    run.steps.push(...deployment.steps);
    run.outputs = deployment.outputs;
    for (const error of deployment.errors) this.#options.onMessage(error);
    if (deployment.errors.length > 0) throw new CommandFailed(deployment.errors.join("\n"), run);
    return run;
  }

  async #work(
    phase: Phase,
    deployment: Deployment,
    stackConfig: Readonly<Record<string, string>>,
    log: DeploymentOptions["log"],
    { refresh = phase === "refresh", runProgram = false }: CommandOptions,
  ): Promise<void> {
    const isRefreshedFirst = refresh && !runProgram;
    if (isRefreshedFirst) await deployment.refresh();
    if (phase === "refresh" && !runProgram) return;
    if (phase === "destroy" && !runProgram) return deployment.deleteRest(true);
    const names = { stack: this.name, project: "shop" };
    await runProgramOfUser(this.#programOf(this.#lastProgram), {
      ...names,
      monitor: createMonitor(names, deployment),
      isPreview: phase === "preview",
      config: stackConfig,
      secretKeys: ["link-management:apiKey", "shop:secret"],
      log,
      session: { clock: this.#options.clock },
    });
    // An update deletes what the program no longer has, without a read.
    if (refresh && !isRefreshedFirst && phase !== "update") await deployment.refresh();
    if (phase !== "refresh") await deployment.deleteRest(phase === "destroy");
  }

  /** A config file needs no code: the program of the package loads it. */
  #programOf(config: Config): () => unknown {
    if (typeof config === "function") return config;
    const { folder } = this;
    const files = typeof config === "string" ? { "link-management.yaml": config } : config;
    for (const [path, text] of Object.entries({ "Pulumi.yaml": "name: shop\nruntime: nodejs\n", ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return () => loadProgram({ folder });
  }
}

/** Names without a namespace are settings of this package. */
function qualified(config: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(config);
  return Object.fromEntries(
    entries.map(([name, value]) => [name.includes(":") ? name : `link-management:${name}`, value]),
  );
}

// A stack on the simulated engine: `preview`, `up`, `refresh` and `destroy`, as a user runs them. Programs run with the real
// SDK, config files with the real loader, and every phase has a provider process of its own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Transport } from "../../src/api/transport";
import { loadProgram } from "../../src/config/build/load-stack";
import type { Props } from "../../src/kind/definition";
import { Deployment, type DeploymentOptions, type Step } from "./engine/deployment";
import { createMonitor } from "./engine/monitor";
import { runProgram } from "./engine/program-run";
import { startProvider } from "./engine/provider";
import { label, type Recorded, State } from "./engine/state";
import type { VirtualClock } from "./virtual-clock";

/** The text of the config file, several files by their path, or a program. */
export type Config = string | Readonly<Record<string, string>> | (() => unknown);

type StackConfig = Readonly<Record<string, string>>;

export interface StackOptions {
  readonly name: string;
  readonly clock: VirtualClock;
  /** The stack config, by the name after `link-management:`. */
  readonly config: StackConfig;
  /** Called with every message and error, and what becomes of the state. */
  readonly onMessage: (message: string) => void;
}

/** `--replace` and `--target` take labels such as `Pixel ads`. */
export interface CommandOptions extends Pick<DeploymentOptions, "replace" | "target"> {
  /** Reads the account before the program runs. @default false */
  readonly refresh?: boolean;
  /** @default true */
  readonly preview?: boolean;
  /** Steps at the same time. @default 8, as the CLI on 2 cores */
  readonly parallel?: number;
  /** The stack config of this command, in addition. */
  readonly config?: StackConfig;
  /** Variables of the environment that the provider sees, in addition. */
  readonly env?: Readonly<Record<string, string>>;
  /** Wraps the transport of the provider in the phase that changes the account. */
  readonly wrap?: (real: Transport) => Transport;
  /** Resolves when the command is killed. The state is what it is then. */
  readonly killed?: Promise<void>;
  /** Resolves at Ctrl-C. */
  readonly canceled?: Promise<void>;
}

/** What a user sees of a command. */
export class Run {
  readonly messages: string[] = [];
  steps: readonly Step[] = [];
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
  with(operation: Step["operation"]): string[] {
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
  #lastConfig: StackConfig = {};

  constructor(options: StackOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** @throws CommandFailed, Killed */
  preview(config: Config, options: CommandOptions = {}): Promise<Run> {
    return this.#run("preview", options, config);
  }

  /** A preview, then the update. @throws CommandFailed, Killed */
  async up(config: Config, options: CommandOptions = {}): Promise<Run> {
    const { preview = true, killed: _, canceled: __, ...others } = options;
    if (preview) await this.#run("preview", others, config);
    return this.#run("update", options, config);
  }

  /** @throws CommandFailed, Killed */
  refresh(options: CommandOptions = {}): Promise<Run> {
    return this.#run("refresh", options);
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
    return this.#run("destroy", options);
  }

  /** Id by label, such as `{ "Pixel ads": "101" }`, without what is pending deletion. */
  get ids(): Record<string, string> {
    return Object.fromEntries(this.resources.map((resource) => [label(resource), resource.id]));
  }

  /** Managed and read resources, without what is pending deletion. */
  get resources(): readonly Recorded[] {
    return this.#state.resources.filter(({ pending }) => pending !== "delete");
  }

  get pendingDeletes(): readonly Recorded[] {
    return this.#state.resources.filter(({ pending }) => pending === "delete");
  }

  /** `pulumi state delete`. @param of a label such as `Pixel ads` */
  forget(of: string): void {
    const found = this.resources.find((resource) => label(resource) === of);
    if (!found) throw new Error(`the state has no ${of}`);
    this.#state.remove(found);
  }

  /** The project. */
  get folder(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), "link-management-"));
    return this.#folder;
  }

  removeFolder(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(phase: Phase, options: CommandOptions, config?: Config): Promise<Run> {
    const state = phase === "preview" ? this.#state.copy() : this.#state;
    const command = this.#execute(phase, state, options, config);
    if (!options.killed) return command;
    const kill = options.killed.then(() => {
      throw new Killed("killed");
    });
    // What loses the race may fail later.
    for (const end of [command, kill]) end.catch(() => {});
    try {
      return await Promise.race([command, kill]);
    } catch (error) {
      if (error instanceof Killed) this.#state = state.copy();
      throw error;
    }
  }

  async #execute(phase: Phase, state: State, options: CommandOptions, config?: Config): Promise<Run> {
    const run = new Run();
    // The engine starts no provider then.
    if (config === undefined && state.resources.length === 0) return run;
    const { clock, onMessage } = this.#options;
    const settings = Object.entries({ ...this.#options.config, ...options.config });
    const ownConfig = Object.fromEntries(settings.map(([name, one]) => [`link-management:${name}`, one]));
    if (phase === "update") this.#lastConfig = ownConfig;
    const stackConfig = config === undefined ? this.#lastConfig : ownConfig;
    const log = (severity: "info" | "warning" | "error", message: string) => {
      run.messages.push(severity === "info" ? message : `${severity}: ${message}`);
      onMessage(message);
    };
    const { env = {}, parallel = 8, refresh = phase === "refresh", wrap } = options;
    const isPreview = phase === "preview";
    const provider = startProvider({
      ...{ clock, config: stackConfig, log, env },
      ...(!isPreview && wrap && { wrap }),
    });
    const deployment = new Deployment({ ...options, state, provider, parallel, isPreview });
    void options.canceled?.then(() => deployment.cancel());
    const work = async () => {
      if (refresh) await deployment.refresh();
      if (config !== undefined) {
        const names = { stack: this.name, project: "shop" };
        await runProgram(this.#programOf(config), {
          ...names,
          monitor: createMonitor(names, deployment),
          isPreview,
          config: stackConfig,
          secretKeys: ["link-management:apiKey"],
          log,
          session: { clock },
        });
      }
      if (phase !== "refresh") await deployment.deleteRest(phase === "destroy");
    };
    await Promise.race([work().catch((error: Error) => deployment.fail(error.message)), deployment.stopped]);
    await deployment.settled();
    await provider.end();
    Object.assign(run, { steps: deployment.steps, outputs: deployment.outputs });
    for (const error of deployment.errors) onMessage(error);
    if (deployment.errors.length > 0) throw new CommandFailed(deployment.errors.join("\n"), run);
    return run;
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

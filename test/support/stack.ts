// A stack on the simulated engine: `preview`, `up`, `refresh` and `destroy`, as a user runs them. Programs run with the real
// SDK, config files with the real loader, and every phase has a provider process of its own.
import { mkdirSync, writeFileSync } from "node:fs";
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

interface StackOptions {
  readonly name: string;
  /** The project. */
  readonly folder: string;
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
  readonly killed?: Promise<unknown>;
  /** Resolves at Ctrl-C. */
  readonly canceled?: Promise<unknown>;
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

/** A command that failed: exit code other than 0. The message has all errors, or is `killed`. */
export class CommandFailed extends Error {
  constructor(
    message: string,
    readonly run: Run,
  ) {
    super(message);
  }
}

type Phase = "preview" | "update" | "refresh" | "destroy";

export class Stack {
  #state = new State();
  readonly #options: StackOptions;
  /** The config of the last update, which a refresh and a destroy use. */
  #lastConfig: StackConfig = {};

  constructor(options: StackOptions) {
    this.#options = options;
  }

  /** @throws CommandFailed, as all commands */
  preview(config: Config, options: CommandOptions = {}): Promise<Run> {
    return this.#execute("preview", this.#state.copy(), options, config);
  }

  /** A preview, then the update. */
  async up(config: Config, options: CommandOptions = {}): Promise<Run> {
    const { preview = true, killed: _, canceled: __, ...others } = options;
    if (preview) await this.preview(config, others);
    return this.#run("update", options, config);
  }

  refresh(options: CommandOptions = {}): Promise<Run> {
    return this.#run("refresh", options);
  }

  /** What `refresh --preview-only` shows: the state stays as it is. */
  drift(options: CommandOptions = {}): Promise<Run> {
    return this.#execute("refresh", this.#state.copy(), options);
  }

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

  get folder(): string {
    return this.#options.folder;
  }

  /** `pulumi state delete`. @param of a label such as `Pixel ads` */
  forget(of: string): void {
    const found = this.resources.find((resource) => label(resource) === of);
    if (!found) throw new Error(`the state has no ${of}`);
    this.#state.remove(found);
  }

  async #run(phase: Phase, options: CommandOptions, config?: Config): Promise<Run> {
    const command = this.#execute(phase, this.#state, options, config);
    const run = await (options.killed ? Promise.race([command, options.killed]) : command);
    if (run instanceof Run) return run;
    this.#state = this.#state.copy();
    throw new CommandFailed("killed", new Run());
  }

  async #execute(phase: Phase, state: State, options: CommandOptions, config?: Config): Promise<Run> {
    const run = new Run();
    // The engine starts no provider then.
    if (config === undefined && state.resources.length === 0) return run;
    const { name, clock, onMessage } = this.#options;
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
    const around = !isPreview && wrap && { wrap };
    const provider = startProvider({ clock, config: stackConfig, log, env, ...around });
    const deployment = new Deployment({ ...options, state, provider, parallel, isPreview });
    void options.canceled?.then(() => deployment.cancel());
    const work = async () => {
      if (refresh) await deployment.refresh();
      if (config !== undefined) {
        const names = { stack: name, project: "shop" };
        await runProgram(this.#programOf(config), {
          ...names,
          monitor: createMonitor(names, deployment),
          isPreview,
          config: stackConfig,
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

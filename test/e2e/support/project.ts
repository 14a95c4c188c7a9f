// A Pulumi project in its own folder, with its own backend and its own service, driven by the real CLI.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import { DEMO_KEY, type Emulator, type ServiceOptions, startEmulator } from "../../support/emulator";
import { Faults } from "../../support/faults";
import { temporaryFolder } from "../../support/temporary-folder";

export const packageRoot = resolve(__dirname, "../../..");

/** The type of a resource of either door, up to its kind. */
const OURS = /(?:pulumi-nodejs:dynamic\/link-management|link-management:index):/;

/** The config file as an object. */
export type Config = Record<string, unknown>;

export interface ProjectOptions extends ServiceOptions {
  /** Contents by path. With index.js the project is a program, without it a config file. */
  files?: Record<string, string>;
  config?: Config;
  /** Variables in addition. */
  env?: NodeJS.ProcessEnv;
}

export interface Run {
  code: number | string;
  /** stdout and stderr, interleaved. */
  output: string;
}

interface ResourceState {
  urn: string;
  type: string;
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
}

export class Project {
  private constructor(
    readonly folder: string,
    readonly service: Emulator,
    readonly faults: Faults,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Without a rate limit, unless the options have one. Removed at the end of the test. */
  static async create({ files = {}, config, env, ...options }: ProjectOptions = {}): Promise<Project> {
    // With a space, as in many home folders.
    const folder = temporaryFolder("link management ");
    const faults = new Faults();
    const service = await startEmulator({ rateLimit: 100_000, intercept: faults.intercept, ...options });
    onTestFinished(() => service.close());
    const project = new Project(folder, service, faults, {
      ...environment(folder, service.url),
      ...env,
    });
    await mkdir(join(folder, "node_modules/@pulumi"), { recursive: true });
    await mkdir(join(folder, ".state"));
    await mkdir(join(folder, ".tmp"));
    await symlink(packageRoot, join(folder, "node_modules/pulumi-link-management"));
    await symlink(
      join(packageRoot, "node_modules/@pulumi/pulumi"),
      join(folder, "node_modules/@pulumi/pulumi"),
    );
    const main = "index.js" in files ? "index.js" : "node_modules/pulumi-link-management/dist/program.js";
    await project.write({
      "Pulumi.yaml": "name: test\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "package.json": JSON.stringify({ main }),
      ...files,
    });
    if (config) await project.config(config);
    await project.ok("stack", "init", "test");
    return project;
  }

  async write(files: Record<string, string>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(this.folder, path)), { recursive: true });
      await writeFile(join(this.folder, path), content);
    }
  }

  /** Writes the config file. */
  config(config: Config | string): Promise<void> {
    return this.write({ "link-management.yaml": typeof config === "string" ? config : stringify(config) });
  }

  /** Starts a command of the CLI in its own process group, as a terminal does. */
  start(...args: string[]): Command {
    return new Command(["pulumi", ...args, "--non-interactive", "--color", "never"], this.folder, this.env);
  }

  pulumi(...args: string[]): Promise<Run> {
    return this.start(...args).ended;
  }

  /** Runs a command that must succeed. */
  async ok(...args: string[]): Promise<string> {
    const { code, output } = await this.pulumi(...args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${output}`);
    return output;
  }

  /** Runs a command of the package. */
  command(...args: string[]): Promise<Run> {
    const main = join(packageRoot, "dist/commands/main.js");
    return new Command([process.execPath, main, ...args], this.folder, this.env).ended;
  }

  /** The resources of this package in the state, by `Type name`. */
  async state(): Promise<Record<string, ResourceState>> {
    const { deployment } = JSON.parse(await this.ok("stack", "export"));
    const all: ResourceState[] = deployment.resources ?? [];
    const ours = all.filter(({ type }) => OURS.test(type));
    return Object.fromEntries(
      ours.map((one) => [`${one.type.split(":").at(-1)} ${one.urn.split("::").at(-1)}`, one]),
    );
  }

  /** What a preview would do, such as "create Pixel ads". */
  async plan(...options: string[]): Promise<string[]> {
    const steps: { op: string; urn: string }[] = JSON.parse(
      await this.ok("preview", "--json", ...options),
    ).steps;
    const ours = steps.filter(({ op, urn }) => op !== "same" && OURS.test(urn));
    return ours.map(({ op, urn }) => `${op} ${urn.split(OURS).at(-1)!.replace("::", " ")}`).sort();
  }

  /** The requests since the log was cleared that changed an account. Clears the log. */
  writes(): string[] {
    const writes = this.service.log.filter(({ changes }) => changes);
    this.service.clearLog();
    return writes.map(({ method, path }) => `${method} ${path}`);
  }
}

export class Command {
  readonly pid: number;
  readonly ended: Promise<Run>;
  #output = "";
  #onOutput = () => {};
  #isRunning = true;

  constructor([file = "", ...args]: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    this.pid = child.pid!;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        this.#output += chunk;
        this.#onOutput();
      });
    }
    this.ended = once(child, "close").then(([code, signal]) => {
      this.#isRunning = false;
      return { code: code ?? signal, output: this.#output };
    });
  }

  /** Sends a signal to the command and what it started, as Ctrl-C in a terminal does, unless it has ended. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    if (this.#isRunning) process.kill(-this.pid, signal);
    await this.ended;
  }

  /** Resolves when the output contains `text`. Rejects if the process ends before. */
  async printed(text: string | RegExp): Promise<void> {
    const found = new Promise<void>((resolve) => {
      this.#onOutput = () => this.#output.match(text) && resolve();
      this.#onOutput();
    });
    const ended = this.ended.then(({ code, output }) => {
      throw new Error(`ended with ${code} without printing ${text}:\n${output}`);
    });
    await Promise.race([found, ended]);
  }
}

/** Without the user's own settings. The CLI of tools/ensure-pulumi.mjs comes first on PATH. */
export function environment(folder: string, url: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(LINK_MANAGEMENT|PULUMI_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    PATH: `${process.env.PULUMI_TEST_BIN}:${process.env.PATH}`,
    PULUMI_HOME: join(folder, ".home"),
    // A killed engine may leave an empty metadata file, which makes its checkpoint unreadable.
    PULUMI_BACKEND_URL: `file://${join(folder, ".state")}?metadata=skip`,
    PULUMI_CONFIG_PASSPHRASE: "choose-one",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    LINK_MANAGEMENT_BASE_URL: url,
    LINK_MANAGEMENT_API_KEY: DEMO_KEY,
    // The language host leaves its pipes behind. They are removed with the folder.
    TMPDIR: join(folder, ".tmp"),
  };
}

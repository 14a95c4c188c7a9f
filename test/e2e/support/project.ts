// A Pulumi project in its own folder, with its own backend and its own service, driven by the real CLI.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
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
}

export class Project {
  private constructor(
    readonly folder: string,
    readonly service: Emulator,
    readonly faults: Faults,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Removed at the end of the test. */
  static async create({ files = {}, config, env, ...options }: ProjectOptions = {}): Promise<Project> {
    // With a space, as in many home folders.
    const folder = temporaryFolder("link management ");
    const { faults, service } = await startService(options);
    const project = new Project(folder, service, faults, {
      ...environment(folder, service.url),
      ...env,
    });
    for (const name of [".state", ".tmp"]) await mkdir(join(folder, name));
    await linkPackages(join(folder, "node_modules"));
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

  write(files: Readonly<Record<string, string>>): Promise<void> {
    return writeFiles(this.folder, files);
  }

  /** Writes the config file. */
  config(config: Config): Promise<void> {
    return this.write({ "link-management.yaml": stringify(config) });
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

  /** The requests since the log was cleared that changed an account. Clears the log. */
  writes(): string[] {
    const writes = this.service.log.filter(({ changes }) => changes);
    this.service.clearLog();
    return writes.map(({ method, path }) => `${method} ${path}`);
  }
}

/** Without a rate limit, unless the options have one. Ends at the end of the test. */
export async function startService(options: ServiceOptions) {
  const faults = new Faults();
  const service = await startEmulator({ rateLimit: 100_000, intercept: faults.intercept, ...options });
  onTestFinished(() => service.close());
  return { faults, service };
}

/** Links this package, the SDK and the CLI into a folder `node_modules`. */
export async function linkPackages(modules: string): Promise<void> {
  const links = {
    "pulumi-link-management": ".",
    "@pulumi/pulumi": "node_modules/@pulumi/pulumi",
    ".bin/pulumi": join(process.env.PULUMI_TEST_BIN!, "pulumi"),
    ".bin/pulumi-link-management": "dist/commands/main.js",
  };
  for (const [name, target] of Object.entries(links)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(resolve(packageRoot, target), join(modules, name));
  }
  await chmod(join(packageRoot, "dist/commands/main.js"), 0o755);
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
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

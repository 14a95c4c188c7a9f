// A Pulumi project in its own folder with its own backend, driven by the real CLI.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { DEMO_KEY, type Emulator, type EmulatorOptions } from "../../../src/emulator/index";
import type { FolderExceptions } from "../../support/secrets-scan";
import { startEmulator } from "./emulator";
import { packageRoot } from "./package-root";
import { scanFolder, scanOutput } from "./scan-artifacts";

export { packageRoot } from "./package-root";

export interface Run {
  code: number;
  /** stdout and stderr, interleaved. */
  output: string;
  /** For JSON. */
  stdout: string;
}

export interface ProjectOptions {
  /** Contents by path. With index.js the project is a program, without it the config file's loader. */
  files: Record<string, string>;
  emulator?: EmulatorOptions;
  /** Path of the node_modules to use, or what installs them into the folder. @default links to the repository */
  modules?: string | ((folder: string) => Promise<unknown>);
}

/** Most tests run without a rate limit. */
const NO_LIMIT = { rateLimit: 100_000 };

export class Project {
  /** Files that the tests wrote, by path. */
  readonly #sources = new Map<string, string>();
  /** Values set with `pulumi config set` without --secret. The CLI writes them to its files in plain text. */
  readonly #plainConfigValues = new Set<string>();

  private constructor(
    readonly folder: string,
    readonly emulator: Emulator,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static async create({ files, emulator: options, modules }: ProjectOptions): Promise<Project> {
    const folder = await mkdtemp(join(tmpdir(), "link-management-"));
    const emulator = await startEmulator({ ...NO_LIMIT, ...options });
    const env = {
      ...cliEnvironment(),
      // Without metadata files: a killed engine may leave an empty one, which makes its checkpoint unreadable.
      PULUMI_BACKEND_URL: `file://${join(folder, ".state")}?metadata=skip`,
      LINK_MANAGEMENT_BASE_URL: emulator.url,
      LINK_MANAGEMENT_API_KEY: DEMO_KEY,
      LINK_MANAGEMENT_SETTLE_TIME: "0",
      // Some versions of the language host leave their pipes behind. They are removed with the folder.
      TMPDIR: join(folder, ".tmp"),
    };
    await mkdir(join(folder, ".tmp"));
    const project = new Project(folder, emulator, env);
    await mkdir(join(folder, ".state"));
    if (modules === undefined) {
      await mkdir(join(folder, "node_modules"));
      await symlink(packageRoot, join(folder, "node_modules/pulumi-link-management"));
      await symlink(join(packageRoot, "node_modules/@pulumi"), join(folder, "node_modules/@pulumi"));
    } else if (typeof modules === "string") {
      await symlink(modules, join(folder, "node_modules"));
    }
    const isProgram = "index.js" in files;
    await project.write({
      "Pulumi.yaml": "name: test\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
      "package.json": JSON.stringify({
        main: isProgram ? "index.js" : "node_modules/pulumi-link-management/dist/program.js",
      }),
      ...files,
    });
    if (typeof modules === "function") await modules(folder);
    await project.pulumi("stack", "init", "test");
    return project;
  }

  async write(files: Record<string, string>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      this.#sources.set(normalize(path), content);
    }
  }

  /** Writes the config file. */
  async config(yaml: string): Promise<void> {
    await this.write({ "link-management.yaml": yaml });
  }

  /** Runs a command that must succeed. */
  async pulumi(...args: string[]): Promise<string> {
    const { code, output } = await this.try(...args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} failed with exit code ${code}:\n${output}`);
    return output;
  }

  /** Runs a command that may fail. */
  async try(...args: string[]): Promise<Run> {
    const [command, action] = args;
    if (command === "config" && action === "set" && !args.includes("--secret")) {
      this.#plainConfigValues.add(args.at(-1) ?? "");
    }
    return run(["pulumi", ...args, "--non-interactive", "--color", "never"], this.folder, this.env);
  }

  /** The stack's state from `pulumi stack export`, with encrypted secrets. */
  async state(): Promise<StackState> {
    const { deployment } = JSON.parse(await this.pulumi("stack", "export"));
    return deployment;
  }

  /** The state of one resource. */
  async resource(type: string, name: string): Promise<ResourceState> {
    const urn = `dynamic/link-management:${type}::${name}`;
    const resource = (await this.state()).resources?.find((candidate) => candidate.urn.endsWith(urn));
    if (!resource) throw new Error(`the state has no ${type} "${name}"`);
    return resource;
  }

  /** The writing requests since the log was cleared. */
  changes(): string[] {
    return this.emulator.log.filter((entry) => entry.changes).map(({ method, path }) => `${method} ${path}`);
  }

  /** Secrets that are allowed in the folder. */
  get exceptions(): FolderExceptions {
    return { sources: this.#sources, allowedSecrets: this.#plainConfigValues };
  }

  async remove(): Promise<void> {
    await this.emulator.close();
    await scanFolder(this.folder, this.exceptions);
    await rm(this.folder, { recursive: true, force: true });
  }
}

export interface ResourceState {
  urn: string;
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  protect?: boolean;
}

export interface StackState {
  resources?: ResourceState[];
}

/** The environment of every CLI process: the CLI of tools/ensure-pulumi first on PATH, without the user's settings. */
export function cliEnvironment(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(LINK_MANAGEMENT|PULUMI_(?!HOME))/.test(name)),
  );
  return {
    ...env,
    PATH: `${process.env.PULUMI_TEST_BIN}:${process.env.PATH}`,
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

export async function run(command: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Run> {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let stdout = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      if (stream === child.stdout) stdout += chunk;
    });
  }
  const [code] = await once(child, "close");
  scanOutput(command, output);
  return { code: code ?? -1, output, stdout };
}

export const readText = (path: string): Promise<string> => readFile(path, "utf8");

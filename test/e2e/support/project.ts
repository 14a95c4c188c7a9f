// A Pulumi project in a folder of its own, with a backend of its own, driven by the real CLI.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { DEMO_KEY, type Emulator, type EmulatorOptions } from "../../../src/emulator/index";
import type { FolderExceptions } from "../../support/secrets-scan";
import { startEmulator } from "./emulator";
import { leaveFolder, leaveOutput } from "./leavings";
import { packageRoot } from "./package-root";

export { packageRoot } from "./package-root";

export interface Run {
  code: number;
  /** Standard output and standard error, as they came. */
  output: string;
  /** Standard output alone, for what is written as JSON. */
  stdout: string;
}

export interface ProjectOptions {
  /** Contents by path; link-management.yaml makes a code-free project, index.js a program. */
  files: Record<string, string>;
  emulator?: EmulatorOptions;
  /** A node_modules to use in place of the repository. */
  modules?: string;
}

/** The rate limit of most tests is out of the way; those about it set their own. */
const NO_LIMIT = { rateLimit: 100_000 };

export class Project {
  /** What the tests wrote, by path. */
  readonly #sources = new Map<string, string>();
  /** What a user gave the CLI as plain config, which it keeps in plain in its own files. */
  readonly #plainConfig = new Set<string>();

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
      // Without metadata files: a killed engine may leave an empty one, and then cannot read its checkpoint any more.
      PULUMI_BACKEND_URL: `file://${join(folder, ".state")}?metadata=skip`,
      LINK_MANAGEMENT_BASE_URL: emulator.url,
      LINK_MANAGEMENT_API_KEY: DEMO_KEY,
      LINK_MANAGEMENT_SETTLE_TIME: "0",
      // The language host of some versions leaves its pipes behind; here they go with the folder.
      TMPDIR: join(folder, ".tmp"),
    };
    await mkdir(join(folder, ".tmp"));
    const project = new Project(folder, emulator, env);
    await mkdir(join(folder, ".state"));
    if (modules === undefined) {
      await mkdir(join(folder, "node_modules"));
      await symlink(packageRoot, join(folder, "node_modules/pulumi-link-management"));
      await symlink(join(packageRoot, "node_modules/@pulumi"), join(folder, "node_modules/@pulumi"));
    } else {
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

  /** Rewrites the config file. */
  async config(yaml: string): Promise<void> {
    await this.write({ "link-management.yaml": yaml });
  }

  /** Runs a command that must succeed. */
  async pulumi(...args: string[]): Promise<string> {
    const { code, output } = await this.try(...args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with exit code ${code}:\n${output}`);
    return output;
  }

  /** Runs a command that may fail. */
  async try(...args: string[]): Promise<Run> {
    const [command, action] = args;
    if (command === "config" && action === "set" && !args.includes("--secret")) {
      this.#plainConfig.add(args.at(-1) ?? "");
    }
    return run(["pulumi", ...args, "--non-interactive", "--color", "never"], this.folder, this.env);
  }

  /** The stack's state, as `pulumi stack export` has it (secrets encrypted). */
  async state(): Promise<StackState> {
    const { deployment } = JSON.parse(await this.pulumi("stack", "export"));
    return deployment;
  }

  /** The state of one resource. */
  async resource(type: string, name: string): Promise<ResourceState> {
    const urn = `dynamic/link-management:${type}::${name}`;
    const found = (await this.state()).resources?.find((resource) => resource.urn.endsWith(urn));
    if (!found) throw new Error(`no ${type} "${name}" in the state`);
    return found;
  }

  /** The requests since the log was cleared that changed something. */
  changes(): string[] {
    return this.emulator.log.filter((entry) => entry.changes).map(({ method, path }) => `${method} ${path}`);
  }

  /** What in its folder is no leak although it holds a secret. */
  get exceptions(): FolderExceptions {
    return { sources: this.#sources, known: this.#plainConfig };
  }

  async remove(): Promise<void> {
    await this.emulator.close();
    await leaveFolder(this.folder, this.exceptions);
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

/** The environment of every CLI process: the CLI of tools/ensure-pulumi first, nothing of the user's own. */
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
  leaveOutput(command, output);
  return { code: code ?? -1, output, stdout };
}

export const readText = (path: string): Promise<string> => readFile(path, "utf8");

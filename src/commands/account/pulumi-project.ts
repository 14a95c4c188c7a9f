// What a command learns from the Pulumi CLI about the selected stack of a project: its config and its state. The CLI
// decrypts the config. Programs and providers never run the CLI.
import { type ExecFileException, execFile } from "node:child_process";
import { dirname } from "node:path";
import { ApiError } from "../../api/errors";
import { sanitize } from "../../api/sanitize";
import { projectFile } from "../../config/source/source-file";
import type { ConfigValue } from "../../config/yaml/expressions";
import type { Props } from "../../kind/definition";

/** The config or the state of the stack cannot be read. */
export class PulumiError extends ApiError {}

/** A resource in the state of the stack. Its secrets are encrypted. */
export interface RecordedResource {
  readonly type: string;
  /** The last part of its URN. */
  readonly name: string;
  /** The id of its object. */
  readonly id: string;
  readonly outputs: Props;
  /** The next update deletes its object: another one has replaced it. */
  readonly isLeaving: boolean;
}

export class PulumiProject {
  readonly folder: string;
  readonly #stack: readonly string[];
  #config: Promise<ReadonlyMap<string, ConfigValue>> | undefined;
  #resources: Promise<readonly RecordedResource[]> | undefined;

  /**
   * The project of a folder. `undefined` if there is no Pulumi.yaml in it or above.
   * @param stack @default the selected stack
   */
  static at(folder: string, stack?: string): PulumiProject | undefined {
    const file = projectFile(folder);
    return file === undefined ? undefined : new PulumiProject(file, stack);
  }

  private constructor(file: string, stack: string | undefined) {
    this.folder = dirname(file);
    this.#stack = stack === undefined ? [] : [`--stack=${stack}`];
  }

  /**
   * The stack config, with decrypted secrets.
   * @returns values by key with namespace
   * @throws PulumiError without a stack, a login or the passphrase
   */
  config(): Promise<ReadonlyMap<string, ConfigValue>> {
    this.#config ??= this.#readConfig();
    return this.#config;
  }

  /** The resources in the state. Needs no passphrase. @throws PulumiError */
  resources(): Promise<readonly RecordedResource[]> {
    this.#resources ??= this.#readResources();
    return this.#resources;
  }

  async #readConfig(): Promise<ReadonlyMap<string, ConfigValue>> {
    const values = await this.#json("config", "--show-secrets", "--json");
    return new Map(
      Object.entries(values as Record<string, { value?: unknown; secret?: unknown }>).map(
        ([key, { value, secret }]) => [key, { value: String(value ?? ""), isSecret: secret === true }],
      ),
    );
  }

  async #readResources(): Promise<readonly RecordedResource[]> {
    const { deployment } = (await this.#json("stack", "export")) as { deployment?: { resources?: Props[] } };
    return (deployment?.resources ?? [])
      .filter((resource) => resource.custom === true)
      .map(({ type, urn, id, outputs, delete: isLeaving }) => ({
        type: String(type),
        name: String(urn).split("::").at(-1)!,
        id: String(id ?? ""),
        outputs: (outputs ?? {}) as Props,
        isLeaving: isLeaving === true,
      }));
  }

  async #json(...args: string[]): Promise<unknown> {
    const output = await runPulumi([...args, ...this.#stack, "--non-interactive"], this.folder);
    try {
      return JSON.parse(output);
    } catch {
      throw new PulumiError(`pulumi ${args[0]}: the output is not JSON`);
    }
  }
}

/** The state of a large stack has some 10 MB. */
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/** @returns its standard output. @throws PulumiError */
function runPulumi(args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    const options = { cwd: folder, env, maxBuffer: MAX_OUTPUT_BYTES };
    const child = execFile("pulumi", args, options, (error, stdout, stderr) => {
      if (error) reject(new PulumiError(problemOf(error, stderr)));
      else resolve(stdout);
    });
    // Without a terminal, the CLI asks nothing.
    child.stdin?.end();
  });
}

/** What the CLI printed as its error, or else everything that it printed. */
function problemOf(error: ExecFileException, stderr: string): string {
  if (error.code === "ENOENT") return "the command `pulumi` is not installed, or not in the PATH";
  const [line = ""] = stderr.split("\n").filter((one) => one.startsWith("error: "));
  return sanitize(line.replace("error: ", "") || stderr || error.message);
}

// What a command learns from the Pulumi CLI about a stack: its config, its state and its preview. Only this file starts the
// CLI, which decrypts the config. Programs and providers never run it.
import { type ChildProcessByStdio, type ExecFileException, execFile, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { ApiError } from "../../api/errors";
import { sanitize } from "../../api/sanitize";
import { Secrets } from "../../api/secrets";
import type { AccountSession } from "../../api/session";
import { IN_REVIEW } from "../../api/settings";
import type { ConfigValue } from "../../config/yaml/expressions";
import { TYPE_PREFIX } from "../../engine/provider-source";
import type { Props } from "../../kind/definition";
import { resourceName } from "../../kind/entry";
import { metadataOf } from "../../kind/state";

/** Values by key with namespace. */
export type StackConfig = ReadonlyMap<string, ConfigValue>;

/** A resource of this package in the state of a stack. */
export type ManagedObject = ReturnType<typeof recordOf>;

export const NO_CLI = "the command `pulumi` is not installed, or not in the PATH";

/** The state of a large stack has some 10 MB. */
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

export interface StackOptions {
  /** As the CLI takes it, such as `acme/links/prod`. @default the selected one */
  readonly stack?: string | undefined;
  /** In place of Pulumi.<stack>.yaml. */
  readonly configFile?: string | undefined;
}

/** A stack of the project in the working folder, where the CLI runs: options and variables may have relative paths. */
export class Stack {
  readonly #stack: readonly string[];
  readonly #configFile: readonly string[];

  constructor({ stack, configFile }: StackOptions) {
    this.#stack = [...(stack === undefined ? [] : [`--stack=${stack}`]), "--non-interactive"];
    this.#configFile = configFile === undefined ? [] : [`--config-file=${configFile}`];
  }

  /** A preview that refreshes, as a process of its own group. It prints events. @param options of the command */
  preview(options: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
    const args = ["preview", "--refresh", "--json", ...this.#stack, ...this.#configFile, ...options];
    return spawn("pulumi", args, {
      env: { ...environment(), PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "1", [IN_REVIEW]: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      // A terminal signals every process of its group, and the CLI must get one signal, not two.
      detached: true,
    });
  }

  /** With decrypted secrets. @throws ApiError without a stack, a login or the passphrase */
  async config(): Promise<StackConfig> {
    const values = (await this.#json("config", "--show-secrets", "--json", ...this.#configFile)) as Record<
      string,
      Props
    >;
    return new Map(
      Object.entries(values).map(([key, { value, secret }]) => [
        key,
        { value: String(value ?? ""), isSecret: secret === true },
      ]),
    );
  }

  /**
   * The objects in the state, without those that a program only reads. Needs no passphrase.
   * @param session of the account that the stack must have: an id is another object on another account
   * @throws ApiError; WrongAccountError
   */
  async managed(session: AccountSession): Promise<readonly ManagedObject[]> {
    const { deployment } = (await this.#json("stack", "export")) as { deployment?: { resources?: Props[] } };
    const recorded = (deployment?.resources ?? [])
      .filter(({ custom, type }) => custom === true && String(type).startsWith(TYPE_PREFIX))
      .map(recordOf)
      .filter(({ metadata }) => !metadata.external);
    if (recorded.length > 0) await session.guard(...recorded.map(({ metadata }) => metadata.account));
    return recorded;
  }

  /** What a command of the CLI prints. */
  async #json(...args: string[]): Promise<unknown> {
    const options = { env: environment(), maxBuffer: MAX_OUTPUT_BYTES };
    try {
      const { stdout } = await promisify(execFile)("pulumi", [...args, ...this.#stack], options);
      return JSON.parse(stdout);
    } catch (error) {
      throw new ApiError(problemOf(error as ExecFileException));
    }
  }
}

/** Without what changes the output or the plan of any command. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("PULUMI_OPTION_"));
  return { ...Object.fromEntries(own), PULUMI_SKIP_UPDATE_CHECK: "true" };
}

function recordOf({ type, urn, id, outputs }: Props) {
  return {
    type: String(type).slice(TYPE_PREFIX.length),
    name: resourceName(String(urn)),
    id: String(id ?? ""),
    metadata: metadataOf((outputs ?? {}) as Props),
  };
}

function problemOf({ code, stderr, message }: ExecFileException): string {
  if (code === "ENOENT") return NO_CLI;
  // Before it is cut: half a password would stay.
  return sanitize(Secrets.of(process.env).hide(stderr?.trim() || message));
}

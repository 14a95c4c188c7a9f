// What a command learns from the Pulumi CLI about a stack: its config and its state. The CLI decrypts the config. Programs
// and providers never run the CLI.
import { type ExecFileException, execFile } from "node:child_process";
import { promisify } from "node:util";
import { ApiError } from "../../api/errors";
import { sanitize } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import type { ConfigValue } from "../../config/yaml/expressions";
import type { Props } from "../../kind/definition";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { METADATA, metadataOf } from "../../kind/state";

/** The config or the state of the stack cannot be read. */
export class PulumiError extends ApiError {}

/** Values by key with namespace. */
export type StackConfig = ReadonlyMap<string, ConfigValue>;

/** A resource of this package in the state of a stack. */
export interface ManagedObject {
  /** Such as `Channel`. */
  readonly type: string;
  /** The last part of its URN: its key in the config. */
  readonly name: string;
  readonly id: string;
}

/** The state of a large stack has some 10 MB. */
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

export class Stack {
  readonly #folder: string;
  readonly #options: readonly string[];

  /**
   * @param folder of the project
   * @param name @default the selected stack
   */
  constructor(folder: string, name: string | undefined) {
    this.#folder = folder;
    this.#options = [...(name === undefined ? [] : [`--stack=${name}`]), "--non-interactive"];
  }

  /** With decrypted secrets. @throws PulumiError without a stack, a login or the passphrase */
  async config(): Promise<StackConfig> {
    const values = (await this.#json("config", "--show-secrets", "--json")) as Record<string, Props>;
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
   * @throws PulumiError; WrongAccountError
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
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    const options = { cwd: this.#folder, env, maxBuffer: MAX_OUTPUT_BYTES };
    try {
      const { stdout } = await promisify(execFile)("pulumi", [...args, ...this.#options], options);
      return JSON.parse(stdout);
    } catch (error) {
      if (error instanceof SyntaxError) throw new PulumiError(`pulumi ${args[0]}: the output is not JSON`);
      throw new PulumiError(problemOf(error as ExecFileException));
    }
  }
}

function recordOf({ type, urn, id, outputs }: Props) {
  const values = (outputs ?? {}) as Props;
  // A user declared it as secret, so only the engine can decrypt it.
  const isSecret = typeof values[METADATA] === "object";
  return {
    type: String(type).slice(TYPE_PREFIX.length),
    name: String(urn).split("::").at(-1)!,
    id: String(id ?? ""),
    metadata: isSecret ? {} : metadataOf(values),
  };
}

/** What the CLI printed as its error, or else everything that it printed. */
function problemOf({ code, stderr = "", message }: ExecFileException): string {
  if (code === "ENOENT") return "the command `pulumi` is not installed, or not in the PATH";
  const line = stderr.split("\n").find((one) => one.startsWith("error: "));
  return sanitize(line?.replace("error: ", "") || stderr || message);
}

// The project in the working folder, for every command: its stack, its config file, its settings and its account, as `pulumi`
// finds them.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import * as path from "node:path";
import { parse } from "yaml";
import { SettingsError } from "../../api/errors";
import { Secrets } from "../../api/secrets";
import { AccountSession } from "../../api/session";
import { API_KEY, NAMESPACE, needsConfig, rejectPlainKey, resolveSettings } from "../../api/settings";
import { FileSchema } from "../../config/schema/file-schema";
import type { Source } from "../../config/source/source";
import {
  ConfigFileError,
  DEFAULT_FILE,
  projectFile,
  projectFolder,
  readConfigFile,
} from "../../config/source/source-file";
import { type ReadResult, readConfig } from "../../config/validate/read-config";
import type { ExternalValues } from "../../config/yaml/expressions";
import { definitions } from "../../resources/definitions";
import { CommandError, note } from "../command";
import { Stack, type StackConfig, type StackOptions } from "./stack";

const FILE = `${NAMESPACE}:file`;

type Values = Readonly<Record<string, unknown>>;

export class Project {
  /** Asks the CLI. */
  readonly stack: Stack;
  /** Pulumi.yaml. `undefined` without one. */
  readonly file = projectFile(process.cwd());
  readonly folder = projectFolder(process.cwd());
  readonly #settings: Values = this.file === undefined ? {} : yamlIn(this.file);
  readonly #options: StackOptions;

  constructor({ stack = process.env.PULUMI_OPTION_STACK || undefined, configFile }: StackOptions = {}) {
    this.#options = { stack, configFile };
    this.stack = new Stack(this.#options);
  }

  /**
   * The config file that `pulumi up` of the stack reads. Without the CLI: no name of a file is secret.
   * @throws ConfigFileError; NoConfigFileError if there is nothing to read; CommandError if nobody says which stack it is
   */
  configFile(): Source {
    const { main } = this.#settings;
    const program = path.resolve(this.folder, typeof main === "string" ? main : ".");
    // The folder in which Pulumi runs the program. A file of it may not be built yet.
    const isFolder = statSync(program, { throwIfNoEntry: false })?.isDirectory();
    return readConfigFile(isFolder ? program : path.dirname(program), this.configFileName());
  }

  /**
   * Reads a config as `pulumi up` does, with everything that it includes. Without the classes of the kinds, which load the SDK.
   * @param values those of `${…}`. @default they stay unknown
   */
  read(source: Source, values?: ExternalValues): ReadResult {
    return readConfig(source, new FileSchema(definitions), this.folder, values);
  }

  /** Its name, whether it exists or not: as the stack has it, else all stacks. @throws ConfigFileError; CommandError */
  configFileName(): string {
    if (process.env.LINK_MANAGEMENT_FILE) return process.env.LINK_MANAGEMENT_FILE;
    const ofProject = this.file && fileIn(this.file, this.#settings);
    const names = new Set(this.#stackFiles().map((file) => fileIn(file, yamlIn(file)) ?? ofProject));
    if (names.size > 1)
      throw new CommandError(
        `the stacks have different config files. Name one with --stack: ${this.#stackNames()}`,
      );
    return (names.size === 0 ? ofProject : [...names][0]) ?? DEFAULT_FILE;
  }

  /**
   * Runs a command that uses the account. Sends nothing by itself. The settings are those of a program: the environment takes
   * precedence over the stack config, which is only read if the key or the address is missing in the environment.
   * @throws SettingsError; what `action` throws
   */
  async withSession<T>(action: (session: AccountSession) => Promise<T>): Promise<T> {
    const config = await this.#neededConfig();
    rejectPlainKey(config?.get(API_KEY));
    const settings = resolveSettings((name) => config?.get(`${NAMESPACE}:${name}`)?.value, process.env);
    const session = new AccountSession(settings, { secrets: Secrets.of(process.env), log: note });
    try {
      return await action(session);
    } finally {
      await session.close();
    }
  }

  /** @throws SettingsError if a setting is missing and the stack config cannot be read */
  async #neededConfig(): Promise<StackConfig | undefined> {
    if (!needsConfig(process.env) || this.file === undefined) return undefined;
    return this.stack.config().catch(({ message }: Error) => {
      const missing = "LINK_MANAGEMENT_API_KEY or LINK_MANAGEMENT_BASE_URL is not set";
      throw new SettingsError(`${missing}, and the stack config cannot be read: ${message}`);
    });
  }

  /** The settings file of the stack, or those of all stacks if none is named. @throws CommandError for a stack without one */
  #stackFiles(): readonly string[] {
    const { stack = process.env.PULUMI_STACK, configFile } = this.#options;
    if (configFile !== undefined) return [path.resolve(configFile)];
    const all = this.#settingsFiles();
    if (!stack || all.size === 0) return [...all.values()];
    // Of a name such as acme/links/prod, the file has the last part.
    const file = all.get(stack.split("/").at(-1)!);
    if (file !== undefined) return [file];
    throw new CommandError(`no file has settings of the stack ${stack}: ${this.#stackNames()}`);
  }

  /** By stack. The files have the ending of the project's own. */
  #settingsFiles(): ReadonlyMap<string, string> {
    const { stackConfigDir } = this.#settings;
    const folder = path.resolve(this.folder, typeof stackConfigDir === "string" ? stackConfigDir : ".");
    const ending = path.extname(this.file ?? "Pulumi.yaml");
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const files = names.filter((name) => name.startsWith("Pulumi.") && name.endsWith(ending));
    const stacks = files.map((name) => name.slice("Pulumi.".length, -ending.length));
    return new Map(
      stacks.flatMap((stack, at) => (stack === "" ? [] : [[stack, path.join(folder, files[at]!)]])),
    );
  }

  #stackNames(): string {
    return [...this.#settingsFiles().keys()].sort().join(", ");
  }
}

/** Pulumi reports its own errors in a file. */
function yamlIn(file: string): Values {
  try {
    return objectIn(parse(readFileSync(file, "utf8"), { logLevel: "silent" }));
  } catch {
    return {};
  }
}

/** @throws ConfigFileError if it is no text */
function fileIn(file: string, { config }: Values): string | undefined {
  const setting = objectIn(config)[FILE];
  const value = Object.hasOwn(objectIn(setting), "value") ? objectIn(setting).value : setting;
  if (typeof value === "string") return value;
  if (setting === undefined || setting === null) return undefined;
  throw new ConfigFileError(`${path.basename(file)}: ${FILE} must be the path of a file, as plain text`);
}

function objectIn(value: unknown): Values {
  return typeof value === "object" && value !== null ? (value as Values) : {};
}

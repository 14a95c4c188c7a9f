// The project in the working folder, for every command: its stack, its config file and its settings, as `pulumi` finds them.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import * as path from "node:path";
import { parse } from "yaml";
import { NAMESPACE } from "../../api/settings";
import type { Source } from "../../config/source/source";
import {
  ConfigFileError,
  DEFAULT_FILE,
  NoConfigFileError,
  projectFile,
  projectFolder,
  readConfigFile,
} from "../../config/source/source-file";
import { CommandError } from "../command";
import { Stack, type StackOptions } from "./stack";

const FILE = `${NAMESPACE}:file`;

export class Project {
  /** Asks the CLI. */
  readonly stack: Stack;
  /** Pulumi.yaml. `undefined` without one. */
  readonly file: string | undefined;
  readonly #folder: string;
  readonly #settings: Readonly<Record<string, unknown>>;
  readonly #options: StackOptions;

  constructor({ stack = process.env.PULUMI_OPTION_STACK || undefined, configFile }: StackOptions = {}) {
    this.file = projectFile(process.cwd());
    this.#folder = projectFolder(process.cwd());
    this.#settings = this.file === undefined ? {} : yamlIn(this.file);
    this.#options = { stack, configFile };
    this.stack = new Stack(this.#options);
  }

  /**
   * The config file that `pulumi up` of the stack reads. Without the CLI: no name of a file is secret.
   * @throws ConfigFileError; NoConfigFileError if there is nothing to read; CommandError if nobody says which stack it is
   */
  configFile(): Source {
    return readConfigFile(this.#programFolder(), this.configFileName());
  }

  /** Its name, whether it exists or not. @throws ConfigFileError; CommandError */
  configFileName(): string {
    return process.env.LINK_MANAGEMENT_FILE || this.#fileSetting() || DEFAULT_FILE;
  }

  /** `undefined` if there is nothing to read. @throws ConfigFileError */
  existingConfigFile(): Source | undefined {
    return existing(() => this.configFile());
  }

  /** The folder in which Pulumi runs the program: that of Pulumi.yaml, or of the folder or file that its `main` names. */
  #programFolder(): string {
    const { main } = this.#settings;
    const program = path.resolve(this.#folder, typeof main === "string" ? main : ".");
    // A file may not be built yet.
    return statSync(program, { throwIfNoEntry: false })?.isDirectory() ? program : path.dirname(program);
  }

  /** Of the stack, else of all stacks. */
  #fileSetting(): string | undefined {
    const ofProject = this.file && fileIn(this.file, this.#settings);
    const names = new Set(this.#stackFiles().map((file) => fileIn(file, yamlIn(file)) ?? ofProject));
    if (names.size > 1)
      throw new CommandError(
        `the stacks have different config files. Name one with --stack: ${this.#list()}`,
      );
    return names.size === 0 ? ofProject : [...names][0];
  }

  /** The settings file of the stack, or those of all stacks if none is named. @throws CommandError for a stack without one */
  #stackFiles(): readonly string[] {
    const { stack = process.env.PULUMI_STACK, configFile } = this.#options;
    if (configFile !== undefined) return [path.resolve(configFile)];
    const all = this.#settingsFiles();
    if (!stack || all.size === 0) return [...all.values()];
    // Of a name such as acme/links/prod, the file has the last part.
    const file = all.get(stack.split("/").at(-1)!);
    if (file === undefined)
      throw new CommandError(`no file has settings of the stack ${stack}: ${this.#list()}`);
    return [file];
  }

  /** By stack. The files have the ending of the project's own. */
  #settingsFiles(): ReadonlyMap<string, string> {
    const { stackConfigDir } = this.#settings;
    const folder = path.resolve(this.#folder, typeof stackConfigDir === "string" ? stackConfigDir : ".");
    const ending = path.extname(this.file ?? "Pulumi.yaml");
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const stacks = names.filter(
      (name) =>
        name.startsWith("Pulumi.") && name.endsWith(ending) && name.length > `Pulumi.${ending}`.length,
    );
    return new Map(
      stacks.map((name) => [name.slice("Pulumi.".length, -ending.length), path.join(folder, name)]),
    );
  }

  #list(): string {
    return [...this.#settingsFiles().keys()].sort().join(", ");
  }
}

/** `undefined` if a file is missing. @throws ConfigFileError for another problem */
export function existing(find: () => Source): Source | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof NoConfigFileError) return undefined;
    throw error;
  }
}

/** Pulumi reports its own errors in a file. */
function yamlIn(file: string): Readonly<Record<string, unknown>> {
  try {
    return objectIn(parse(readFileSync(file, "utf8"), { logLevel: "silent" }));
  } catch {
    return {};
  }
}

/** @throws ConfigFileError if it is no text */
function fileIn(file: string, { config }: Readonly<Record<string, unknown>>): string | undefined {
  const setting = objectIn(config)[FILE];
  const value = typeof setting === "object" && setting !== null ? objectIn(setting).value : setting;
  if (typeof value === "string" || setting === undefined || setting === null)
    return value as string | undefined;
  throw new ConfigFileError(`${path.basename(file)}: ${FILE} must be the path of a file, as plain text`);
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

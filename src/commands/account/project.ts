// The project in the working folder, for every command: its config file, its stack, its settings.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import * as path from "node:path";
import { parse } from "yaml";
import { NAMESPACE } from "../../api/settings";
import type { Source } from "../../config/source/source";
import {
  ConfigFileError,
  NoConfigFileError,
  projectFile,
  projectFolder,
  readConfigFile,
} from "../../config/source/source-file";
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
    this.stack = new Stack(this.#folder, this.#options);
  }

  /**
   * The config file that `pulumi up` of the stack reads. Without the CLI: no name of a file is secret.
   * @throws ConfigFileError; NoConfigFileError if there is nothing to read
   */
  configFile(): Source {
    const name = process.env.LINK_MANAGEMENT_FILE || this.#fileSetting();
    return readConfigFile(this.#programFolder(), name);
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
    const file = this.#stackFile();
    const ofStack = file && fileIn(file, yamlIn(file));
    return ofStack ?? (this.file && fileIn(this.file, this.#settings));
  }

  /** The config file of the stack, or of the only one that has any. */
  #stackFile(): string | undefined {
    const { stack = process.env.PULUMI_STACK, configFile } = this.#options;
    if (configFile !== undefined) return path.resolve(this.#folder, configFile);
    const { stackConfigDir } = this.#settings;
    const folder = path.resolve(this.#folder, typeof stackConfigDir === "string" ? stackConfigDir : ".");
    const all = existsSync(folder) ? readdirSync(folder).filter(isStackFile) : [];
    // Of a name such as acme/links/prod, the file has the last part.
    const isOfStack = (name: string) => !stack || name === `Pulumi.${stack.split("/").at(-1)}.yaml`;
    const [name, ...others] = all.filter(isOfStack);
    return name === undefined || others.length > 0 ? undefined : path.join(folder, name);
  }
}

const isStackFile = (name: string) => /^Pulumi\.[^.]+\.yaml$/.test(name);

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

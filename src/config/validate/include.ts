// `include:`: collects the files of a config.
import { INCLUDE } from "../schema/loader-fields";
import type { ProjectFiles } from "../source/project-files";
import type { Source } from "../source/source";
import { ConfigFileError } from "../source/source-file";
import { EXPRESSION_START } from "../yaml/expressions";
import type { ConfigNode } from "../yaml/tree";
import { type ConfigFile, type FileContext, readTree } from "./config-file";

export interface ConfigFiles {
  /** The first file, then the included ones by name. */
  readonly files: readonly ConfigFile[];
  /** Whether all of them could be read and parsed completely. Otherwise no key can be reported as missing. */
  readonly isComplete: boolean;
}

/** Reads a file and everything that it includes, each file once. */
export function collectFiles(
  first: Source,
  files: ProjectFiles | undefined,
  context: FileContext,
): ConfigFiles {
  return new FileCollector(files, context).collect(first);
}

class FileCollector {
  readonly #files: ProjectFiles | undefined;
  readonly #context: FileContext;
  readonly #collected = new Map<string, ConfigFile>();
  #isComplete = true;

  constructor(files: ProjectFiles | undefined, context: FileContext) {
    this.#files = files;
    this.#context = context;
  }

  collect(first: Source): ConfigFiles {
    this.#add(first);
    // The loop also visits the files that it adds.
    for (const file of this.#collected.values())
      for (const node of globsOf(file.root)) this.#follow(node, file);
    const [root, ...included] = this.#collected.values();
    included.sort((a, b) => (a.source.file < b.source.file ? -1 : 1));
    return { files: [root!, ...included], isComplete: this.#isComplete };
  }

  #add(source: Source): void {
    const file = readTree(source, this.#context);
    this.#isComplete &&= !file.isBroken && file.root?.children.get(INCLUDE)?.isValid !== false;
    this.#collected.set(source.file, file);
  }

  #follow(node: ConfigNode, file: ConfigFile): void {
    const glob = String(node.value);
    if (!node.isValid) return;
    if (glob.includes(EXPRESSION_START)) {
      const help = "the files of a config must be the same in every environment";
      this.#error(node, file, "a glob cannot contain ${…}", help);
    } else if (glob.startsWith("!")) {
      const help = "list the files that belong to the config";
      this.#error(node, file, 'a glob cannot start with "!" to exclude files', help);
    } else {
      this.#reportFileErrors(node, file, () => this.#addMatches(glob, node, file));
    }
  }

  #addMatches(glob: string, node: ConfigNode, file: ConfigFile): void {
    const names = this.#files?.matching(glob, file.source.file) ?? [];
    if (names.length === 0) {
      const help = "paths are relative to this file, such as brands/*.yaml; ** matches folders of any depth";
      this.#error(node, file, "no file matches this path", help);
    }
    for (const name of names) {
      if (this.#collected.has(name)) continue;
      this.#reportFileErrors(node, file, () => this.#add(this.#files!.read(name)));
    }
  }

  #reportFileErrors(node: ConfigNode, file: ConfigFile, action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof ConfigFileError)) throw error;
      this.#error(node, file, error.message);
    }
  }

  /** Nothing of a file with a syntax error is reported. */
  #error(node: ConfigNode, file: ConfigFile, message: string, help?: string): void {
    this.#isComplete = false;
    if (!file.isBroken) node.error("include", `${INCLUDE}: ${message}`, help);
  }
}

function globsOf(root: ConfigNode | undefined): readonly ConfigNode[] {
  const node = root?.children.get(INCLUDE);
  if (!node || node.hasError) return [];
  return [node, ...node.children.values()].filter(({ value }) => typeof value === "string");
}

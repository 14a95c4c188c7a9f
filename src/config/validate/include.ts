// `include:`: collects the files of a config.
import type { Diagnostics } from "../report/diagnostics";
import { INCLUDE } from "../schema/file-schema";
import { quotedWord } from "../source/printable";
import type { ProjectFiles } from "../source/project-files";
import type { Source } from "../source/source";
import { ConfigFileError } from "../source/source-file";
import { EXPRESSION_START } from "../yaml/expressions";
import type { Path } from "../yaml/nodes";
import { ConfigFile, type FileContext } from "./config-file";
import { validateFile } from "./issues";

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
  readonly #diagnostics: Diagnostics;
  readonly #collected = new Map<string, ConfigFile>();
  #isComplete = true;

  constructor(files: ProjectFiles | undefined, context: FileContext) {
    this.#files = files;
    this.#context = context;
    this.#diagnostics = context.diagnostics;
  }

  collect(first: Source): ConfigFiles {
    this.#add(first);
    // The loop also visits the files that it adds.
    for (const file of this.#collected.values())
      for (const { glob, path } of file.includes) this.#follow(glob, path, file);
    const [root, ...included] = this.#collected.values();
    included.sort((a, b) => (a.source.file < b.source.file ? -1 : 1));
    return { files: [root!, ...included], isComplete: this.#isComplete };
  }

  #add(source: Source): void {
    const file = new ConfigFile(source, this.#context);
    if (!file.isBroken) validateFile(file, this.#context.schema);
    this.#isComplete &&= !file.isBroken && file.isValid([INCLUDE]);
    this.#collected.set(source.file, file);
  }

  #follow(glob: string, path: Path, file: ConfigFile): void {
    if (!file.isValid(path)) return;
    if (glob.includes(EXPRESSION_START)) {
      const help = "the files of a config must be the same in every environment";
      this.#error(file, path, "a glob cannot contain ${…}", help);
    } else if (glob.startsWith("!")) {
      const help = "list the files that belong to the config";
      this.#error(file, path, 'a glob cannot start with "!" to exclude files', help);
    } else {
      this.#reportFileErrors(file, path, () => this.#addMatches(glob, path, file));
    }
  }

  #addMatches(glob: string, path: Path, file: ConfigFile): void {
    const names = this.#files?.matching(glob, file.source.file) ?? [];
    if (names.length === 0) {
      const help = "paths are relative to this file, such as brands/*.yaml; ** matches folders of any depth";
      this.#error(file, path, `no file matches ${quotedWord(glob)}`, help);
    }
    for (const name of names) {
      if (this.#collected.has(name)) continue;
      this.#reportFileErrors(file, path, () => this.#add(this.#files!.read(name)));
    }
  }

  #reportFileErrors(file: ConfigFile, path: Path, action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof ConfigFileError)) throw error;
      this.#error(file, path, error.message);
    }
  }

  /** Nothing of a file with a syntax error is reported. */
  #error(file: ConfigFile, path: Path, message: string, help?: string): void {
    this.#isComplete = false;
    if (!file.isBroken)
      this.#diagnostics.error(file.location(path), "include", `${INCLUDE}: ${message}`, help);
  }
}

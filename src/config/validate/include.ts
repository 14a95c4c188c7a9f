// `include:`: collects the files of a config.

import { newBudget } from "../parse/budget";
import { EXPRESSION_START } from "../parse/expressions";
import { type Parsed, parse } from "../parse/parse";
import { isNull, type Pair, plainValue } from "../parse/tree";
import type { Code, Diagnostics, Location } from "../report/diagnostics";
import { INCLUDE } from "../schema/layout";
import { globs, includeSchema } from "../schema/loader-fields";
import { SchemaInspector } from "../schema/schema-inspector";
import { ConfigFileError } from "../source/config-file-error";
import { quotedWord } from "../source/printable";
import type { Files } from "../source/project-files";
import type { Source } from "../source/source";
import { reportSchemaIssues } from "./schema-issues";

const MAX_FILES = 1000;
/** In all files. Each one searches folders. */
const MAX_GLOBS = 100;
/** Of all files together, in UTF-16 units. */
const MAX_TEXT = 20 * 1024 * 1024;

export interface ConfigFile {
  readonly source: Source;
  readonly parsed: Parsed;
}

export interface ConfigFiles {
  /** The first file, then the included ones by name. */
  readonly files: readonly ConfigFile[];
  /** Whether all of them could be read and parsed completely. Otherwise no key can be reported as missing. */
  readonly isComplete: boolean;
}

/** Reads a file and everything that it includes, each file once. */
export function collectFiles(first: Source, files: Files, diagnostics: Diagnostics): ConfigFiles {
  return new FileCollector(files, diagnostics).collect(first);
}

class FileCollector {
  readonly #files: Files;
  readonly #diagnostics: Diagnostics;
  readonly #collected = new Map<string, ConfigFile>();
  readonly #budget = newBudget();
  #textLength = 0;
  #globCount = 0;
  #isComplete = true;
  #isSilent = false;
  /** A limit is reached, so no more files are read. */
  #isFull = false;

  constructor(files: Files, diagnostics: Diagnostics) {
    this.#files = files;
    this.#diagnostics = diagnostics;
  }

  collect(first: Source): ConfigFiles {
    this.#add(this.#files.canonicalName(first.path), first);
    // The loop also visits the files that it adds.
    for (const file of this.#collected.values()) this.#followIncludes(file);
    const [root, ...included] = this.#collected.values();
    included.sort((a, b) => (a.source.path < b.source.path ? -1 : 1));
    return { files: [root!, ...included], isComplete: this.#isComplete };
  }

  #add(name: string, source: Source): void {
    const parsed = parse(source, this.#diagnostics, this.#budget);
    this.#textLength += source.text.length;
    this.#isFull ||= Object.values(this.#budget).some((left) => left < 0);
    this.#isComplete &&= !parsed.isBroken;
    this.#collected.set(name, { source, parsed });
  }

  #followIncludes({ source, parsed }: ConfigFile): void {
    const pair = parsed.root?.pairs.get(INCLUDE);
    if (!pair) return;
    // Nothing else of a file with a syntax error is reported. The files that it names are read all the same.
    this.#isSilent = parsed.isBroken;
    if (!this.#isSilent && !this.#isValid(source, pair)) return;
    const { value } = pair;
    for (const glob of value.kind === "list" ? value.items : [value])
      if (glob.kind === "scalar" && typeof glob.value === "string")
        this.#followGlob(glob.value, { source, range: glob });
  }

  #isValid(source: Source, { keyRange, value }: Pair): boolean {
    const inspector = new SchemaInspector(() => (value.kind === "list" ? globs : includeSchema));
    const { error } = inspector.parse(plainValue(value));
    if (!error) return true;
    const range = value.kind === "scalar" && !isNull(value) ? value : keyRange;
    const subject = { source, node: value, range, label: INCLUDE, inspector };
    reportSchemaIssues(error.issues, subject, this.#diagnostics);
    this.#isComplete = false;
    return false;
  }

  #followGlob(glob: string, location: Location): void {
    if (this.#isFull) return;
    this.#globCount += 1;
    if (this.#globCount > MAX_GLOBS) {
      this.#stop(location, `the config has more than ${MAX_GLOBS} globs`, "use wildcards");
    } else if (glob.includes(EXPRESSION_START)) {
      const help = "the files of a config must be the same in every environment";
      this.#error(location, "a glob cannot contain ${…}", help);
    } else if (glob.startsWith("!")) {
      const help = "list the files that belong to the config";
      this.#error(location, 'a glob cannot start with "!" to exclude files', help);
    } else {
      this.#reportFileErrors(location, () => this.#addMatches(glob, location));
    }
  }

  #addMatches(glob: string, location: Location): void {
    const names = this.#files.matching(glob, location.source.path);
    if (names.length === 0) {
      const help = "paths are relative to this file, such as brands/*.yaml; ** matches folders of any depth";
      this.#error(location, `no file matches ${quotedWord(glob, 200)}`, help);
    }
    for (const name of names) this.#addFile(name, location);
  }

  #addFile(name: string, location: Location): void {
    if (this.#collected.has(name) || this.#isFull) return;
    if (this.#collected.size === MAX_FILES) {
      this.#stop(location, `the config has more than ${MAX_FILES} files`);
      return;
    }
    this.#reportFileErrors(location, () => this.#add(name, this.#files.read(name)));
    if (this.#textLength > MAX_TEXT) {
      this.#stop(location, `the files of the config are larger than ${MAX_TEXT / 1024 / 1024} MiB together`);
    }
  }

  #reportFileErrors(location: Location, action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof ConfigFileError)) throw error;
      this.#error(location, error.message);
    }
  }

  #stop(location: Location, message: string, help?: string): void {
    this.#isFull = true;
    this.#error(location, message, help, "limit");
  }

  #error(location: Location, message: string, help?: string, code: Code = "include"): void {
    this.#isComplete = false;
    if (!this.#isSilent) this.#diagnostics.error(location, code, `${INCLUDE}: ${message}`, help);
  }
}

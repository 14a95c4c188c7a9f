// `include:`: which files make up a config.
import { EXPRESSION_START } from "../parse/interpolation";
import { type Parsed, parse } from "../parse/parse";
import { ParseBudget } from "../parse/parse-budget";
import { isNull, type Pair, plainValue, type ScalarNode } from "../parse/tree";
import type { Diagnostics, Location } from "../report/diagnostics";
import { globs, includeSchema } from "../schema/include-schema";
import { INCLUDE } from "../schema/layout";
import { SchemaInspector } from "../schema/schema-inspector";
import { zodMessage } from "../schema/zod-messages";
import { quoted } from "../source/printable";
import type { Files } from "../source/project-files";
import type { Source } from "../source/source";
import { ConfigFileError } from "../source/source-file";
import { explain } from "./explain";

const MOST_FILES = 1000;
/** Of all files; a file may be named without a wildcard. */
const MOST_GLOBS = MOST_FILES;
/** Names that the globs find in all, each as often as it is found. */
const MOST_FOUND = 10 * MOST_FILES;
/** Of the text of all files, in UTF-16 units. */
const LARGEST = 20 * 1024 * 1024;

/** One file of a config. */
export interface ConfigFile {
  readonly source: Source;
  readonly parsed: Parsed;
}

export interface Collected {
  /** The first file, and the included ones by name. */
  readonly files: readonly ConfigFile[];
  /** Whether all of them could be read to their ends; otherwise nothing can be said to be missing. */
  readonly isComplete: boolean;
}

/** Reads a file and all that it includes, each once. */
export function collectFiles(first: Source, files: Files, diagnostics: Diagnostics): Collected {
  return new Collection(files, diagnostics).run(first);
}

class Collection {
  readonly #files: Files;
  readonly #diagnostics: Diagnostics;
  readonly #read = new Map<string, ConfigFile>();
  readonly #allowance = new ParseBudget();
  #size = 0;
  #globs = 0;
  #found = 0;
  #isComplete = true;
  #isFull = false;

  constructor(files: Files, diagnostics: Diagnostics) {
    this.#files = files;
    this.#diagnostics = diagnostics;
  }

  run(first: Source): Collected {
    this.#add(this.#files.nameOf(first.file), first);
    // Files that are added on the way are gone through as well.
    for (const file of this.#read.values()) this.#includesOf(file);
    const [root, ...included] = this.#read.values();
    included.sort((a, b) => (a.source.file < b.source.file ? -1 : 1));
    return { files: [root!, ...included], isComplete: this.#isComplete };
  }

  #add(name: string, source: Source): void {
    const parsed = parse(source, this.#diagnostics, this.#allowance);
    this.#size += source.text.length;
    this.#isFull ||= this.#allowance.isUsedUp;
    this.#isComplete &&= parsed.soundUntil === Number.POSITIVE_INFINITY;
    this.#read.set(name, { source, parsed });
  }

  #includesOf({ source, parsed }: ConfigFile): void {
    const pair = parsed.root?.pairs.get(INCLUDE);
    if (!pair || pair.value.end > parsed.soundUntil) return;
    if (!this.#isGlobs(source, pair)) return;
    const { value } = pair;
    for (const glob of (value.kind === "list" ? value.items : [value]) as ScalarNode[])
      this.#glob(source, glob);
  }

  #isGlobs(source: Source, { keyRange, value }: Pair): boolean {
    const schema = value.kind === "list" ? globs : includeSchema;
    const { error } = schema.safeParse(plainValue(value), { error: zodMessage });
    if (!error) return true;
    const range = value.kind === "scalar" && !isNull(value) ? value : keyRange;
    const subject = { source, node: value, range, label: INCLUDE, shape: SchemaInspector.of(schema) };
    explain(error.issues, subject, this.#diagnostics);
    this.#isComplete = false;
    return false;
  }

  #glob(source: Source, node: ScalarNode): void {
    if (this.#isFull) return;
    const place = { source, range: node };
    this.#globs += 1;
    if (this.#globs > MOST_GLOBS) {
      this.#isFull = true;
      this.#error(place, `with this a config would have more than ${MOST_GLOBS} globs`);
      return;
    }
    const glob = String(node.value);
    if (glob.includes(EXPRESSION_START)) {
      this.#error(place, "a glob cannot hold a ${…}: which files belong together is the same everywhere");
      return;
    }
    if (glob.startsWith("!")) {
      this.#error(
        place,
        "a glob cannot begin with !, which would leave files out",
        "name the files that belong to the config",
      );
      return;
    }
    this.#orTold(place, () => {
      const names = this.#files.matching(glob, source.file);
      if (names.length === 0) this.#error(place, `there is no file ${quoted(glob, 200)}`, HELP);
      this.#found += names.length;
      for (const name of names) this.#file(name, place);
      if (this.#found <= MOST_FOUND || this.#isFull) return;
      this.#isFull = true;
      this.#error(place, "with this the globs of a config find the same files over and over", "use fewer");
    });
  }

  #file(name: string, place: Location): void {
    if (this.#read.has(name) || this.#isFull) return;
    if (this.#read.size === MOST_FILES) {
      this.#isFull = true;
      this.#error(place, `with this a config would have more than ${MOST_FILES} files`);
      return;
    }
    this.#orTold(place, () => this.#add(name, this.#files.read(name)));
    if (this.#size > LARGEST) {
      this.#isFull = true;
      this.#error(
        place,
        `with this the files of a config are larger than ${LARGEST / 1024 / 1024} MiB together`,
      );
    }
  }

  #orTold(place: Location, action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof ConfigFileError)) throw error;
      this.#error(place, error.message);
    }
  }

  #error(place: Location, message: string, help?: string): void {
    this.#isComplete = false;
    this.#diagnostics.error(place, `${INCLUDE}: ${message}`, help);
  }
}

const HELP =
  "paths are relative to the file that they stand in, such as brands/*.yaml; ** goes through folders";

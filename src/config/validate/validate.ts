// Validates parsed files against the kinds. Reports all errors, and builds the plan.
import { suggest } from "../../api/suggest";
import { describeValue } from "../../kind/schema";
import { EXPRESSION_START } from "../parse/expressions";
import { isNull, type Pair, plainValue } from "../parse/tree";
import { type Code, type Diagnostics, type Location, locationText } from "../report/diagnostics";
import {
  DEFAULTS,
  IGNORED,
  INCLUDE,
  isTopField,
  type Layout,
  MAX_DELETIONS,
  type Section,
} from "../schema/layout";
import {
  type Defaults,
  ENTRY_KEY,
  ENTRY_KEY_RULE,
  MAX_KEY_LENGTH,
  REMOVED_SECTIONS,
} from "../schema/loader-fields";
import { quotedWord } from "../source/printable";
import { Duplicates } from "./duplicates";
import { EntryReader, type ReadEntry } from "./entries";
import { checkReferences, checkRenames, EntryKeys } from "./entry-keys";
import { FieldReader } from "./field-reader";
import type { ConfigFile, ConfigFiles } from "./include";
import type { Shared } from "./members";
import type { Plan, PlannedEntry } from "./plan";

/** The plan must only be used if `diagnostics` has no errors. */
export function validate(
  { files, isComplete }: ConfigFiles,
  layout: Layout,
  diagnostics: Diagnostics,
): Omit<Plan, "file"> {
  const validator = new Validator(layout, diagnostics);
  for (const file of files) validator.add(file);
  return validator.finish(isComplete);
}

class Validator {
  readonly #layout: Layout;
  readonly #diagnostics: Diagnostics;
  readonly #shared: Shared;
  readonly #keys = new EntryKeys();
  readonly #entries: PlannedEntry[] = [];
  /** Where the top-level keys are that may occur only once in all files. */
  readonly #singles = new Map<string, Location>();
  #expectation: Pick<ReadEntry, "expect" | "expectExpressions"> = {};
  #defaults: Defaults = {};
  /** Sections that have entries under a misspelled name. */
  readonly #misspelled = new Set<string>();
  #maxDeletions: Plan["maxDeletions"];

  constructor(layout: Layout, diagnostics: Diagnostics) {
    this.#layout = layout;
    this.#diagnostics = diagnostics;
    this.#shared = {
      diagnostics,
      duplicates: new Duplicates(diagnostics),
      references: [],
      renames: [],
    };
  }

  add(file: ConfigFile): void {
    const reader = new EntryReader(file.source, this.#shared);
    for (const pair of file.parsed.root?.pairs.values() ?? []) {
      const section = this.#layout.sections.get(pair.key);
      if (section) this.#addSection(section, pair, file, reader);
      else if (pair.key === INCLUDE || pair.key.startsWith(IGNORED)) continue;
      else if (!isTopField(pair.key, this.#layout)) this.#reportUnknownSection(pair, file);
      else if (this.#isFirst(pair, file))
        this.#addTopField(pair, new FieldReader(file.source, this.#diagnostics));
    }
  }

  /** @param isComplete whether all keys are known; otherwise references cannot be checked */
  finish(isComplete: boolean): Omit<Plan, "file"> {
    const { references, renames } = this.#shared;
    const { expect, expectExpressions } = this.#expectation;
    if (isComplete) checkReferences(references, this.#keys, this.#misspelled, this.#diagnostics);
    checkRenames(renames, this.#keys, this.#diagnostics);
    return {
      entries: this.#entries,
      defaults: this.#defaults,
      ...(this.#maxDeletions !== undefined && { maxDeletions: this.#maxDeletions }),
      ...(expect && { expect, ...(expectExpressions && { expectExpressions }) }),
    };
  }

  #addTopField(pair: Pair, reader: FieldReader): void {
    const { topFields } = this.#layout;
    if (pair.key === DEFAULTS)
      this.#defaults = (reader.loaderField(topFields[DEFAULTS], pair, DEFAULTS) ?? {}) as Defaults;
    else this.#maxDeletions = reader.loaderField(topFields[MAX_DELETIONS], pair, MAX_DELETIONS);
  }

  #reportUnknownSection(pair: Pair, file: ConfigFile): void {
    const { keys } = this.#layout;
    const message = `unknown section ${quotedWord(pair.key)}`;
    const instead = REMOVED_SECTIONS.get(pair.key);
    if (instead !== undefined) {
      this.#error(pair, file, "unknown-field", message, instead);
      return;
    }
    const suggestion = suggest(pair.key, keys);
    // Nothing refers to the wrong key then: the entries are there, under another name.
    if (suggestion !== undefined) this.#misspelled.add(suggestion);
    if (suggestion === undefined)
      this.#error(pair, file, "unknown-field", message, `allowed: ${keys.join(", ")}`);
    else this.#error(pair, file, "unknown-field", `${message}; did you mean "${suggestion}"?`);
  }

  #addSection(section: Section, pair: Pair, file: ConfigFile, reader: EntryReader): void {
    const { value } = pair;
    if (section.onlyKey !== undefined) {
      if (!this.#isFirst(pair, file)) return;
      const { entry, ...expectation } = reader.read(section, section.onlyKey, pair);
      if (entry) this.#entries.push(entry);
      this.#expectation = expectation;
    } else if (value.kind === "map") {
      for (const inner of value.pairs.values()) this.#addEntry(section, inner, file, reader);
    } else if (!isNull(value)) {
      const message = `${section.name} must be a mapping of keys to entries, not ${describeValue(plainValue(value))}`;
      this.#error(pair, file, "type", message, "give each entry a key of your choice");
    }
  }

  #addEntry(section: Section, pair: Pair, file: ConfigFile, reader: EntryReader): void {
    const { key, keyRange } = pair;
    const { name } = section;
    const first = this.#keys.add(name, key, { source: file.source, range: keyRange });
    if (first) {
      const message = `${name}: duplicate key ${quotedWord(key)}; the first one is at ${locationText(first)}`;
      this.#error(pair, file, "duplicate", message, "keys must be unique across all files");
    }
    if (!this.#isValidKey(pair, section, file) || first) return;
    const { entry } = reader.read(section, key, pair);
    if (entry) this.#entries.push(entry);
  }

  #isFirst(pair: Pair, file: ConfigFile): boolean {
    const { key, keyRange } = pair;
    const first = this.#singles.get(key);
    if (!first) {
      this.#singles.set(key, { source: file.source, range: keyRange });
      return true;
    }
    const message = `duplicate section "${key}"; the first one is at ${locationText(first)}`;
    this.#error(pair, file, "duplicate", message, "move all of it to one file");
    return false;
  }

  #isValidKey(pair: Pair, { name }: Section, file: ConfigFile): boolean {
    const { key } = pair;
    if (key.length > MAX_KEY_LENGTH) {
      this.#error(pair, file, "key", `${name}: the key has more than ${MAX_KEY_LENGTH} characters`);
      return false;
    }
    if (ENTRY_KEY.test(key)) return true;
    this.#error(pair, file, "key", `${name}: invalid key ${quotedWord(key)}`, keyHelp(key));
    return false;
  }

  #error({ keyRange }: Pair, { source }: ConfigFile, code: Code, message: string, help?: string): void {
    this.#diagnostics.error({ source, range: keyRange }, code, message, help);
  }
}

function keyHelp(key: string): string {
  if (key.includes(EXPRESSION_START))
    return "write the key without ${…}: it names a resource and must be the same in every environment";
  return key.includes(":") ? 'add a space after the ":"' : `allowed: ${ENTRY_KEY_RULE}`;
}

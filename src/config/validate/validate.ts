// Parsed files against the kinds: every problem is told, and what is right becomes a plan.
import type { AccountExpectation } from "../../api/settings";
import { EXPRESSION_START } from "../parse/interpolation";
import { isNull, type Pair, plainValue } from "../parse/tree";
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import { suggest } from "../report/suggest";
import { defaults } from "../schema/defaults";
import { ENTRY_KEY, ENTRY_KEY_HELP, LONGEST_KEY } from "../schema/entry-key";
import { DEFAULTS, INCLUDE, type Layout, type Section } from "../schema/layout";
import { found } from "../schema/zod-messages";
import { formatList, quoted } from "../source/printable";
import { Duplicates } from "./duplicates";
import { Entries, type Shared } from "./entries";
import type { Collected, ConfigFile } from "./include";
import { Keys } from "./keys";
import type { Plan, PlannedEntry } from "./plan";
import { References } from "./references";
import { Renames } from "./renames";

/** The answer is only to be used when `diagnostics` has no errors. */
export function validate({ files, isComplete }: Collected, layout: Layout, diagnostics: Diagnostics): Plan {
  const keys = new Keys();
  const references = new References(keys, diagnostics);
  const renames = new Renames(keys, diagnostics);
  const shared = { diagnostics, references, duplicates: new Duplicates(diagnostics), renames };
  const validation = new Validation(layout, keys, shared);
  for (const file of files) validation.add(file);
  // Behind broken syntax, and in a file that cannot be read, there may be keys that were not found.
  if (isComplete) references.check();
  renames.check();
  return validation.plan();
}

class Validation {
  readonly #layout: Layout;
  readonly #keys: Keys;
  readonly #shared: Shared;
  readonly #entries: PlannedEntry[] = [];
  /** Where the parts stand of which there is one in all files. */
  readonly #singles = new Map<string, Location>();
  #expect: AccountExpectation | undefined;
  #onExisting: Plan["onExisting"];

  constructor(layout: Layout, keys: Keys, shared: Shared) {
    this.#layout = layout;
    this.#keys = keys;
    this.#shared = shared;
  }

  plan(): Plan {
    return {
      entries: this.#entries,
      ...(this.#onExisting && { onExisting: this.#onExisting }),
      ...(this.#expect && { expect: this.#expect }),
    };
  }

  add(file: ConfigFile): void {
    const entries = new Entries(file.source, this.#shared);
    for (const pair of file.parsed.root?.pairs.values() ?? []) {
      const section = this.#layout.sections.get(pair.key);
      if (section) this.#section(section, pair, file, entries);
      else if (!isSound(pair, file) || pair.key === INCLUDE) continue;
      else if (pair.key !== DEFAULTS) this.#unknownSection(pair, file);
      else if (this.#isFirst(pair, file)) {
        this.#onExisting = entries.part(defaults, pair, DEFAULTS)?.onExisting;
      }
    }
  }

  #unknownSection({ key, keyRange }: Pair, { source }: ConfigFile): void {
    const { keys } = this.#layout;
    const meant = suggest(key, keys);
    const place = { source, range: keyRange };
    const message = `unknown section ${quoted(key)}`;
    if (meant === undefined) this.#error(place, message, `possible are ${formatList(keys)}`);
    else this.#error(place, `${message}; did you mean "${meant}"?`);
  }

  #section(section: Section, pair: Pair, file: ConfigFile, entries: Entries): void {
    const { value } = pair;
    if (section.onlyKey !== undefined) {
      if (!isSound(pair, file) || !this.#isFirst(pair, file)) return;
      const { entry, expect } = entries.read(section, section.onlyKey, pair);
      if (entry) this.#entries.push(entry);
      this.#expect = expect;
      return;
    }
    if (value.kind !== "map") {
      if (isNull(value) || !isSound(pair, file)) return;
      const message = `${section.name} must be a mapping of keys to entries, not ${found(plainValue(value))}`;
      this.#error(
        { source: file.source, range: pair.keyRange },
        message,
        "give each entry a key of your own",
      );
      return;
    }
    for (const inner of value.pairs.values()) {
      const isNew = this.#isNew(inner, section, file);
      if (!isSound(inner, file) || !this.#isKey(inner, section, file) || !isNew) continue;
      const { entry } = entries.read(section, inner.key, inner);
      if (entry) this.#entries.push(entry);
    }
  }

  #isNew({ key, keyRange }: Pair, { name }: Section, { source }: ConfigFile): boolean {
    const place = { source, range: keyRange };
    const first = this.#keys.note(name, key, place);
    if (!first) return true;
    const message = `${name}: the key ${quoted(key)} stands here a second time; the first is at ${locationText(first)}`;
    this.#error(place, message, "keys are unique over all files");
    return false;
  }

  #isFirst({ key, keyRange }: Pair, { source }: ConfigFile): boolean {
    const place = { source, range: keyRange };
    const first = this.#singles.get(key);
    if (!first) {
      this.#singles.set(key, place);
      return true;
    }
    const message = `${key} stands here a second time; the first is at ${locationText(first)}`;
    this.#error(place, message, `it can stand in one file only: put all of ${key} there`);
    return false;
  }

  #isKey({ key, keyRange }: Pair, { name }: Section, { source }: ConfigFile): boolean {
    const place = { source, range: keyRange };
    if (key.length > LONGEST_KEY) {
      this.#error(place, `${name}: a key must not have more than ${LONGEST_KEY} characters`);
      return false;
    }
    if (ENTRY_KEY.test(key)) return true;
    this.#error(place, `${name}: ${quoted(key)} cannot be a key`, keyHelp(key));
    return false;
  }

  #error(place: Location, message: string, help?: string): void {
    this.#shared.diagnostics.error(place, message, help);
  }
}

function keyHelp(key: string): string {
  if (key.includes(EXPRESSION_START)) return "a key names a resource, and is the same everywhere";
  return key.includes(":") ? 'write a space after the ":"' : ENTRY_KEY_HELP;
}

function isSound({ keyRange, value }: Pair, { parsed }: ConfigFile): boolean {
  return Math.max(keyRange.end, value.end) <= parsed.soundUntil;
}

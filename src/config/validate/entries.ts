// Reads the entries of all files into a plan, and reports what a schema cannot see.
import type { AccountExpectation, MaxDeletions } from "../../api/settings";
import type { Props } from "../../kind/definition";
import { cannotCreate, isDecided, onExistingProblem } from "../../kind/on-existing";
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import {
  DEFAULTS,
  EXPECT,
  type FileSchema,
  MAX_DELETIONS,
  OPTIONS,
  RENAMED_FROM,
  type Section,
} from "../schema/file-schema";
import {
  type Defaults,
  ENTRY_KEY,
  ENTRY_KEY_RULE,
  type EntryOptions,
  MAX_KEY_LENGTH,
} from "../schema/loader-fields";
import { quotedWord } from "../source/printable";
import { EXPRESSION_START } from "../yaml/expressions";
import type { Path } from "../yaml/nodes";
import { UNRESOLVED } from "../yaml/values";
import type { ConfigFile } from "./config-file";
import { Duplicates } from "./duplicates";
import { EntryKeys } from "./entry-keys";
import type { ConfigFiles } from "./include";
import { readMembers } from "./members";
import type { Plan, PlannedEntry } from "./plan";
import { warnAboutPlainSecrets } from "./secrets";

/** The plan must only be used if there are no errors. */
export function planOf(
  { files, isComplete }: ConfigFiles,
  schema: FileSchema,
  diagnostics: Diagnostics,
): Omit<Plan, "file"> {
  const reader = new EntryReader(schema, diagnostics);
  for (const file of files) reader.read(file);
  return reader.finish(isComplete);
}

/** One entry and where it is. */
interface Entry {
  readonly file: ConfigFile;
  readonly section: Section;
  readonly key: string;
  readonly path: Path;
  readonly label: string;
  /** The fields of its kind. */
  readonly own: Props;
  readonly options: EntryOptions;
  readonly expect: AccountExpectation | undefined;
}

class EntryReader {
  readonly #schema: FileSchema;
  readonly #diagnostics: Diagnostics;
  readonly #keys: EntryKeys;
  readonly #duplicates: Duplicates;
  /** Where the top-level keys are that may occur only once in all files. */
  readonly #singles = new Map<string, Location>();
  readonly #entries: PlannedEntry[] = [];
  readonly #rest: Partial<{ -readonly [Name in keyof Plan]: Plan[Name] }> = {};

  constructor(schema: FileSchema, diagnostics: Diagnostics) {
    this.#schema = schema;
    this.#diagnostics = diagnostics;
    this.#keys = new EntryKeys(diagnostics);
    this.#duplicates = new Duplicates(diagnostics);
  }

  read(file: ConfigFile): void {
    const { values } = file;
    for (const [name, value] of Object.entries(values)) {
      const section = this.#schema.sections.get(name);
      if (section && isMapping(value)) this.#readSection(file, section, value);
      else if (name === DEFAULTS && this.#isFirst(file, name)) this.#rest.defaults = value as Defaults;
      else if (name === MAX_DELETIONS && this.#isFirst(file, name))
        this.#rest.maxDeletions = value as MaxDeletions;
    }
    for (const section of file.misspelledSections) this.#keys.addMisspelled(section);
  }

  finish(isComplete: boolean): Omit<Plan, "file"> {
    this.#keys.checkUses(isComplete);
    return { defaults: {}, ...this.#rest, entries: this.#entries };
  }

  #readSection(file: ConfigFile, section: Section, values: Props): void {
    const { name, onlyKey } = section;
    if (onlyKey !== undefined) {
      if (this.#isFirst(file, name)) this.#readEntry(file, section, onlyKey, [name], values);
      return;
    }
    for (const [key, value] of Object.entries(values)) {
      const path = [name, key];
      const isFirst = this.#keys.add(name, key, file.keyLocation(path));
      if (this.#isValidKey(file, name, key) && isFirst && isMapping(value))
        this.#readEntry(file, section, key, path, value);
    }
  }

  #isFirst(file: ConfigFile, name: string): boolean {
    const location = file.keyLocation([name]);
    const first = this.#singles.get(name);
    if (!first) this.#singles.set(name, location);
    else {
      const message = `duplicate section "${name}"; the first one is at ${locationText(first)}`;
      this.#diagnostics.error(location, "duplicate", message, "move all of it to one file");
    }
    return first === undefined;
  }

  #isValidKey(file: ConfigFile, section: string, key: string): boolean {
    const path = [section, key];
    const isTooLong = key.length > MAX_KEY_LENGTH;
    if (!isTooLong && ENTRY_KEY.test(key)) return true;
    const message = isTooLong
      ? `${section}: the key has more than ${MAX_KEY_LENGTH} characters`
      : `${section}: invalid key ${quotedWord(key)}`;
    file.error(path, "key", message, isTooLong ? undefined : keyHelp(key), file.keyLocation(path));
    return false;
  }

  #readEntry(file: ConfigFile, section: Section, key: string, path: Path, values: Props): void {
    const { definition, name, onlyKey, lists } = section;
    const label = path.join(".");
    const { [OPTIONS]: options = {}, [RENAMED_FROM]: renamedFrom, [EXPECT]: expected, ...fields } = values;
    const own = Object.fromEntries(Object.entries(fields).filter(([field]) => !lists.has(field)));
    const expect = onlyKey === undefined ? undefined : (expected as AccountExpectation | undefined);
    if (expect) this.#addExpectation(file, path, expect);
    const members = Array.from(lists, ([field, list]) =>
      readMembers(file, [...path, field], list, this.#keys, this.#duplicates),
    ).flat();
    const rename = [...path, RENAMED_FROM];
    if (typeof renamedFrom === "string" && file.isValid(rename))
      this.#keys.addRename({ section: name, key: renamedFrom, label, ...file.origin(rename) });
    const entry: Entry = { file, section, key, path, label, own, options: options as EntryOptions, expect };
    if (onlyKey !== undefined && Object.keys(own).length === 0) return;
    if (!this.#isEntryValid(entry)) return;
    const args = argsOf(section, own);
    if (!isDecided(entry.options.onExisting))
      this.#duplicates.check(definition, args, label, file.keyLocation(path));
    this.#entries.push({
      definition,
      section: name,
      key,
      isOnly: onlyKey !== undefined,
      args,
      location: locationText(file.keyLocation(path)),
      options: entry.options,
      ...(typeof renamedFrom === "string" && { renamedFrom }),
      secrets: secretFieldsOf(entry).flatMap((field) =>
        Object.keys(argsOf(section, { [field]: own[field] })),
      ),
      members,
    });
  }

  /** Reports what is wrong with an entry whose fields are right. */
  #isEntryValid(entry: Entry): boolean {
    const { file, section, path, own } = entry;
    const fields = Object.keys(own).map((field) => [...path, field]);
    if (file.hasErrorAt(path) || !fields.every((field) => file.isValid(field))) return false;
    const args = argsOf(section, own);
    this.#lint(entry);
    if (!file.isValid([...path, OPTIONS])) return false;
    this.#checkEmail(entry, args);
    this.#checkExisting(entry, args);
    warnAboutPlainSecrets(section, own, path, this.#schema, file);
    return file.isValid(path);
  }

  #checkExisting(
    { file, section: { definition }, path, label, options: { onExisting } }: Entry,
    args: Props,
  ): void {
    const problem = onExisting && onExistingProblem(definition, args, onExisting);
    // Also of an entry in the state, which is not known here.
    const missing = typeof onExisting === "object" ? undefined : cannotCreate(definition, args);
    const message = `${label}: ${problem ? `onExisting ${problem}` : `${missing} under its ${OPTIONS}`}`;
    if (problem) file.error([...path, OPTIONS, "onExisting"], "conflict", message);
    else if (missing) file.error(path, "missing", message, undefined, file.keyLocation(path));
  }

  #lint({ file, section, path, label, own }: Entry): void {
    const secrets = secretFieldsOf({ file, path, own });
    const hidden = Object.fromEntries(secrets.map((field) => [field, UNRESOLVED]));
    for (const { field, message } of section.definition.lint?.({ ...own, ...hidden }) ?? [])
      if (own[field] !== UNRESOLVED) file.warning([...path, field], "suspicious", `${label}: ${message}`);
  }

  /** The run after one that changes the e-mail address would stop. */
  #checkEmail({ file, path, label, expect }: Entry, { email }: Props): void {
    const expected = expect?.email;
    if (typeof expected !== "string" || typeof email !== "string") return;
    if (expected.trim().toLowerCase() === email.trim().toLowerCase()) return;
    const help = "expect the id or the username of the account, which do not change";
    const message = `${label}: ${EXPECT}.email is not the email of the entry: after this run, every other one would stop`;
    file.error([...path, EXPECT, "email"], "conflict", message, help);
  }

  #addExpectation(file: ConfigFile, path: Path, expect: AccountExpectation): void {
    // What is not known here cannot be compared.
    const known = Object.entries(expect).filter(([, value]) => (value as unknown) !== UNRESOLVED);
    if (known.length > 0) this.#rest.expect = Object.fromEntries(known);
    const expressions = Object.keys(expect).flatMap((field) => {
      const found = file.interpolationAt([...path, EXPECT, field]);
      return found ? [[field, found.from]] : [];
    });
    if (expressions.length > 0) this.#rest.expectExpressions = Object.fromEntries(expressions);
  }
}

/** The fields of an entry with a value from secret config. */
function secretFieldsOf({ file, path, own }: Pick<Entry, "file" | "path" | "own">): readonly string[] {
  return Object.keys(own).filter((field) => file.hasSecretIn([...path, field]));
}

/** The arguments of an entry, or of some of its fields. */
function argsOf({ definition: { yaml } }: Section, own: Props): Props {
  return (yaml.shape === "mapping" && yaml.toArgs?.(own)) || own;
}

function isMapping(value: unknown): value is Props {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function keyHelp(key: string): string {
  if (key.includes(EXPRESSION_START))
    return "write the key without ${…}: it names a resource and must be the same in every environment";
  return key.includes(":") ? 'add a space after the ":"' : `allowed: ${ENTRY_KEY_RULE}`;
}

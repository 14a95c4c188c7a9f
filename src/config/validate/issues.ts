// Validates the values of a file with the schema, and turns what zod finds into errors with a place, a suggestion and help.
import type { z } from "zod";
import { suggest } from "../../api/suggest";
import { formatList, NO_ALLOWED_FORM, zodMessage } from "../../kind/schema";
import { entryFields } from "../schema/field-notes";
import { type FileSchema, IGNORED } from "../schema/file-schema";
import { quotedWord } from "../source/printable";
import { colonWithoutSpace } from "../yaml/hints";
import type { Path } from "../yaml/nodes";
import { hasUnresolved, UNRESOLVED } from "../yaml/values";
import type { ConfigFile } from "./config-file";
import { entryPath, labelOf, pathText } from "./labels";
import { reportWrongValue } from "./wrong-value";

type Issue = z.core.$ZodIssue;

/** Types of values that a text from outside the file may become. */
const SCALAR_TYPES = ["string", "number", "boolean", "enum", "literal"];

export function validateFile(file: ConfigFile, schema: FileSchema): void {
  new FileValidator(file, schema).run();
}

class FileValidator {
  readonly #file: ConfigFile;
  readonly #schema: FileSchema;
  /** The fields that users most likely mean by unknown ones. */
  readonly #meant = new Set<string>();
  /** Mappings with unknown fields. */
  readonly #withUnknown = new Set<string>();

  constructor(file: ConfigFile, schema: FileSchema) {
    this.#file = file;
    this.#schema = schema;
  }

  run(): void {
    this.#rejectSecrets();
    const issues = this.#issues();
    const missing = new Map<string, { parent: Path; names: string[] }>();
    for (const issue of issues) {
      const { path, code } = issue;
      if (code !== "unrecognized_keys") continue;
      this.#withUnknown.add(pathText(path));
      for (const key of issue.keys) this.#unknownField(path, key);
    }
    for (const issue of issues) {
      const { path, code } = issue;
      if (code === "unrecognized_keys" || this.#file.hasErrorAt(path)) continue;
      // A rule across fields most likely fails because of the unknown one.
      if (code === "custom" && this.#withUnknown.has(pathText(path))) continue;
      if (this.#file.place(path)) reportWrongValue(issue, this.#file, this.#schema);
      else {
        const parent = path.slice(0, -1);
        const group = missing.get(pathText(parent)) ?? { parent, names: [] };
        group.names.push(String(path.at(-1)));
        missing.set(pathText(parent), group);
      }
    }
    for (const { parent, names } of missing.values()) this.#missingFields(parent, names);
  }

  #issues(): readonly Issue[] {
    const { values } = this.#file;
    const own = Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith(IGNORED)));
    const { error } = this.#schema.zod.safeParse(own, { error: zodMessage });
    return (
      (error?.issues ?? [])
        // The keys of entries have errors of their own.
        .filter(({ code }) => code !== "invalid_key")
        .flatMap((issue) => this.#likely(issue))
        .filter((issue) => issue.code === "unrecognized_keys" || !this.#isUndecided(issue))
    );
  }

  /** For a union without a message of its own, the issues of the branch that the user most likely means. */
  #likely(issue: Issue): readonly Issue[] {
    if (issue.code !== "invalid_union" || issue.message !== NO_ALLOWED_FORM) return [issue];
    const isScalar = typeof this.#file.valueAt(issue.path) !== "object";
    const [likely] = issue.errors
      .filter((branch) => !isScalar && branch.every(({ path }) => path.length > 0))
      .toSorted((a, b) => a.length - b.length);
    if (!likely) return [issue];
    return likely.flatMap((inner) => this.#likely({ ...inner, path: [...issue.path, ...inner.path] }));
  }

  /** Whether an issue exists only because a value is not known yet. */
  #isUndecided({ path, code }: Issue): boolean {
    const value = this.#file.valueAt(path);
    if (value === UNRESOLVED)
      return SCALAR_TYPES.some((type) => this.#schema.typesAt(path).has(type)) || this.#file.hasErrorAt(path);
    return (code === "custom" || code === "invalid_union") && hasUnresolved(value);
  }

  /** Pulumi keeps only the arguments of resources secret. */
  #rejectSecrets(): void {
    for (const { path, isSecret } of this.#file.interpolations) {
      if (!isSecret || this.#isArgument(path) || this.#schema.at(path).length === 0) continue;
      const message = `${labelOf(path, this.#schema)} cannot come from secret config: it would not stay secret`;
      this.#file.error(path, "secret", message, "store the value in plain config, or write it here");
    }
  }

  #isArgument(path: Path): boolean {
    const section = this.#schema.sections.get(String(path[0]));
    const field = String(path[entryPath(path, this.#schema).length]);
    if (!section || section.lists.has(field)) return false;
    return Object.hasOwn(entryFields(section.definition).shape, field);
  }

  #unknownField(parent: Path, key: string): void {
    const path = [...parent, key];
    const location = this.#file.keyLocation(path);
    const { start, end } = location.range;
    const cause = colonWithoutSpace(this.#file.source.text.slice(start, end), start);
    if (cause) {
      this.#meant.add(pathText([...parent, key.slice(0, key.indexOf(":"))]));
      this.#file.error(path, "syntax", cause.message, cause.help, this.#file.at(cause.range));
      return;
    }
    const label = labelOf(parent, this.#schema);
    const what = parent.length === 0 ? "unknown section" : `${label}: unknown field`;
    const instead = this.#insteadOf(parent, key);
    const fields = this.#schema.fieldsAt(parent);
    const suggestion = instead === undefined ? suggest(key, fields) : undefined;
    if (suggestion !== undefined) this.#meant.add(pathText([...parent, suggestion]));
    // Nothing refers to a wrong key then: the entries are there, under another name.
    if (suggestion !== undefined && parent.length === 0) this.#file.misspelledSections.add(suggestion);
    const message = `${what} ${quotedWord(key)}`;
    if (suggestion === undefined)
      this.#file.error(path, "unknown-field", message, instead ?? allowedFields(parent, fields), location);
    else
      this.#file.error(
        path,
        "unknown-field",
        `${message}; did you mean "${suggestion}"?`,
        undefined,
        location,
      );
  }

  /** What to do about a field that is elsewhere, or not there any more. */
  #insteadOf(parent: Path, key: string): string | undefined {
    const [instead] = this.#schema.metaAt(parent, "instead") as (string | Record<string, string>)[];
    if (typeof instead === "object" && Object.hasOwn(instead, key)) return instead[key];
    const inner = this.#schema
      .fieldsAt(parent)
      .find((field) => this.#schema.fieldsAt([...parent, field]).includes(key));
    if (inner !== undefined) return `move it one level deeper, into ${inner}`;
    return typeof instead === "string" ? instead : undefined;
  }

  #missingFields(parent: Path, names: readonly string[]): void {
    // A field with a typo is not reported as missing too.
    const [first, ...others] = names.filter((name) => !this.#meant.has(pathText([...parent, name])));
    if (first === undefined || this.#file.hasErrorAt(parent)) return;
    const list = formatList([first, ...others].map((name) => `"${name}"`));
    const message = `${labelOf(parent, this.#schema)}: missing ${others.length === 0 ? "field" : "fields"} ${list}`;
    const [description] = this.#schema.at([...parent, first]).flatMap((one) => one.description ?? []);
    const help = others.length === 0 ? description?.split(". ")[0] : undefined;
    this.#file.error(parent, "missing", message, help, this.#file.keyLocation(parent));
  }
}

function allowedFields(parent: Path, fields: readonly string[]): string {
  const list = `allowed: ${fields.join(", ")}`;
  return parent.length === 0 ? `${list}; indent it if it is an entry of the section above` : list;
}

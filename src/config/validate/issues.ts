// Validates the values of a file with the schema, and turns what zod finds into errors with a place, a suggestion and help.
import type { z } from "zod";
import { formatList, suggest, suggestChoice } from "../../api/suggest";
import { type Props, secretsOf } from "../../kind/definition";
import { NO_ALLOWED_FORM, zodMessage } from "../../kind/schema";
import type { Code } from "../report/diagnostics";
import { type FileSchema, IGNORED, OPTIONS } from "../schema/file-schema";
import { REMOVED_SECTIONS } from "../schema/loader-fields";
import { quotedWord } from "../source/printable";
import { colonWithoutSpace, noValueBut } from "../yaml/hints";
import { type Path, rangeOf } from "../yaml/nodes";
import { hasUnresolved, UNRESOLVED } from "../yaml/values";
import type { ConfigFile } from "./config-file";
import { entryPath, labelOf, pathText } from "./labels";

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
      if (this.#file.place(path)) this.#wrongValue(issue);
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
    const isScalar = typeof this.#valueAt(issue.path) !== "object";
    const [likely] = issue.errors
      .filter((branch) => !isScalar && branch.every(({ path }) => path.length > 0))
      .toSorted((a, b) => a.length - b.length);
    if (!likely) return [issue];
    return likely.flatMap((inner) => this.#likely({ ...inner, path: [...issue.path, ...inner.path] }));
  }

  #valueAt(path: Path): unknown {
    return path.reduce<unknown>(
      (value, step) => (value as Props | undefined)?.[step as string],
      this.#file.values,
    );
  }

  /** Whether an issue exists only because a value is not known yet. */
  #isUndecided({ path, code }: Issue): boolean {
    const value = this.#valueAt(path);
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
    const { yaml, args } = section.definition;
    const { shape } = ((yaml.shape === "mapping" && yaml.entry) || args)();
    return Object.hasOwn(shape, field);
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
      this.#file.error(path, "unknown-field", message, instead ?? `allowed: ${fields.join(", ")}`, location);
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
    if (parent.length === 0) return REMOVED_SECTIONS.get(key);
    const [instead] = this.#schema.metaAt(parent, "instead") as (string | Record<string, string>)[];
    if (typeof instead === "string") return instead;
    if (instead && Object.hasOwn(instead, key)) return instead[key];
    const isOption = this.#schema.fieldsAt([...parent, OPTIONS]).includes(key);
    return isOption ? `move it one level deeper, into ${OPTIONS}` : undefined;
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

  #wrongValue({ path, code, message }: Issue): void {
    const { node, key } = this.#file.place(path)!;
    const value = this.#valueAt(path);
    if (value === null) {
      const other = key && noValueBut(key, this.#file.source);
      if (other) this.#report(path, "syntax", other.message, other.help, this.#file.at(other.range));
      else this.#report(path, "missing", "has no value", "add a value, or remove it");
    } else if (typeof value === "object" || value === UNRESOLVED) {
      const isType = code === "invalid_type" || code === "invalid_union";
      this.#report(path, isType ? "type" : "value", message);
    } else if (Number.isNaN(value)) {
      const { start, end } = rangeOf(node!);
      const written = this.#file.source.text.slice(start, end);
      const sentence = `has the number ${written}, which YAML reads as ${Number(written)}`;
      const help =
        this.#quotingHelp(path, 0, written) ?? "write an id in plain digits, without leading zeros";
      this.#report(path, "value", sentence, help);
    } else this.#wrongScalar(path, code, value, message);
  }

  #wrongScalar(path: Path, code: Issue["code"], value: unknown, message: string): void {
    const interpolation = this.#file.interpolationAt(path);
    const isSecret = this.#isSecret(path);
    const choices = this.#choicesAt(path);
    const { start, end } = this.#file.location(path).range;
    const written = this.#file.source.text.slice(start, end);
    if (code === "invalid_value" && choices.length > 1 && !isSecret) {
      const suggestion = interpolation ? undefined : suggestChoice(String(value), choices);
      const found = interpolation
        ? `the value of ${interpolation.expressions.join(" and ")}`
        : quotedWord(String(value));
      if (suggestion === undefined)
        this.#report(path, "value", `cannot be ${found}`, `allowed: ${choices.join(", ")}`);
      else this.#report(path, "value", `cannot be ${found}; did you mean "${suggestion}"?`);
      return;
    }
    const fields = this.#schema.fieldsAt(path);
    const cause = code === "invalid_type" ? colonWithoutSpace(written, start, fields) : undefined;
    if (cause) {
      this.#file.error(path, "syntax", cause.message, cause.help, this.#file.at(cause.range));
      return;
    }
    const help = interpolation
      ? `the value comes from ${interpolation.expressions.join(" and ")}`
      : (this.#quotingHelp(path, value, isSecret ? undefined : written) ??
        (fields.length > 0 ? `its fields: ${fields.join(", ")}` : undefined));
    this.#report(path, code === "invalid_type" ? "type" : "value", message, help);
  }

  #choicesAt(path: Path): readonly string[] {
    return this.#schema.at(path).flatMap((one) => {
      const values = (one as { options?: unknown[] }).options ?? [];
      return values.filter((value) => typeof value === "string");
    });
  }

  #isSecret(path: Path): boolean {
    const entry = entryPath(path, this.#schema);
    const section = this.#schema.sections.get(String(path[0]));
    const values = this.#valueAt(entry);
    if (!section || typeof values !== "object" || values === null) return false;
    return secretsOf(section.definition, values as Props).has(String(path[entry.length]));
  }

  /** How to write the same value with the expected type. @param written unset if it must not be shown */
  #quotingHelp(path: Path, value: unknown, written: string | undefined): string | undefined {
    const types = this.#schema.typesAt(path);
    if (typeof value !== "string") {
      if (!types.has("string") || types.has(typeof value)) return undefined;
      return written === undefined ? "write it in quotes" : `write it in quotes: "${written}"`;
    }
    const flag = FLAGS[value.toLowerCase()];
    if (types.has("boolean") && flag) return `write ${flag} without quotes`;
    const isNumber = types.has("number") && !types.has("string") && /^-?(0|[1-9]\d*)$/.test(value);
    return isNumber && written !== undefined ? `write it without quotes: ${value}` : undefined;
  }

  #report(
    path: Path,
    code: Code,
    sentence: string,
    help?: string,
    location = this.#file.location(path),
  ): void {
    this.#file.error(path, code, joined(labelOf(path, this.#schema), sentence), help, location);
  }
}

/** A message of a schema continues the name of its field. Any other message is a sentence of its own. */
function joined(name: string, message: string): string {
  return `${name}${/^(must|is|has|cannot|needs|may|matches|contains)\b/.test(message) ? " " : ": "}${message}`;
}

const FLAGS: Readonly<Record<string, string>> = {
  true: "true",
  yes: "true",
  on: "true",
  false: "false",
  no: "false",
  off: "false",
};

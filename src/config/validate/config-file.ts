// One file of a config: its values, where they are, and which of them are wrong.
import { isScalar, isSeq } from "yaml";
import type { Props } from "../../kind/definition";
import { type Code, type Diagnostics, type Location, locationText } from "../report/diagnostics";
import { type FileSchema, INCLUDE } from "../schema/file-schema";
import type { Range, Source } from "../source/source";
import type { Expressions } from "../yaml/expressions";
import { startOf } from "../yaml/hints";
import { Nodes, type Path, type Place, rangeOf } from "../yaml/nodes";
import { parse, reportProblems } from "../yaml/parse";
import { type Interpolation, Values } from "../yaml/values";
import { labelOf } from "./labels";

export interface FileContext {
  readonly schema: FileSchema;
  readonly expressions: Expressions;
  readonly diagnostics: Diagnostics;
}

export class ConfigFile {
  readonly source: Source;
  /** Whether it has a syntax error. Then it has no values, and nothing else in it is reported. */
  readonly isBroken: boolean;
  /** By top-level key. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What `include:` says, with its path. Of a broken file, too. */
  readonly includes: readonly { readonly glob: string; readonly path: Path }[];
  readonly #interpolations: ReadonlyMap<string, Interpolation>;
  /** Paths with a value from secret config at or below them. */
  readonly #secret: ReadonlySet<string>;
  /** Sections that have entries under a misspelled name. */
  readonly misspelledSections = new Set<string>();
  readonly #diagnostics: Diagnostics;
  readonly #nodes: Nodes | undefined;
  /** Paths with an error. */
  readonly #reported = new Set<string>();
  /** Paths with an error at or below them. */
  readonly #invalid = new Set<string>();

  constructor(source: Source, { schema, expressions, diagnostics }: FileContext) {
    this.source = source;
    this.#diagnostics = diagnostics;
    const { document, isBroken } = parse(source, diagnostics);
    this.#nodes = document && new Nodes(document, source.text);
    const read =
      this.#nodes && !isBroken
        ? new Values(this.#nodes, {
            text: source.text,
            expressions,
            typesAt: (path) => schema.typesAt(path),
            isVerbatim: ([section]) => section === INCLUDE,
          })
        : undefined;
    const problems = read ? this.#nodes!.problems : [];
    reportProblems(problems, source, diagnostics);
    this.isBroken = isBroken || problems.length > 0;
    this.values = (this.isBroken ? {} : read?.value) as ConfigFile["values"];
    const interpolations = this.isBroken ? [] : read!.interpolations;
    this.#interpolations = new Map(interpolations.map((one) => [idOf(one.path), one]));
    const secrets = interpolations.filter(({ isSecret }) => isSecret);
    this.#secret = new Set(secrets.flatMap(({ path }) => idsUpTo(path)));
    this.includes = this.#includes();
    if (this.isBroken) return;
    this.#reportDuplicateKeys();
    this.#reportExpressions();
    for (const path of read!.templates)
      this.warning(
        path,
        "suspicious",
        `${labelOf(path, schema)} looks like a template of another tool, which nothing fills in here`,
        "write ${env:NAME} for an environment variable, or ${config:NAME} for a value of the stack config",
      );
  }

  valueAt(path: Path): unknown {
    return path.reduce<unknown>((value, step) => (value as Props | undefined)?.[step as string], this.values);
  }

  place(path: Path): Place | undefined {
    return this.#nodes?.at(path);
  }

  get interpolations(): Iterable<Interpolation> {
    return this.#interpolations.values();
  }

  /** The expressions in the value at a path. */
  interpolationAt(path: Path): Interpolation | undefined {
    return this.#interpolations.get(idOf(path));
  }

  /** Where the text at a path is, and the expression that it comes from. */
  origin(path: Path): { readonly location: Location; readonly expression: string | undefined } {
    return {
      location: this.location(path),
      expression: this.interpolationAt(path)?.from,
    };
  }

  /** Whether a part of the value at a path comes from secret config. */
  hasSecretIn(path: Path): boolean {
    return this.#secret.has(idOf(path));
  }

  /** Of a value; for a mapping, a list and a missing value, of its key. */
  location(path: Path): Location {
    const { node, key } = this.place(path) ?? {};
    if (!node) return this.at(key ?? this.#parentRange(path));
    return this.at(isScalar(node) && node.value !== null ? rangeOf(node) : (key ?? startOf(rangeOf(node))));
  }

  keyLocation(path: Path): Location {
    const { node, key } = this.place(path) ?? {};
    return this.at(key ?? (node ? startOf(rangeOf(node)) : this.#parentRange(path)));
  }

  at(range: Range): Location {
    return { source: this.source, range };
  }

  error(path: Path, code: Code, message: string, help?: string, location = this.location(path)): void {
    this.#reported.add(idOf(path));
    for (const id of idsUpTo(path)) this.#invalid.add(id);
    this.#diagnostics.error(location, code, message, help);
  }

  warning(path: Path, code: Code, message: string, help?: string, location = this.location(path)): void {
    this.#diagnostics.warning(location, code, message, help);
  }

  hasErrorAt(path: Path): boolean {
    return this.#reported.has(idOf(path));
  }

  /** Whether nothing in the value at a path is wrong. */
  isValid(path: Path): boolean {
    return !this.#invalid.has(idOf(path));
  }

  #parentRange(path: Path): Range {
    return path.length === 0 ? { start: 0, end: 0 } : this.keyLocation(path.slice(0, -1)).range;
  }

  #includes(): ConfigFile["includes"] {
    const { node } = this.place([INCLUDE]) ?? {};
    const items = isSeq(node) ? node.items : [node];
    return items.flatMap((item, index) =>
      isScalar(item) && typeof item.value === "string"
        ? { glob: item.value, path: isSeq(node) ? [INCLUDE, index] : [INCLUDE] }
        : [],
    );
  }

  #reportDuplicateKeys(): void {
    for (const { range, first } of this.#nodes!.duplicates) {
      const message = `duplicate key; the first one is at ${locationText(this.at(first))}`;
      this.#diagnostics.error(this.at(range), "duplicate", message, "rename or remove one of them");
    }
  }

  #reportExpressions(): void {
    for (const { path, problems } of this.interpolations) {
      const range = problems.length > 0 ? this.location(path).range : { start: 0, end: 0 };
      for (const { written, message, help } of problems) {
        // With an escape sequence in it, the whole value is its range.
        const offset = this.source.text.slice(range.start, range.end).indexOf(written);
        const start = range.start + offset;
        const own = offset === -1 ? range : { start, end: start + written.length };
        this.error(path, "expression", message, help, this.at(own));
      }
    }
  }
}

function idOf(path: Path): string {
  return path.join("\n");
}

/** Of a path and of everything that contains it. */
function idsUpTo(path: Path): readonly string[] {
  return [[], ...path.map((_, index) => path.slice(0, index + 1))].map(idOf);
}

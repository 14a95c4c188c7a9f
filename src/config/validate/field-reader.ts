// Validates single fields of one file with their schema.
import type { z } from "zod";
import type { Props } from "../../kind/definition";
import {
  interpolatedScalars,
  isNull,
  type Node,
  type Pair,
  plainPairs,
  plainValue,
  type ScalarNode,
  Unresolved,
} from "../parse/tree";
import type { Code, Diagnostics } from "../report/diagnostics";
import type { SchemaInspector } from "../schema/schema-inspector";
import type { Range, Source } from "../source/source";
import { coerce } from "./coerce";
import { reportSchemaIssues, type Subject } from "./schema-issues";
import { misspelledNumbers } from "./spelling";

export class FieldReader {
  readonly #source: Source;
  readonly #diagnostics: Diagnostics;

  constructor(source: Source, diagnostics: Diagnostics) {
    this.#source = source;
    this.#diagnostics = diagnostics;
  }

  /** The value of a field that the loader handles itself. `undefined` if it is wrong or not known. */
  loaderField<Schema extends z.ZodType>(
    inspector: SchemaInspector<Schema>,
    { keyRange, value }: Pair,
    label: string,
  ): z.output<Schema> | undefined {
    const node = coerce(value, inspector);
    if (this.rejectsSecret(node, label) || this.rejectsNumber(node, inspector, label)) return undefined;
    const { data, error } = inspector.parse(plainValue(node));
    if (!error) return data;
    const range = node.kind === "scalar" && !isNull(node) ? node : keyRange;
    const subject = { source: this.#source, node, range, label, inspector };
    reportSchemaIssues(error.issues, subject, this.#diagnostics);
    return undefined;
  }

  /** Reports what is wrong with a value. A value that is not known yet counts as valid. */
  isValid(value: unknown, subject: Omit<Subject, "source">): boolean {
    const { error } = subject.inspector.parse(value);
    if (!error) return true;
    const diagnostics = this.#diagnostics;
    const before = diagnostics.counts.errors;
    reportSchemaIssues(error.issues, { ...subject, source: this.#source }, diagnostics);
    return diagnostics.counts.errors === before && subject.node.isInterpolated === true;
  }

  /** Pulumi keeps only the arguments of resources secret. */
  rejectsSecret(node: Node, label: string): boolean {
    const secret = secretIn(node);
    if (!secret) return false;
    this.#error(
      secret,
      "secret",
      label,
      `${label} cannot come from secret config: it would not stay secret`,
      "store the value in plain config, or write it here",
    );
    return true;
  }

  /** `plainPairs` and the schema no longer see how a number is written. */
  rejectsNumber(node: Node, inspector: SchemaInspector, label: string): boolean {
    const [number] = misspelledNumbers(node, inspector);
    if (!number) return false;
    const message = `${label}: YAML reads ${number.written} as ${number.value}`;
    this.#error(number, "value", label, message, "write an id in plain digits, without leading zeros");
    return true;
  }

  #error(range: Range, code: Code, label: string, message: string, help: string): void {
    this.#diagnostics.errorOnce({ source: this.#source, range }, code, label, message, help);
  }
}

/** The first value from secret config in a node. */
export function secretIn(node: Node): ScalarNode | undefined {
  return interpolatedScalars(node).find(({ interpolation }) => interpolation?.isSecret);
}

/** The values for warnings, which must show nothing of a value from secret config. */
export function withoutSecrets(own: readonly Pair[]): Props {
  const args = plainPairs(own);
  for (const { key, value } of own) {
    const secret = secretIn(value);
    if (secret) args[key] = new Unresolved(secret.written);
  }
  return args;
}

/** The `${…}` of the fields in a mapping. */
export function expressionsIn(node: Node): Record<string, string> | undefined {
  if (!node.isInterpolated) return undefined;
  const pairs = node.kind === "map" ? [...node.pairs.values()] : [];
  return Object.fromEntries(
    pairs.flatMap(({ key, value }) =>
      value.kind === "scalar" && value.interpolation ? [[key, value.interpolation.expressions]] : [],
    ),
  );
}

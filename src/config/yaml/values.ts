// The values of a YAML document, with its `${…}` filled in. Nothing else sees how a value was written.
import { isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap } from "yaml";
import type { ExpressionResult, Expressions } from "./expressions";
import { controlCharacterProblem, FOREIGN_TEMPLATE, oddText } from "./hints";
import { type Nodes, type Path, rangeOf } from "./nodes";

/** A value that is not known here: a `${…}` without a value. A function, because no schema accepts one. */
export const UNRESOLVED: unknown = () => {};

/** Whether a part of a value is not known here. */
export function hasUnresolved(value: unknown): boolean {
  if (value === UNRESOLVED) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnresolved);
}

/** Deeper values would exhaust the stack. */
const MAX_DEPTH = 100;
/** Of one file, with every alias expanded. An entry with all fields has about 15. */
const MAX_VALUES = 1_000_000;

/** A value with `${…}`. */
export interface Interpolation extends ExpressionResult {
  readonly path: Path;
}

export interface ValueContext {
  readonly text: string;
  readonly expressions: Expressions;
  /** The types of values that the schema accepts at a path. */
  typesAt(path: Path): ReadonlySet<string>;
  /** Whether `${…}` stays as it is. */
  isVerbatim(path: Path): boolean;
}

export class Values {
  readonly value: unknown;
  /** By node, and each path at which an alias repeats it. */
  readonly interpolations: Interpolation[] = [];
  /** Values that look like a template of another tool. */
  readonly templates: Path[] = [];
  readonly #nodes: Nodes;
  readonly #context: ValueContext;
  #count = 0;

  /** Adds what is wrong with values to the problems of the nodes. */
  constructor(nodes: Nodes, context: ValueContext) {
    this.#nodes = nodes;
    this.#context = context;
    this.value = this.#value(nodes.root, []);
  }

  #value(written: ParsedNode | null, path: Path): unknown {
    const node = this.#nodes.resolve(written);
    if (node === null || this.#isTooLarge(node, path)) return null;
    if (isScalar(node)) return this.#scalar(node as Scalar.Parsed, path);
    if (isSeq(node))
      return node.items.map((item, index) => this.#value(item as ParsedNode, [...path, index]));
    const pairs = Array.from(this.#nodes.pairsOf(node as YAMLMap.Parsed), ([key, { value }]) => [
      key,
      this.#value(value, [...path, key]),
    ]);
    return Object.fromEntries(pairs);
  }

  #isTooLarge(node: ParsedNode, path: Path): boolean {
    this.#count += 1;
    const isDeep = path.length > MAX_DEPTH;
    if (!isDeep && this.#count <= MAX_VALUES) return false;
    const message = isDeep
      ? `the file is nested more than ${MAX_DEPTH} levels deep`
      : "the file is too large with its aliases (*) expanded";
    const section = isDeep ? undefined : this.#nodes.at(path.slice(0, 1))?.key;
    // One of them is enough.
    if (this.#nodes.problems.every(({ code }) => code !== "limit"))
      this.#nodes.problems.push({ range: section ?? rangeOf(node), message, code: "limit" });
    return true;
  }

  #scalar(node: Scalar.Parsed, path: Path): unknown {
    const { value, source } = node;
    // YAML reads 0123 as 123 and 1e3 as 1000, which are the ids of other objects.
    if (Number.isInteger(value)) return source === String(value) ? value : Number.NaN;
    if (typeof value !== "string") return value;
    const range = rangeOf(node);
    const written = this.#context.text.slice(range.start, range.end);
    const problem =
      (node.type === "PLAIN" ? oddText(written, range.start, false) : undefined) ??
      controlCharacterProblem(value, range);
    if (problem) this.#nodes.problems.push(problem);
    else if (FOREIGN_TEMPLATE.test(value)) this.templates.push(path);
    return this.#interpolated(value, path);
  }

  #interpolated(text: string, path: Path): unknown {
    const { expressions, isVerbatim } = this.#context;
    if (!text.includes("$") || isVerbatim(path)) return text;
    const result = expressions.fill(text);
    if (!result) return text;
    if (result.from !== "" || result.problems.length > 0) this.interpolations.push({ ...result, path });
    if (result.text === undefined) return UNRESOLVED;
    return result.isWhole ? this.#converted(result.text, path) : result.text;
  }

  /** A value that is a single expression becomes a number or boolean if the schema wants one. */
  #converted(text: string, path: Path): unknown {
    const types = this.#context.typesAt(path);
    // Any value is allowed there. A password of digits must stay text.
    if (types.has("null")) return text;
    if (types.has("boolean") && /^(true|false)$/.test(text)) return text === "true";
    // Digits are an id even if text is allowed too, as in a reference.
    return types.has("number") && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
  }
}

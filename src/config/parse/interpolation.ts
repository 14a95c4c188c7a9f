// Fills in `${env:NAME}` and `${config:KEY}`. No message shows a value that comes from outside the file.
import type { Diagnostics } from "../report/diagnostics";
import { controlCharacterIn } from "../source/printable";
import type { Range, Source } from "../source/source";
import type { Parsed } from "./parse";
import { type ListNode, type MapNode, type Node, type Pair, type ScalarNode, Unresolved } from "./tree";

/** A value of the stack config. */
export interface ConfigValue {
  readonly value: string;
  readonly isSecret: boolean;
}

export interface Values {
  environment(name: string): string | undefined;
  /**
   * A value of the stack config. A key without a namespace belongs to the project. Left out if the stack config is
   * not known: its values stay unresolved.
   */
  config?(key: string): ConfigValue | undefined;
}

/** Starts an expression; `$${` is the text itself. */
export const EXPRESSION_START = "${";

const FORMS_HELP =
  "allowed: ${env:NAME}, ${config:KEY}, and ${env:NAME:-…} with a default; write $${ for the text ${";

/**
 * Replaces all expressions of a tree by their values.
 * @param verbatim the top-level key whose value has no expressions
 * @param values if unset, only the syntax of the expressions is checked
 */
export function interpolate(
  source: Source,
  { root, ...parsed }: Parsed,
  verbatim: string,
  values: Values | undefined,
  diagnostics: Diagnostics,
): Parsed {
  if (!root) return parsed;
  const interpolated = new Interpolator(source, values, diagnostics).map(root);
  const unchanged = root.pairs.get(verbatim);
  const pairs = unchanged ? new Map([...interpolated.pairs, [verbatim, unchanged]]) : interpolated.pairs;
  return { ...parsed, root: { ...interpolated, pairs } };
}

/** What an expression yields: a text, a problem, or neither if it stays unresolved. */
interface Resolution {
  readonly text?: string;
  readonly isSecret?: boolean;
  readonly problem?: string;
  readonly help?: string;
  /** The expression without its default. Unset if its syntax is wrong. */
  readonly expression?: string;
}

class Interpolator {
  readonly #source: Source;
  readonly #values: Values | undefined;
  readonly #diagnostics: Diagnostics;
  /** An alias is the same node as its anchor, so its errors are reported once. */
  readonly #done = new Map<Node, Node>();

  constructor(source: Source, values: Values | undefined, diagnostics: Diagnostics) {
    this.#source = source;
    this.#values = values;
    this.#diagnostics = diagnostics;
  }

  /** Returns the same node if nothing in it changes, as in most of a large file. */
  map(node: MapNode): MapNode {
    const changed: Pair[] = [];
    for (const pair of node.pairs.values()) {
      const value = this.#node(pair.value);
      if (value !== pair.value) changed.push({ ...pair, value });
    }
    if (changed.length === 0) return node;
    const pairs = new Map([...node.pairs, ...changed.map((pair) => [pair.key, pair] as const)]);
    return { ...node, pairs, isInterpolated: changed.some(({ value }) => value.isInterpolated) };
  }

  #list(node: ListNode): ListNode {
    const items = node.items.map((item) => this.#node(item));
    if (items.every((item, index) => item === node.items[index])) return node;
    return { ...node, items, isInterpolated: items.some((item) => item.isInterpolated) };
  }

  #node(node: Node): Node {
    if (node.kind === "scalar" && !hasExpression(node)) return node;
    const done = this.#done.get(node);
    if (done) return done;
    const interpolated = this.#interpolated(node);
    if (interpolated !== node) this.#done.set(node, interpolated);
    return interpolated;
  }

  #interpolated(node: Node): Node {
    if (node.kind === "map") return this.map(node);
    return node.kind === "list" ? this.#list(node) : this.#scalar(node, String(node.value));
  }

  #scalar(node: ScalarNode, written: string): Node {
    const resolutions: Resolution[] = [];
    let searchFrom = node.start;
    const text = written.replace(
      /\$\$\{|\$\{([^}]*)(\})?/g,
      (whole: string, inner: string | undefined, brace: string | undefined) => {
        const range = this.#rangeOf(whole, node, searchFrom);
        if (range !== node) searchFrom = range.end;
        if (inner === undefined) return EXPRESSION_START;
        const resolution = this.#resolve(inner, brace !== undefined);
        const { problem, help } = resolution;
        if (problem !== undefined) this.#diagnostics.error({ source: this.#source, range }, problem, help);
        resolutions.push(resolution);
        return resolution.text ?? "";
      },
    );
    if (resolutions.length === 0) return { ...node, value: text };
    const expressions = new Set(resolutions.flatMap(({ expression }) => expression ?? []));
    const hasReportedError = resolutions.some(({ problem }) => problem !== undefined);
    return {
      ...node,
      value: resolutions.some(({ text }) => text === undefined) ? new Unresolved(written) : text,
      interpolation: {
        expressions: [...expressions].join(" and "),
        isSecret: resolutions.some(({ isSecret }) => isSecret),
        isWhole: /^\$\{[^}]*\}$/.test(written),
      },
      isInterpolated: true,
      ...(hasReportedError && { hasReportedError }),
    };
  }

  /** Where an expression is in the file: the whole node if it is written with an escape sequence. */
  #rangeOf(expression: string, node: ScalarNode, searchFrom: number): Range {
    const start = this.#source.text.indexOf(expression, searchFrom);
    const end = start + expression.length;
    return start === -1 || end > node.end ? node : { start, end };
  }

  #resolve(inner: string, isClosed: boolean): Resolution {
    // The text is not shown: it may be part of a secret that contains "${" by chance.
    if (!isClosed) return { problem: "this ${ is not closed", help: FORMS_HELP };
    const match =
      /^(?:env:(?<variable>[A-Za-z_]\w*)|config:(?<key>[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?))(?::-(?<fallback>.*))?$/s.exec(
        inner,
      );
    if (!match) return { problem: "invalid ${…} expression", help: FORMS_HELP };
    const { variable, key, fallback } = match.groups as Record<string, string | undefined>;
    if (fallback?.includes(EXPRESSION_START))
      return { problem: "a default cannot contain another ${…}", help: FORMS_HELP };
    return variable === undefined
      ? this.#fromConfig(key!, fallback)
      : this.#fromEnvironment(variable, fallback);
  }

  #fromEnvironment(name: string, fallback: string | undefined): Resolution {
    const expression = `\${env:${name}}`;
    if (!this.#values) return { expression };
    const text = this.#values.environment(name) || fallback;
    return {
      expression,
      ...checked(text, `the environment variable ${name}`, `set it, or add a default: \${env:${name}:-…}`),
    };
  }

  #fromConfig(key: string, fallback: string | undefined): Resolution {
    const expression = `\${config:${key}}`;
    if (!this.#values?.config) return { expression };
    const found = this.#values.config(key);
    const text = found?.value || fallback;
    const isSecret = found?.isSecret === true && found.value !== "";
    const help = `set it with \`pulumi config set ${key} …\`, or add a default: \${config:${key}:-…}`;
    return { expression, isSecret, ...checked(text, `the stack config value ${key}`, help) };
  }
}

/** An empty value counts as not set: pipelines turn a missing secret into an empty variable. */
function checked(text: string | undefined, name: string, help: string): Resolution {
  if (text === undefined) return { problem: `${name} is missing or empty`, help };
  const code = controlCharacterIn(text);
  if (code === undefined) return { text };
  return { problem: `${name} contains the control character ${code}`, help: "remove it" };
}

function hasExpression({ value }: ScalarNode): boolean {
  return typeof value === "string" && value.includes(EXPRESSION_START);
}

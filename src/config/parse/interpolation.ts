// Fills in `${env:NAME}` and `${config:KEY}`. No message shows a value that comes from outside the file.
import type { Diagnostics } from "../report/diagnostics";
import { controlCharacterIn } from "../source/printable";
import type { Source } from "../source/source";
import { EXPRESSION_START, partsOf } from "./expressions";
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

export { EXPRESSION_START };

/** A config file is often written by others than those who run it. It must not send or show their credentials. */
const CREDENTIALS = /^(LINK_MANAGEMENT|PULUMI)_/i;
const API_KEY = "link-management:apiKey";

const FORMS_HELP =
  "allowed: ${env:NAME}, ${config:KEY}, and ${env:NAME:-…} with a default; write $${ for the text ${";

/** What an interpolation uses and collects. */
export interface InterpolationContext {
  /** If unset, only the syntax of the expressions is checked. */
  readonly values: Values | undefined;
  readonly diagnostics: Diagnostics;
  /** The keys of all `${config:KEY}`, as written. */
  readonly configKeys: Set<string>;
  /** Whether a value is secret as far as the file shows. */
  isSecret(node: ScalarNode): boolean;
}

/**
 * Replaces all expressions of a tree by their values.
 * @param verbatim the top-level key whose value has no expressions
 */
export function interpolate(
  source: Source,
  { root, ...parsed }: Parsed,
  verbatim: string,
  context: InterpolationContext,
): Parsed {
  if (!root) return parsed;
  const interpolated = new Interpolator(source, context).map(root);
  const unchanged = root.pairs.get(verbatim);
  const pairs = unchanged ? new Map([...interpolated.pairs, [verbatim, unchanged]]) : interpolated.pairs;
  return { ...parsed, root: { ...interpolated, pairs } };
}

/** What an expression yields: a text, a problem, or neither if it stays unresolved. */
interface Resolution {
  readonly text?: string;
  readonly isSecret?: boolean;
  readonly plainKey?: string;
  readonly problem?: string;
  readonly help?: string;
  /** The expression without its default. Unset if its syntax is wrong. */
  readonly expression?: string;
}

class Interpolator {
  readonly #source: Source;
  readonly #context: InterpolationContext;
  /** An alias is the same node as its anchor, so its errors are reported once. */
  readonly #done = new Map<Node, Node>();

  constructor(source: Source, context: InterpolationContext) {
    this.#source = source;
    this.#context = context;
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
    const parts = partsOf(written);
    const found = parts.flatMap((part) => {
      if (part.expression === undefined) return [];
      const resolution = this.#resolve(part.expression, part.isClosed, node);
      this.#report(resolution, part.text, node);
      return [resolution];
    });
    const text = parts
      .map((part) => (part.expression === undefined ? part.text : (found[part.index]!.text ?? "")))
      .join("");
    if (found.length === 0) return { ...node, value: text };
    const isUnresolved = found.some((one) => one.text === undefined);
    return {
      ...node,
      value: isUnresolved ? new Unresolved(written) : text,
      interpolation: {
        expressions: [...new Set(found.flatMap(({ expression }) => expression ?? []))].join(" and "),
        isSecret: found.some(({ isSecret }) => isSecret),
        plainKeys: [...new Set(found.flatMap(({ plainKey }) => plainKey ?? []))],
        isWhole: parts.length === 1,
      },
      isInterpolated: true,
      ...(found.some(({ problem }) => problem !== undefined) && { hasReportedError: true }),
    };
  }

  /** Each different expression of a value once. With an escape sequence in it, the whole value is its range. */
  #report({ problem, help }: Resolution, written: string, node: ScalarNode): void {
    if (problem === undefined) return;
    const at = this.#source.text.slice(node.start, node.end).indexOf(written);
    const range = at === -1 ? node : { start: node.start + at, end: node.start + at + written.length };
    this.#context.diagnostics.errorOnce({ source: this.#source, range }, "expression", "", problem, help);
  }

  #resolve(inner: string, isClosed: boolean, node: ScalarNode): Resolution {
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
      ? this.#fromConfig(key!, fallback, node)
      : this.#fromEnvironment(variable, fallback);
  }

  #fromEnvironment(name: string, fallback: string | undefined): Resolution {
    const expression = `\${env:${name}}`;
    const { values } = this.#context;
    if (CREDENTIALS.test(name)) {
      const problem = `the variable ${name} is for the run itself: it or a similar one contains a credential`;
      return { expression, problem, help: "use a variable with another name" };
    }
    if (!values) return { expression };
    const text = values.environment(name) || fallback;
    return {
      expression,
      ...checked(text, `the environment variable ${name}`, `set it, or add a default: \${env:${name}:-…}`),
    };
  }

  #fromConfig(key: string, fallback: string | undefined, node: ScalarNode): Resolution {
    const expression = `\${config:${key}}`;
    const { values, configKeys } = this.#context;
    configKeys.add(key);
    if (key === API_KEY) {
      const problem = `the stack config value ${key} is the credential of the run`;
      return { expression, problem, help: "use another key" };
    }
    if (!values?.config) return { expression };
    const found = values.config(key);
    const text = found?.value || fallback;
    const origin = found?.value
      ? { isSecret: found.isSecret, ...(!found.isSecret && { plainKey: key }) }
      : {};
    const help = this.#context.isSecret(node)
      ? `set it with \`pulumi config set --secret ${key}\``
      : `set it with \`pulumi config set ${key} …\`, or add a default: \${config:${key}:-…}`;
    return { expression, ...origin, ...checked(text, `the stack config value ${key}`, help) };
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

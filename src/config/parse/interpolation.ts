// `${env:NAME}` and `${config:KEY}` in the values of a file: the text comes from outside, and stays there: no message
// shows it.
import type { Diagnostics } from "../report/diagnostics";
import { controlCharacterIn } from "../source/printable";
import type { Range, Source } from "../source/source";
import type { Parsed } from "./parse";
import {
  type ListNode,
  type MapNode,
  type Node,
  type Origin,
  type Pair,
  type ScalarNode,
  Unresolved,
} from "./tree";

/** A value of the stack's config. */
export interface ConfigValue {
  readonly value: string;
  readonly isSecret: boolean;
}

/** Where values come from. */
export interface Values {
  environment(name: string): string | undefined;
  /**
   * A value of the stack's config; a key without a namespace is the project's. Left out where the config of the stack
   * is not known: what comes from there stays open.
   */
  config?(key: string): ConfigValue | undefined;
}

/** Begins every expression; `$${` is the text itself. */
export const EXPRESSION_START = "${";

/**
 * The tree with all expressions replaced by their values.
 * @param verbatim the key of the file whose value has no expressions
 * @param values unset where they are not asked for; then only the form of the expressions is looked at
 */
export function interpolate(
  source: Source,
  { root, ...parsed }: Parsed,
  verbatim: string,
  values: Values | undefined,
  diagnostics: Diagnostics,
): Parsed {
  if (!root) return parsed;
  const filled = new Interpolation(source, values, diagnostics).map(root);
  // Which files there are was decided without values.
  const include = root.pairs.get(verbatim);
  const pairs = include ? new Map([...filled.pairs, [verbatim, include]]) : filled.pairs;
  return { ...parsed, root: { ...filled, pairs } };
}

type Expression =
  | { readonly from: "env" | "config"; readonly name: string; readonly otherwise: string | undefined }
  | { readonly problem: string };

type Value =
  | { readonly text?: string; readonly isSecret?: boolean }
  | { readonly problem: string; help: string };

class Interpolation {
  readonly #source: Source;
  readonly #values: Values | undefined;
  readonly #diagnostics: Diagnostics;
  /** An alias is the node that it names: its problems are told once. */
  readonly #done = new Map<Node, Node>();

  constructor(source: Source, values: Values | undefined, diagnostics: Diagnostics) {
    this.#source = source;
    this.#values = values;
    this.#diagnostics = diagnostics;
  }

  /** What needs nothing stays the node that it is, as most of a large file does. */
  map(node: MapNode): MapNode {
    const changed: Pair[] = [];
    for (const pair of node.pairs.values()) {
      const value = this.#node(pair.value);
      if (value !== pair.value) changed.push({ ...pair, value });
    }
    if (changed.length === 0) return node;
    const pairs = new Map([...node.pairs, ...changed.map((pair) => [pair.key, pair] as const)]);
    return { ...node, pairs, isFilled: changed.some(({ value }) => value.isFilled) };
  }

  #list(node: ListNode): ListNode {
    const items = node.items.map((item) => this.#node(item));
    if (items.every((item, index) => item === node.items[index])) return node;
    return { ...node, items, isFilled: items.some((item) => item.isFilled) };
  }

  #node(node: Node): Node {
    if (node.kind === "scalar" && !isText(node)) return node;
    const done = this.#done.get(node);
    if (done) return done;
    const filled = this.#filled(node);
    if (filled !== node) this.#done.set(node, filled);
    return filled;
  }

  #filled(node: Node): Node {
    if (node.kind === "map") return this.map(node);
    return node.kind === "list" ? this.#list(node) : this.#scalar(node, String(node.value));
  }

  #scalar(node: ScalarNode, written: string): Node {
    let text = "";
    let last = 0;
    let isDamaged = false;
    let isOpen = false;
    let isSecret = false;
    let isWhole = false;
    const shown = new Set<string>();
    const ranges = new Ranges(this.#source, node);
    for (const match of written.matchAll(/\$\$\{|\$\{([^}]*)(\})?/g)) {
      const [whole, inner, brace] = match;
      text += written.slice(last, match.index);
      last = match.index + whole.length;
      isWhole = whole === written;
      if (inner === undefined) {
        text += EXPRESSION_START;
        ranges.of(whole);
        continue;
      }
      const range = ranges.of(whole);
      const expression = parse(inner, brace !== undefined);
      const value =
        "problem" in expression ? { problem: expression.problem, help: FORMS } : this.#value(expression);
      if (!("problem" in expression)) shown.add(`\${${expression.from}:${expression.name}}`);
      if ("problem" in value) {
        this.#diagnostics.error({ source: this.#source, range }, value.problem, value.help);
        isDamaged = true;
      } else if (value.text === undefined) isOpen = true;
      else text += value.text;
      isSecret ||= "isSecret" in value && value.isSecret === true;
    }
    text += written.slice(last);
    if (shown.size === 0 && !isDamaged) return { ...node, value: text };
    const origin: Origin = {
      written: [...shown].join(" and "),
      isSecret,
      isWhole,
    };
    const value = isDamaged || isOpen ? new Unresolved(written) : text;
    return { ...node, value, origin, isFilled: true, ...(isDamaged && { isDamaged }) };
  }

  #value(expression: Exclude<Expression, { problem: string }>): Value {
    const { from, name, otherwise } = expression;
    if (!this.#values || (from === "config" && !this.#values.config)) return {};
    const found: ConfigValue | undefined =
      from === "config"
        ? this.#values.config?.(name)
        : { value: this.#values.environment(name) ?? "", isSecret: false };
    const what = from === "env" ? `the environment variable ${name}` : `the stack's config ${name}`;
    const text = found?.value || otherwise;
    if (text === undefined) {
      const set = from === "env" ? "set it" : `set it by \`pulumi config set ${name} …\``;
      return {
        problem: `${what} is not set, or empty`,
        help: `${set}, or give a default: \${${from}:${name}:-…}`,
      };
    }
    const code = controlCharacterIn(text);
    if (code !== undefined)
      return { problem: `${what} holds the control character ${code}`, help: "remove it" };
    return { text, isSecret: found?.isSecret === true && found.value !== "" };
  }
}

const FORMS =
  "possible are ${env:NAME} and ${config:KEY}, with a default ${env:NAME:-…}; the text ${ itself is written $${";

/** Its text is not shown: it may be part of a secret that holds "${" by chance. */
function parse(inner: string, isClosed: boolean): Expression {
  if (!isClosed) return { problem: "this ${ has no }" };
  const match =
    /^(?:(env):([A-Za-z_]\w*)|(config):([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?))(?::-(.*))?$/s.exec(inner);
  if (!match) return { problem: "this ${…} has none of the forms that are possible" };
  const [, env, variable, , key, otherwise] = match;
  if (otherwise?.includes(EXPRESSION_START)) return { problem: "a default cannot hold another ${…}" };
  return env ? { from: "env", name: variable!, otherwise } : { from: "config", name: key!, otherwise };
}

/** The places of the expressions of one text, asked for in their order. */
class Ranges {
  readonly #source: Source;
  readonly #node: ScalarNode;
  #from: number;

  constructor(source: Source, node: ScalarNode) {
    this.#source = source;
    this.#node = node;
    this.#from = node.start;
  }

  /** The whole text where the expression is not written in it as it stands, such as after an escape. */
  of(expression: string): Range {
    const start = this.#source.text.indexOf(expression, this.#from);
    const end = start + expression.length;
    if (start === -1 || end > this.#node.end) return { start: this.#node.start, end: this.#node.end };
    this.#from = end;
    return { start, end };
  }
}

function isText({ value }: ScalarNode): boolean {
  return typeof value === "string" && value.includes(EXPRESSION_START);
}

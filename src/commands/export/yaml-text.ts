// YAML of values that nobody has checked. Text is in quotes unless every reader takes it for plain text.
import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { sanitize } from "../../api/sanitize";
import { EXPRESSION_START } from "../../config/yaml/expressions";

export type Yaml = YAMLMap | YAMLSeq | Scalar;

/** With comments above the key, one line each. */
export type YamlPair = readonly [key: string, value: Yaml, comments?: readonly string[]];

const PLAIN = /^[A-Za-z][\w./@+-]*(?: [\w./@+-]+)*$|^https?:\/\/[\w./~%+-]+$/;
/** Other YAML versions read them as booleans or null. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|inf|nan)$/i;
/** Characters that a reader of the file cannot see. YAML allows them as escapes. JSON has escaped the others already. */
const INVISIBLE = /[\u007f-\u00a0\u00ad\u2028\u2029\ufffe\uffff]|\p{Cf}/gu;
/** No quoted text is broken into lines. */
const ONE_LINE = {
  lineWidth: 0,
  doubleQuotedAsJSON: true,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
};

/** A value that has no expressions: `${` of an account is text. */
export function scalar(value: unknown): Scalar {
  const text =
    typeof value === "string" ? value.replaceAll(EXPRESSION_START, () => `$${EXPRESSION_START}`) : value;
  return literal(text);
}

/** A key, or a value that is taken as it is. */
export function literal(value: unknown): Scalar {
  const node = new Scalar(value);
  if (typeof value === "string" && (!PLAIN.test(value) || WORDS.test(value))) node.type = Scalar.QUOTE_DOUBLE;
  return node;
}

export function mapping(pairs: readonly YamlPair[]): YAMLMap {
  const map = new YAMLMap();
  for (const [key, value, comments = []] of pairs) {
    const name = literal(key);
    if (comments.length > 0) name.commentBefore = commentText(comments);
    map.items.push(new Pair(name, value));
  }
  return map;
}

export function list(items: readonly Yaml[]): YAMLSeq {
  const node = new YAMLSeq();
  node.items.push(...items);
  return node;
}

/** On one line. */
export function flow<Node extends YAMLMap | YAMLSeq>(node: Node): Node {
  node.flow = true;
  return node;
}

/** @param header comments at the start of the file */
export function render(root: YAMLMap, header: readonly string[]): string {
  const document = new Document(root);
  document.commentBefore = commentText(header);
  return document.toString(ONE_LINE).replace(INVISIBLE, escaped);
}

/** Each on a line of its own, whatever it contains. */
function commentText(lines: readonly string[]): string {
  return lines.map((line) => ` ${sanitize(line)}`).join("\n");
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

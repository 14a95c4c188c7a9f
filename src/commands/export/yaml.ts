// YAML of values that nobody has checked, without the libraries that a file needs: a value is JSON, which is YAML, or plain
// text if every reader takes it for text.
import { sanitize, visible } from "../../api/sanitize";
import { EXPRESSION_START } from "../../config/yaml/expressions";

const PLAIN = /^[A-Za-z][\w./@+-]*(?: [\w./@+-]+)*$|^https?:\/\/[\w./~%+-]+$/;
/** Some readers take them for booleans or null. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|inf|nan)$/i;

/** A value on one line. It has no expressions: `${` of an account is text. */
export function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(([name, part]) => `${inline(name)}: ${inline(part)}`);
    return `{ ${pairs.join(", ")} }`;
  }
  if (typeof value !== "string") return String(value);
  if (PLAIN.test(value) && !WORDS.test(value)) return value;
  return visible(JSON.stringify(value.replaceAll(EXPRESSION_START, () => `$${EXPRESSION_START}`)));
}

/** One line, whatever the text contains. */
export function comment(text: string): string {
  return `# ${sanitize(text)}`;
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

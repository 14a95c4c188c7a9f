// External text on a terminal: `sanitize` drops what is hidden, `visible` shows it, `columnsOf` measures it.

/** Characters of external text in a message. */
const MAX_SHOWN = 300;

const COLORS = /\u001b\[[\d;]*m/g;
// What a terminal executes or does not show: control characters, line separators, marks of the writing direction, and
// characters without a width. A hard space looks like another one.
const HIDDEN = /[\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufffd-\uffff]|\p{Cf}/gu;

/** A value from outside in a message. */
export function quote(value: unknown): string {
  return sanitize(JSON.stringify(value), 80);
}

/** One line of at most `length` characters without control characters. */
export function sanitize(text: string, length = MAX_SHOWN): string {
  return cut(toLine(text.slice(0, length * 4)), length);
}

/** One line without control characters and colors. */
export function toLine(text: string): string {
  return text.replace(COLORS, "").replace(HIDDEN, " ").replace(/ {2,}/g, " ").trim();
}

/** Hidden characters as `\u001b`, which JSON and YAML read as the same text. Tabs and line feeds stay. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (hidden) => {
    if (hidden === "\n" || hidden === "\t") return hidden;
    return hidden.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  });
}

/** GitHub's runner takes `::` for a command at the beginning of a line, and `##[` anywhere. */
const COMMAND = /((?<=^\s*):|#(?=#\[))([:#])/gm;

/** A text of which no line is a command for the runner of a pipeline. */
export function withoutCommands(text: string): string {
  return text.replace(COMMAND, "$1 $2");
}

/** A character as `U+0007`. */
export function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** At most `length` characters. */
export function cut(line: string, length: number): string {
  if (line.length <= length) return line;
  // Drop half a surrogate pair at the cut.
  return `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A part of an address as text. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The width of a text without control characters on a terminal. Loading the library takes longer than reading a file. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const { default: stringWidth } = require("string-width") as typeof import("string-width");
  return stringWidth(text);
}

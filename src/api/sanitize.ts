// Makes external text safe for a terminal.

/** Characters of external text in a message. */
export const MAX_SHOWN = 300;

// Colors and movements of the cursor.
const CSI = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/;
// Other terminal escape sequences: OSC (titles, links), and two-character ones.
const OTHER_ESCAPE = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?/;
const ESCAPES = new RegExp(`${CSI.source}|${OTHER_ESCAPE.source}`, "g");
// Control characters, line separators, and marks that change the writing direction.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]+/g;

/** A value from outside in a message. */
export function quote(value: unknown): string {
  return sanitize(JSON.stringify(value), 80);
}

/** One line of at most `length` characters without control characters or terminal escapes. */
export function sanitize(text: string, length: number = MAX_SHOWN): string {
  return cut(toLine(text.slice(0, length * 4)), length);
}

/** One line without control characters or terminal escapes. */
export function toLine(text: string): string {
  return text.replace(ESCAPES, "").replace(UNPRINTABLE, " ").replace(/ {2,}/g, " ").trim();
}

/** At most `length` characters. */
export function cut(line: string, length: number): string {
  if (line.length <= length) return line;
  // Drop half a surrogate pair at the cut.
  return `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

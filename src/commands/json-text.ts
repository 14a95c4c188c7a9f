// JSON for a terminal.

/**
 * What a terminal may execute or not show: control characters, line separators, marks of the writing direction; and the
 * beginning of a command of GitHub's runner, `##[`.
 */
const UNPRINTABLE = /#(?=#\[)|[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** JSON with the same values. Unprintable characters are escaped. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

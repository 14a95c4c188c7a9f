// Text from a file, made safe for a terminal and for a message of one line.

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Control characters, and those that turn the writing direction, become `\u{…}`; tabs stay. */
export function printable(text: string): string {
  return text.replace(CONTROL, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** A value as part of a message: in quotes, on one line, cut where it is long. */
export function quoted(value: string, longest = 40): string {
  const cut = value.length > longest ? `${value.slice(0, longest)}…` : value;
  return `"${printable(cut).replace(/[\n\t]/g, " ")}"`;
}

/** `a, b and c`; `or` for alternatives. */
export function formatList(words: readonly string[], last: "and" | "or" = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** The first control character of a text that no value may hold, such as "U+0007". */
export function controlCharacterIn(text: string): string | undefined {
  const found = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.exec(text)?.[0];
  return found && `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

// Text of a config file in messages. Unlike `sanitize` of the API client, which drops what a service should not send,
// this keeps every character visible: users must find it in their file, and the marker below a line must line up.

const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Writes control characters and changes of the text direction as `\u{…}`. Tabs and line feeds stay. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** The same without line breaks. */
export function oneLine(text: string): string {
  return printable(text).replaceAll("\n", "\\u{a}").replaceAll("\t", "\\u{9}");
}

/** `U+0007` */
export function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The code point of the first control character, which no value may contain. */
export function controlCharacterIn(text: string): string | undefined {
  const match = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.exec(text);
  return match ? codePoint(match[0]) : undefined;
}

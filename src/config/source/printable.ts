// Text of a config file in messages: users must find every character in their file.
import { visible } from "../../api/sanitize";

/** All characters visible, without line breaks. */
export function oneLine(text: string): string {
  return visible(text).replaceAll("\n", "\\u000a").replaceAll("\t", "\\u0009");
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

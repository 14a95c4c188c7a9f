// How wide a text is on a terminal. The library is loaded when a text needs it: that takes longer than reading a file.

/** @param text without control characters @returns columns */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const { default: stringWidth } = require("string-width") as typeof import("string-width");
  return stringWidth(text);
}

// How many columns of a terminal a text takes.

/** Letters of East Asian scripts, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;
/** Accents, selectors and marks that are part of the letter before them. */
const ONLY_MARKS = /^[\p{Mn}\p{Me}\p{Cf}]*$/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** @param text without control characters */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const letter of lettersOf(text)) width += widthOfLetter(letter);
  return width;
}

/** At most `width` columns, with "…" at the end of a text that is longer. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return "";
  if (PLAIN.test(text)) return `${text.slice(0, width - 1)}…`;
  let beginning = "";
  let left = width - 1;
  for (const letter of lettersOf(text)) {
    left -= widthOfLetter(letter);
    if (left < 0) break;
    beginning += letter;
  }
  return `${beginning}…`;
}

/** Filled up with spaces. */
export function padToWidth(text: string, width: number, align: "left" | "right" = "left"): string {
  const space = " ".repeat(Math.max(0, width - widthOf(text)));
  return align === "left" ? text + space : space + text;
}

const SEGMENTER = new Intl.Segmenter("en");

/** As a reader sees them: with their accents. */
function* lettersOf(text: string): Generator<string> {
  for (const { segment } of SEGMENTER.segment(text)) yield segment;
}

function widthOfLetter(letter: string): number {
  if (ONLY_MARKS.test(letter)) return 0;
  return WIDE.test(letter) ? 2 : 1;
}

// Splits a value into text and `${…}`.

/** Starts an expression; `$${` is the text itself. */
export const EXPRESSION_START = "${";

/** A piece of a value: text, or an expression as written. */
interface Part {
  readonly text: string;
  /** What is inside the braces. */
  readonly expression?: string;
  readonly isClosed: boolean;
  /** Among the expressions. */
  readonly index: number;
}

/** The braces in a default come in pairs. */
export function partsOf(written: string): readonly Part[] {
  const parts: Part[] = [];
  const addText = (text: string) => {
    if (text !== "") parts.push({ text, isClosed: true, index: -1 });
  };
  let at = 0;
  for (let index = 0; ; ) {
    const start = written.indexOf(EXPRESSION_START, at);
    if (start === -1) break;
    if (start > at && written[start - 1] === "$") {
      addText(written.slice(at, start - 1) + EXPRESSION_START);
      at = start + 2;
      continue;
    }
    addText(written.slice(at, start));
    const close = closingBrace(written, start + 2);
    at = close === -1 ? written.length : close + 1;
    const expression = written.slice(start + 2, close === -1 ? undefined : close);
    parts.push({ text: written.slice(start, at), expression, isClosed: close !== -1, index });
    index += 1;
  }
  addText(written.slice(at));
  return parts;
}

/** -1 if there is none. */
function closingBrace(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

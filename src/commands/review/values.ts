// Values in a review, for people.

/** Of a long value: so much before the first difference, from there, and at its end. */
const BEFORE = 20;
const MAX_CELL = 200;
const AT_END = 60;

function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

/** One value on its own. */
export function shortText(value: unknown): string {
  return shortened([undefined, undefined, value])[2]!;
}

/** Long values from where the new one differs: a change must be seen. @param values old, live and new */
export function shortened(values: readonly unknown[]): readonly string[] {
  const texts = values.map(textOf);
  const [old = "", live = "", next = ""] = texts;
  const before = live || old;
  const isChange = before !== "" && next !== "";
  const from = isChange ? Math.max(0, firstDifference(before, next) - BEFORE) : 0;
  return texts.map((text) => {
    if (text.length <= MAX_CELL + AT_END) return text;
    const start = Math.min(from, text.length - MAX_CELL);
    const between = text.length - AT_END - (start + MAX_CELL);
    const beginning = `${start > 0 ? `(${start} more)…` : ""}${text.slice(start, start + MAX_CELL)}`;
    return between <= 0
      ? beginning + text.slice(start + MAX_CELL)
      : `${beginning}…(${between} more)…${text.slice(-AT_END)}`;
  });
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

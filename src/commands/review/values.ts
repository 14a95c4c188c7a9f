// Values in a review, for people.
import { domainToUnicode } from "node:url";
import { parseAddress } from "../../api/web-address";
import { hasUnknown } from "../../kind/unknown";

/** Of a long value: so much before the first difference, from there, and at its end. */
const BEFORE = 20;
const MAX_VALUE = 200;
const AT_END = 60;

function textOf(value: unknown): string {
  if (value === undefined) return "[none]";
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

/** Long values from where they differ: a change must be seen. @param values before and after, or one of them */
export function shortened(values: readonly unknown[]): readonly string[] {
  const texts = values.map(textOf);
  const from = texts.length > 1 ? Math.max(0, firstDifference(texts[0]!, texts[1]!) - BEFORE) : 0;
  return texts.map((text) => {
    if (text.length <= MAX_VALUE + AT_END) return text;
    const start = Math.min(from, text.length - MAX_VALUE);
    const between = text.length - AT_END - (start + MAX_VALUE);
    const beginning = `${start > 0 ? `(${start} more)…` : ""}${text.slice(start, start + MAX_VALUE)}`;
    return between <= 0
      ? beginning + text.slice(start + MAX_VALUE)
      : `${beginning}…(${between} more)…${text.slice(-AT_END)}`;
  });
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Where addresses lead that people reach. `undefined` if neither value leads to a host. */
export function hostsOf(before: unknown, after: unknown): { before: string; after: string } | undefined {
  const [from, to] = [hostIn(before), hostIn(after)];
  return from === undefined && to === undefined ? undefined : { before: shown(from), after: shown(to) };
}

/** The host of a value, or of the first address in a text. `undefined` if it has none, or is secret or not known yet. */
function hostIn(value: unknown): string | undefined {
  if (typeof value !== "string" || hasUnknown(value)) return undefined;
  const [address = value.trim()] = /https?:\/\/[^\s"'<>;]+/i.exec(value) ?? [];
  return parseAddress(address)?.host || undefined;
}

/** With its form in ASCII, if that is another one: letters of other scripts look alike. */
function shown(host: string | undefined): string {
  if (host === undefined) return "no address";
  const name = domainToUnicode(host);
  return name === host || name === "" ? host : `${name} (${host})`;
}

// When two values of an argument are equal. There are three questions, and each has one rule:
//
// 1. Does the config change, and is an object equal enough to adopt? `field.same`: equal in meaning. Text in Unicode form
//    NFC and else exact, addresses as URLs, colors and flags in any notation.
// 2. Is it drift, between the record and a list? `isAsGiven`: equal in meaning, apart from what services do to any text, and
//    to names.
// 3. Is it ours, so that a new entry may mean it, or an id still belongs to its record? `isOurs`: the widest rule, because
//    to create an object twice is worse than to ask.

/** By name, without `&` and `;`. */
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

import type { Field } from "./field";

/**
 * Whether a list shows a value as it was given. Services escape any text for HTML and cut outer spaces. They rewrite some
 * texts further, in letter case and repeated spaces. Such a difference is not drift: it would come back after every update.
 */
export function isAsGiven(field: Field, given: unknown, shown: unknown): boolean {
  if (isAsSent(field, given, shown)) return true;
  if (!field.rewritten && !field.createOnly) return false;
  return loose(field.canonical(plain(given))) === loose(field.canonical(plain(shown)));
}

/** The same without what services rewrite: such a text would not change if it were sent again. */
export function isAsSent(field: Field, given: unknown, shown: unknown): boolean {
  return field.same(given, shown) || field.same(plain(given), plain(shown));
}

/** Whether two values of a create-only or identifying argument may belong to one object. */
export function isOurs(field: Field, a: unknown, b: unknown): boolean {
  return field.same(a, b) || ownText(field, a) === ownText(field, b);
}

/** Equal exactly if the values may belong to one object. */
export function ownText(field: Field, value: unknown): string {
  return loose(exactText(field, plain(value))).replace(/\/$/, "");
}

/** Equal exactly if the values identify one object, as far as the config says. */
export function exactText({ canonical, identifies = canonical }: Field, value: unknown): string {
  return String(identifies(value));
}

/** Whether two values identify one object, as far as the config says. */
export function isIdentical(field: Field, a: unknown, b: unknown): boolean {
  return exactText(field, a) === exactText(field, b);
}

/** A value of a list as it was before the service escaped it for HTML. Sent as it is, it would grow with each update. */
export function decodeEntities(value: unknown): unknown {
  return typeof value === "string" ? withoutEntities(value) : value;
}

function withoutEntities(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#0*39|#x0*27);/g, (_, name) => ENTITIES[name ?? "apos"]!);
}

/** Without what services do to any text. Some escape again what they have escaped before. */
function plain(value: unknown): unknown {
  return typeof value === "string" ? withoutEntities(value.replace(/&(?:amp;)+/g, "&")).trim() : value;
}

function loose(value: unknown): string {
  return String(value).replace(/\s+/g, " ").toLowerCase();
}

// Arguments that api.md does not have, such as the name of a QR code. A service may keep them as given, rewrite them, hide
// them, or show something else. So another value is drift only if the service has shown the given one since it was sent.
import { quote } from "../api/sanitize";
import type { Definition, Props } from "./definition";
import { looksRewritten } from "./field";
import type { Metadata } from "./metadata";

type Knowledge = Pick<Metadata, "confirmed" | "replaced">;

export function undocumentedNames({ fields }: Pick<Definition, "fields">): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.undocumented);
}

/** What a list shows of an undocumented argument: the given value, a change by hand, or nothing that can be used. */
export type Reading = "given" | "drift" | "unreadable";

/** @param shown `undefined` if the list shows nothing @param isSecret the shown value contains a secret */
export function readingOf(
  { fields }: Pick<Definition, "fields">,
  name: string,
  given: unknown,
  shown: unknown,
  { confirmed = [], replaced = {} }: Knowledge,
  isSecret: boolean,
): Reading {
  const same = (a: unknown, b: unknown) => fields[name]?.same(a, b) === true || looksRewritten(a, b);
  if (shown !== undefined && same(given, shown)) return "given";
  const isOwn = name in replaced && same(replaced[name], shown);
  return confirmed.includes(name) && shown !== undefined && !isOwn && !isSecret ? "drift" : "unreadable";
}

/** What is known after a list has shown the given value of some arguments. */
export function confirm({ confirmed = [] }: Knowledge, names: readonly string[]): Knowledge {
  const all = [...new Set([...confirmed, ...names])];
  return all.length === 0 ? {} : { confirmed: all };
}

/** What is known after an update. Nothing secret is recorded: the metadata are in plain text. */
export function afterUpdate(
  definition: Pick<Definition, "fields">,
  { confirmed = [], replaced = {} }: Knowledge,
  before: Props,
  changed: readonly string[],
  secrets: ReadonlySet<string>,
): Knowledge {
  const sent = undocumentedNames(definition).filter((name) => changed.includes(name));
  const rest = confirmed.filter((name) => !sent.includes(name));
  const old = sent.filter((name) => before[name] !== undefined && !secrets.has(name));
  const all = { ...replaced, ...Object.fromEntries(old.map((name) => [name, before[name]])) };
  return {
    ...(rest.length > 0 && { confirmed: rest }),
    ...(Object.keys(all).length > 0 && { replaced: all }),
  };
}

/** @param shown `undefined` if it must not be shown */
export function unreadableWarning(name: string, shown: unknown): string {
  const value = shown === undefined ? "" : ` (${quote(shown)})`;
  return (
    `the service shows another ${name}${value} than the config, so it is not compared from now on. If it was changed by ` +
    "hand, change it back there. Reported once for all entries"
  );
}

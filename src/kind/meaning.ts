// Two questions about the values of an argument, and the one rule of each.
//
// - Does the config change? `same`. Between two entries, nothing else counts.
// - Is what the service shows this value? `alike`: for drift, for adoption, and for whether an object is ours.
//
// | value             | `same` ignores             | `alike` also ignores                                     |
// | ----------------- | -------------------------- | -------------------------------------------------------- |
// | name, description | the Unicode form           | HTML entities, outer and repeated spaces, letter case    |
// | slug, alias       | the Unicode form           | entities, outer spaces, letter case of an object by id   |
// | domain            | what a URL ignores         | entities, outer spaces, the scheme                       |
// | other address     | what a URL ignores         | entities, outer spaces                                   |
// | tag, other text   | the Unicode form           | entities, outer spaces                                   |
// | color             | the notation               |                                                          |
// | flag              | 1, "1" or true             |                                                          |
// | type of a pixel   | which word of its network  |                                                          |
// | content of a code | the order of keys          | (no service shows it)                                    |
//
// A slug or an alias is typed to get somewhere: in another letter case, it may be that of another object. Only an object that
// is known by its id may show it in another case.
import { decodeEntities, type Field, hostOf } from "./field";

/** Whether two values of the config mean the same. */
export function same({ canonical }: Field, a: unknown, b: unknown): boolean {
  // Usually nothing changed, and parsing an address takes long.
  return a === b || canonical(a) === canonical(b);
}

/** Whether a service shows a value that was given. @param isFound the object is known by its id. @default true */
export function alike(field: Field, given: unknown, shown: unknown, isFound = true): boolean {
  return given === shown || alikeText(field, given, isFound) === alikeText(field, shown, isFound);
}

/** A text that is equal exactly if two values are alike. */
export function alikeText({ canonical, rewritten }: Field, value: unknown, isFound = true): string {
  const text = String(canonical(plain(value)));
  if (rewritten === "name") return text.replace(/\s+/g, " ").toLowerCase();
  if (rewritten === "scheme") return hostOf(text);
  return rewritten === "path" && isFound ? text.toLowerCase() : text;
}

/** A value without what services do to any text. Some escape again what they have escaped before. */
function plain(value: unknown): unknown {
  return typeof value === "string" ? String(decodeEntities(value.replace(/&(?:amp;)+/g, "&"))).trim() : value;
}

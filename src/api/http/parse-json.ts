// JSON from outside, read with bounds.

/** The answers of api.md have some six levels; what has more can exhaust the stack of whoever walks through it. */
const MOST_LEVELS = 64;
/** Enough for a page of 50,000 entries; each takes many times the memory of the two bytes that it is written in. */
const MOST_VALUES = 500_000;

/** What an object or a list takes beside what it is written in. */
const BYTES_EACH = 56;

/** JSON that is nested too deeply for an answer of the service, or holds too many values. */
export class ExcessiveJson extends Error {}

/**
 * `JSON.parse` that drops keys which a careless copy of the object would turn into its prototype.
 * @returns the value, and about how much memory it takes, in bytes
 * @throws SyntaxError, ExcessiveJson
 */
export function parseJson(text: string): { value: unknown; size: number } {
  const size = text.length + BYTES_EACH * countContainers(text);
  const isSuspicious = /__proto__|\\u00(?:5f|70|72|6f|74)/i.test(text);
  const value = isSuspicious
    ? JSON.parse(text, (key, value) => (key === "__proto__" ? undefined : value))
    : JSON.parse(text);
  return { value, size };
}

/**
 * The objects and lists in a text. Counted before it is parsed: millions of levels take seconds to build, and millions
 * of values more memory than the text.
 * @throws ExcessiveJson
 */
function countContainers(text: string): number {
  let depth = 0;
  let values = 0;
  let containers = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isText) {
      if (character === "\\") at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') {
      isText = true;
    } else if (character === "[" || character === "{") {
      depth += 1;
      values += 1;
      containers += 1;
      if (depth > MOST_LEVELS) throw new ExcessiveJson(`more than ${MOST_LEVELS} levels`);
    } else if (character === "]" || character === "}") {
      depth -= 1;
    } else if (character === ",") {
      values += 1;
      if (values > MOST_VALUES) throw new ExcessiveJson(`more than ${MOST_VALUES} values`);
    }
  }
  return containers;
}

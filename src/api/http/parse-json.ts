// Parses external JSON within bounds.

/** Responses of api.md have about six levels. Deeper nesting can exhaust the stack of a recursive reader. */
const MAX_LEVELS = 64;
/** Enough for a page of 50,000 items. A value takes many times the memory of its two bytes of text. */
const MAX_VALUES = 500_000;

/** Memory of an object or an array, in addition to its text. */
const CONTAINER_BYTES = 56;

/** JSON with too many levels or values for a response of the service. */
export class ExcessiveJson extends Error {}

/**
 * `JSON.parse` without `__proto__` keys, which a careless copy of the object would turn into its prototype.
 * @returns the value, and its estimated memory in bytes
 * @throws SyntaxError, ExcessiveJson
 */
export function parseJson(text: string): { value: unknown; size: number } {
  const size = text.length + CONTAINER_BYTES * countContainers(text);
  const isSuspicious = /__proto__|\\u00(?:5f|70|72|6f|74)/i.test(text);
  const value = isSuspicious
    ? JSON.parse(text, (key, value) => (key === "__proto__" ? undefined : value))
    : JSON.parse(text);
  return { value, size };
}

/**
 * The number of objects and arrays. Counted before parsing: millions of levels take seconds to build, and millions of
 * values take more memory than their text.
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
      if (depth > MAX_LEVELS) throw new ExcessiveJson(`more than ${MAX_LEVELS} levels`);
    } else if (character === "]" || character === "}") {
      depth -= 1;
    } else if (character === ",") {
      values += 1;
      if (values > MAX_VALUES) throw new ExcessiveJson(`more than ${MAX_VALUES} values`);
    }
  }
  return containers;
}

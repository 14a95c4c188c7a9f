// JSON from outside, read with bounds.

/** The answers of api.md have some six levels; what has more can exhaust the stack of whoever walks through it. */
const DEEPEST = 64;

/** JSON that is nested too deeply for an answer of the service. */
export class TooDeep extends Error {}

/**
 * `JSON.parse` that drops keys which a careless copy of the object would turn into its prototype.
 * @throws SyntaxError, TooDeep
 */
export function parseJson(text: string): unknown {
  refuseDepth(text);
  const isSuspicious = /__proto__|\\u00(?:5f|70|72|6f|74)/i.test(text);
  return isSuspicious
    ? JSON.parse(text, (key, value) => (key === "__proto__" ? undefined : value))
    : JSON.parse(text);
}

// Before it is parsed: millions of levels take seconds to build, and more memory than the text.
function refuseDepth(text: string): void {
  let depth = 0;
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
      if (depth > DEEPEST) throw new TooDeep(`more than ${DEEPEST} levels`);
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
}

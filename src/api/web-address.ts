// The parts of a web address.

/**
 * `undefined`: the text is no address. Not by `URL.canParse`: after many calls, Node 20 answers it wrongly for a text with
 * letters such as ü, so that a value would change its meaning within a run.
 */
export function parseAddress(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

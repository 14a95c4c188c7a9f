// The patterns of `export --only` and `--exclude`: `*`, `?` and `{a,b}`.
import { ConfigFileError } from "./config-file-error";

/** Of one pattern, after `{a,b}` is expanded. */
const MAX_ALTERNATIVES = 100;
const SUPPORTED = "a pattern may contain *, ? and {a,b}";

/** Whether a name in a folder matches a segment. Only a segment that starts with a "." matches a hidden name. */
export function matchesSegment(name: string, segment: string): boolean {
  if (name.startsWith(".") && !segment.startsWith(".")) return false;
  let at = 0;
  let star: { readonly in: number; at: number } | undefined;
  let index = 0;
  while (at < name.length) {
    if (segment[index] === "*") {
      star = { in: index, at };
      index += 1;
    } else if (segment[index] === "?" || segment[index] === name[at]) {
      index += 1;
      at += 1;
    } else if (star) {
      // The last star takes one more character. An earlier one never has to.
      star.at += 1;
      at = star.at;
      index = star.in + 1;
    } else return false;
  }
  while (segment[index] === "*") index += 1;
  return index === segment.length;
}

/** The alternatives of `{a,b}`. @throws ConfigFileError */
export function expandBraces(glob: string): string[] {
  let expanded = [""];
  for (const part of glob.split(/(\{[^{}]*\})/)) {
    const isGroup = part.startsWith("{") && part.endsWith("}");
    if (!isGroup && /[{}]/.test(part))
      throw new ConfigFileError("{a,b} is not closed, or contains another one");
    const words = isGroup ? part.slice(1, -1).split(",") : [part];
    if (isGroup && words.length === 1) throw new ConfigFileError(`"${part}" has no comma: ${SUPPORTED}`);
    if (expanded.length * words.length > MAX_ALTERNATIVES)
      throw new ConfigFileError(`the pattern has more than ${MAX_ALTERNATIVES} alternatives`);
    expanded = expanded.flatMap((start) => words.map((word) => start + word));
  }
  return expanded;
}

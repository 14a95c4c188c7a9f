// JSON for a terminal.
import { visible } from "../api/sanitize";

/** JSON with the same values. GitHub's runner takes a line with `##[` for a command. */
export function jsonText(value: unknown): string {
  return visible(JSON.stringify(value, null, 2)).replaceAll("##[", "\\u0023#[");
}

// Suspicious content of a QR code, and whether the content is secret.
import type { LintWarning, Props } from "../../kind/definition";
import { kindsOf } from ".";
import { isMapping } from "./rules";

/**
 * Whether the content may contain a wifi password. A value that is not known here, such as an output of another resource
 * or a misspelled name, may.
 */
export function mayHoldWifi({ type, data, content }: Props, types: readonly string[]): boolean {
  const isHarmless = (kind: unknown) => kind !== "wifi" && types.some((known) => known === kind);
  const kinds = kindsOf(content);
  if (!isHarmless(type) || !kinds.every(isHarmless)) return true;
  if (content !== undefined && kinds.length === 0) return true;
  return textsIn([data, content]).some((text) => /WIFI:/i.test(text));
}

/** Only known texts: not those of outputs. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  const isPlain = isMapping(value) && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap(textsIn) : [];
}

export function contentWarnings({ type, data, content }: Props): readonly LintWarning[] {
  if (typeof type !== "string") return [];
  const warnings: LintWarning[] = [];
  if (type === "link" && typeof data === "string" && !isAddress(data)) {
    const message =
      "the data of a code of type link is not an address: write it with its scheme, such as https://";
    warnings.push({ field: "data", message });
  }
  for (const kind of kindsOf(content)) {
    if (type === "text" || type === kind) continue;
    const message = `content for ${kind} in a code of type ${type}: set type to ${kind} or text`;
    warnings.push({ field: "content", message });
  }
  return warnings;
}

/** A line break at the end comes from a YAML block. White space inside breaks the address. */
function isAddress(text: string): boolean {
  return URL.canParse(text) && !/\s/.test(text.trim());
}

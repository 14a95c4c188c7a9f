// What a QR code's content gives reason to doubt, and whether it is secret.
import type { LintWarning, Props } from "../../kind/definition";
import { kindsOf } from ".";
import { isMapping } from "./rules";

/**
 * Whether a password may stand in the content. What is not known here, such as the output of another resource or a
 * mistyped name, counts as one.
 */
export function mayHoldWifi({ type, data, content }: Props, types: readonly string[]): boolean {
  const isHarmless = (kind: unknown) => kind !== "wifi" && types.some((known) => known === kind);
  const kinds = kindsOf(content);
  if (!isHarmless(type) || !kinds.every(isHarmless)) return true;
  if (content !== undefined && kinds.length === 0) return true;
  return textsIn([data, content]).some((text) => /WIFI:/i.test(text));
}

/** Of outputs of other resources nothing is known. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  const isPlain = isMapping(value) && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap(textsIn) : [];
}

export function contentFindings({ type, data, content }: Props): readonly LintWarning[] {
  if (typeof type !== "string") return [];
  const findings: LintWarning[] = [];
  if (type === "link" && typeof data === "string" && !isAddress(data)) {
    const message = "data of a code of type link is no address: write it with its scheme, such as https://";
    findings.push({ field: "data", message });
  }
  for (const kind of kindsOf(content)) {
    if (type === "text" || type === kind) continue;
    const message = `content of a code of type ${type} is for ${kind}: it belongs to type ${kind}, or to type text`;
    findings.push({ field: "content", message });
  }
  return findings;
}

/** A line break at the end is what a block of YAML leaves there; white space within breaks the address. */
function isAddress(text: string): boolean {
  return URL.canParse(text) && !/\s/.test(text.trim());
}

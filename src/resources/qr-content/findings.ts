// What is most likely a mistake in the content of a code. It may be secret, so no message quotes it.
import type { Finding, Props } from "../../kind/definition";
import { type TextKind, textFinding } from "../../kind/text-checks";
import { wifiIn } from "./wifi";

/** @param args of a code, or the fields of an entry. One finding for each text */
export function contentFindings({ type, data, content }: Props): readonly Finding[] {
  if (content !== undefined) return inFields(content, ["content"]);
  if (typeof data !== "string") return inFields(data, ["data"]);
  const isAddress = type === "link" || (type === "text" && /^https?:\S+$/i.test(data));
  const found = textFinding(data, isAddress ? "address" : "text") ?? inFields(wifiIn(data), [])[0];
  return found ? [{ ...found, path: ["data"] }] : [];
}

/** What is not text is not known yet. */
function inFields(given: unknown, path: readonly string[]): readonly Finding[] {
  if (typeof given !== "object" || given === null || Object.getPrototypeOf(given) !== Object.prototype)
    return [];
  return Object.entries(given).flatMap(([name, value]): readonly Finding[] => {
    if (typeof value !== "string") return inFields(value, [...path, name]);
    const found = textFinding(value, kindOf(name, given as Props));
    return found ? [{ ...found, path: [...path, name] }] : [];
  });
}

/** What a field with this name is, in a content and in the objects that services take. */
function kindOf(name: string, { encryption, password }: Props): TextKind {
  if (name === "ssid") return "ssid";
  if (name === "website" || name === "site") return "address";
  // An enterprise network has no such limits.
  const isWpa = /^WPA(?!.*EAP)/i.test(String(encryption ?? (password && "WPA")));
  return isWpa && (name === "password" || name === "pass") ? "wpaPassword" : "text";
}

// What is most likely a mistake in the content of a code. It may be secret, so no message quotes it.
import type { Finding, Props } from "../../kind/definition";
import { type TextKind, textFinding } from "../../kind/texts/text-checks";
import { wifiIn } from "./wifi";

/** What the whole data of a code is. Services make what they like of the other types. */
const KINDS: Readonly<Record<string, TextKind>> = {
  text: "textCode",
  wifi: "wifiCode",
  vcard: "vcardCode",
  staticvcard: "vcardCode",
};

/** What the data of a code is, for the table of text checks. */
function kindsOf(type: unknown, data: string): readonly TextKind[] {
  const isAddress = type === "link" || (type === "text" && /^https?:\S+$/i.test(data));
  const whole = KINDS[String(type)];
  return [...(whole ? [whole] : []), isAddress ? "address" : "text"];
}

/** @param args of a code, or the fields of an entry. One finding for each text */
export function contentFindings({ type, data, content }: Props): readonly Finding[] {
  if (content !== undefined) return inFields(content, ["content"]);
  if (typeof data !== "string") return inFields(data, ["data"]);
  const found = textFinding(data, ...kindsOf(type, data)) ?? inFields(wifiIn(data), [])[0];
  return found ? [{ ...found, path: ["data"] }] : [];
}

/** What is not text is not known yet. */
function inFields(given: unknown, path: readonly string[]): readonly Finding[] {
  if (typeof given !== "object" || given === null || Object.getPrototypeOf(given) !== Object.prototype)
    return [];
  return Object.entries(given).flatMap(([name, value]): readonly Finding[] => {
    if (typeof value !== "string") return inFields(value, [...path, name]);
    const found = textFinding(value, "text", ...kindsOfField(name, given as Props));
    return found ? [{ ...found, path: [...path, name] }] : [];
  });
}

/** What a field with this name is, in a content and in the objects that services take. */
function kindsOfField(name: string, { encryption, password }: Props): readonly TextKind[] {
  if (name === "ssid") return ["ssid"];
  if (name === "website" || name === "site") return ["address"];
  if (name !== "password" && name !== "pass") return [];
  // An enterprise network has no such limits.
  return /^WPA(?!.*EAP)/i.test(String(encryption ?? (password && "WPA"))) ? ["wpaPassword"] : [];
}

// What is most likely a mistake in the content of a code, or its logo. It may be secret, so no message quotes it.
import type { Finding, Props } from "../../kind/definition";
import { formatList } from "../../kind/schema";
import { type TextKind, textWarning } from "../../kind/text-checks";
import { holdsText, isTooLong, isWrongType, type Named, TOO_LONG, TYPES_FOR } from "./types";
import { isWpa, networkWarning } from "./wifi";

type Warning = string | undefined;

/** @param args of a code, or the fields of an entry. One warning for each text */
export function contentWarnings({ type, data, content }: Props): readonly Finding[] {
  if (content !== undefined) return inFields(content, ["content"]);
  if (typeof data !== "string") return inFields(data, ["data"]);
  const message = ofText(type, data);
  return message === undefined ? [] : [{ path: ["data"], severity: "warning", message }];
}

function ofText(type: unknown, data: string): Warning {
  const isCutOff = !holdsText(type) && isTooLong(data);
  return (
    ofType(type, data) ??
    textWarning(data, type === "link" ? "address" : "text") ??
    (isNamed("wifi", data) ? networkWarning(data) : undefined) ??
    (isCutOff
      ? `has more than ${TOO_LONG}: only a service that puts an address into it makes one`
      : undefined)
  );
}

const START: Readonly<Record<Named, RegExp>> = { wifi: /^\s*WIFI:/i, vcard: /^\s*BEGIN:VCARD/i };
const isNamed = (name: Named, data: string) => START[name].test(data);
const FIELDS: Readonly<Record<Named, string>> = {
  wifi: "content: { wifi: { ssid: …, password: … } } in place of it, or wifiText({ … }) in a program",
  vcard: "content: { vcard: { name: … } } in place of it, or vcardText({ … }) in a program",
};

/** A standard text with another type, or other words with the type of one. */
function ofType(type: unknown, data: string): Warning {
  const name = (Object.keys(START) as Named[]).find((one) => isNamed(one, data));
  if (name !== undefined && isWrongType(type, name))
    return `is the text of a ${name}, so the type should be ${formatList(TYPES_FOR[name], "or")}`;
  const wanted = type === "wifi" ? "wifi" : type === "vcard" || type === "staticvcard" ? "vcard" : undefined;
  if (wanted === undefined || name !== undefined) return undefined;
  return `is not the text of a ${wanted}, so no scanner reads it as one: write ${FIELDS[wanted]}`;
}

/** By the names of fields: ours, and those of services. */
const KINDS: Readonly<Record<string, (fields: Props) => TextKind>> = {
  ssid: () => "ssid",
  password: ({ encryption = "WPA" }) => (isWpa(encryption) ? "wpaPassword" : "text"),
  pass: ({ encryption }) => (isWpa(encryption) ? "wpaPassword" : "text"),
  website: () => "address",
};

/** What is not text is not known yet. */
function inFields(given: unknown, path: readonly string[]): readonly Finding[] {
  if (typeof given !== "object" || given === null || Object.getPrototypeOf(given) !== Object.prototype)
    return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const at = [...path, name];
    if (typeof value !== "string") return inFields(value, at);
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name]!(given as Props) : "text";
    const message = textWarning(value) ?? textWarning(value, kind);
    return message === undefined ? [] : [{ path: at, severity: "warning" as const, message }];
  });
}

/** It may be a path on the service, but not one of this computer. */
export function logoWarning(logo: string): string | undefined {
  return textWarning(logo, logo.startsWith("/") ? "path" : "logo");
}

// What is most likely a mistake in the content of a code, or its logo. It may be secret, so no message quotes it.
import type { Finding, Props } from "../../kind/definition";
import { formatList } from "../../kind/schema";
import { addressWarning, textWarning } from "../../kind/text-warnings";
import { holdsText, isTooLong, isWrongType, type Named, TOO_LONG, TYPES_FOR } from "./types";
import { networkWarning, passwordWarning, ssidWarning } from "./wifi";

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
    textWarning(data) ??
    (type === "link" ? addressWarning(data) : undefined) ??
    (isNamed("wifi", data) ? networkWarning(data) : undefined) ??
    phonesIn(type, data).map(phoneWarning).find(Boolean) ??
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
const BY_FIELD = new Map<string, (text: string, fields: Props) => Warning>([
  ["ssid", ssidWarning],
  ["password", (text, { encryption = "WPA" }) => passwordWarning(text, encryption)],
  ["pass", (text, { encryption }) => passwordWarning(text, encryption)],
  ["phone", phoneWarning],
  ["mobile", phoneWarning],
  ["website", addressWarning],
]);

/** What is not text is not known yet. */
function inFields(given: unknown, path: readonly string[]): readonly Finding[] {
  if (typeof given !== "object" || given === null || Object.getPrototypeOf(given) !== Object.prototype)
    return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const at = [...path, name];
    if (typeof value !== "string") return inFields(value, at);
    const message = textWarning(value) ?? BY_FIELD.get(name)?.(value, given as Props);
    return message === undefined ? [] : [{ path: at, severity: "warning" as const, message }];
  });
}

/** Numbers to call or to write to. */
function phonesIn(type: unknown, data: string): readonly string[] {
  const [, dialed] = /^(?:tel|sms|smsto|mms|mmsto):([^:?]*)/i.exec(data) ?? [];
  if (dialed !== undefined) return [dialed];
  if (type === "phone") return [data];
  if (!isNamed("vcard", data)) return [];
  return Array.from(data.matchAll(/^(?:\w+\.)?TEL\b[^:\r\n]*:(.*)$/gim), ([, number = ""]) => number);
}

function phoneWarning(text: string): Warning {
  // The second one has a "+", or a zero behind what looks like a whole number.
  if (/\d[^\d+]*\+ *\d/.test(text) || /^(?:\D*\d){6,}\D*[/;|]\s*0(?:\D*\d){4}/.test(text))
    return "has two phone numbers, which phones read as one: write one of them";
  // What follows a comma is dialed later, and what follows a semicolon is a parameter.
  const [number = ""] = text.split(/[,;]/);
  const digits = number.replace(/\D/g, "").replace(/^00/, "");
  return digits.length > 15 ? "has more than 15 digits, which no phone number has: check it" : undefined;
}

const FILE_NAME = "is the name of a file here, which the service cannot read";
const LOGO_HELP = "write the address of a PNG or JPG image, such as https://example.com/logo.png";

/** It may be a path on the service, but not one of this computer. */
export function logoWarning(logo: string): string | undefined {
  const isPath = logo.startsWith("/");
  if (!isPath && !/^[a-z][a-z\d+.-]+:/i.test(logo)) return `${FILE_NAME}: ${LOGO_HELP}`;
  const wrong = isPath ? textWarning(logo) : addressWarning(logo);
  if (wrong !== undefined) return wrong;
  return /\.(svg|gif|webp|avif|pdf|eps)$/i.test(logo) ? `has another format: ${LOGO_HELP}` : undefined;
}

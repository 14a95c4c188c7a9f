// What is wrong with the content of a code, and what is most likely a mistake in it. It may be secret, so no message quotes it.
import type { Finding, Props } from "../../kind/definition";
import { issueText, zodMessage } from "../../kind/schema";
import { type TextFinding, type TextKind, textFinding } from "../../kind/texts/text-checks";
import type { ContentField } from "./fields";
import { kindsOf } from "./types";
import { cardFieldsIn, VCARD_FIELDS } from "./vcard";
import { isWpa, WIFI_FIELDS, wifi, wifiIn } from "./wifi";

/** @param args of a code, or the fields of an entry. One finding for each text */
export function contentFindings({ type, data, content }: Props): readonly Finding[] {
  // The schema has checked the form of its fields.
  if (content !== undefined) return inFields(content, ["content"], false);
  if (typeof data !== "string") return inFields(data, ["data"], true);
  const found = textFinding(data, ...kindsOf(type, data)) ?? inNetwork(data) ?? inCard(data);
  return found ? [{ path: ["data"], ...found }] : [];
}

/** A text of a wifi has what an entry with named fields may have. */
function inNetwork(data: string): TextFinding | undefined {
  const given = wifiIn(data);
  if (!given) return undefined;
  const found = Object.entries(given).map(([name, value]) => ofKind(name, String(value), given));
  const [issue] = wifi().safeParse(given, { error: zodMessage }).error?.issues ?? [];
  const [field] = issue?.path ?? [];
  const whose = field === undefined ? "that" : `whose ${String(field)}`;
  return found.find(Boolean) ?? (issue && warning(`has a wifi ${whose} ${issue.message}`));
}

function inCard(data: string): TextFinding | undefined {
  if (!/^\s*BEGIN:VCARD/i.test(data)) return undefined;
  for (const [name, value] of cardFieldsIn(data)) {
    const found = ofKind(name, value, {}) ?? refused(VCARD_FIELDS[name as keyof typeof VCARD_FIELDS], value);
    if (found) return warning(`has a contact whose ${name} ${found.message}`);
  }
  return undefined;
}

/** What is not text is not known yet. @param isForeign of the service, which may accept what a named field does not */
function inFields(given: unknown, path: readonly string[], isForeign: boolean): readonly Finding[] {
  if (typeof given !== "object" || given === null || Object.getPrototypeOf(given) !== Object.prototype)
    return [];
  return Object.entries(given).flatMap(([name, value]): readonly Finding[] => {
    const at = [...path, name];
    if (typeof value !== "string") return inFields(value, at, isForeign);
    const field = isForeign ? fieldOf(name) : undefined;
    const found =
      textFinding(value, "text") ?? ofKind(name, value, given as Props) ?? (field && refused(field, value));
    return found ? [{ path: at, ...found }] : [];
  });
}

const FIELDS: readonly (readonly [string, ContentField])[] = Object.entries({
  ...WIFI_FIELDS,
  ...VCARD_FIELDS,
});

/** By our name, or that of services. Their words for the encryption are others. */
function fieldOf(name: string): ContentField | undefined {
  return FIELDS.find(([own, { also }]) => (own === name && name !== "encryption") || also === name)?.[1];
}

/** What is most likely a mistake in a field with that name. */
function ofKind(name: string, value: string, { encryption, password }: Props): TextFinding | undefined {
  const isPassword = name === "pass" || name === "password";
  const isKey = isPassword && isWpa(encryption ?? (password === undefined ? "" : "WPA"));
  const kind: TextKind | undefined = isKey ? "wpaPassword" : fieldOf(name)?.kind;
  return kind && textFinding(value, kind);
}

function refused({ schema }: ContentField, value: string): TextFinding | undefined {
  const [issue] = schema().safeParse(value, { error: zodMessage }).error?.issues ?? [];
  return issue && warning(issueText(issue));
}

function warning(message: string): TextFinding {
  return { severity: "warning", message };
}

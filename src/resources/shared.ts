// What several kinds have in common.
import { percentDecoded } from "../api/sanitize";
import { parseAddress } from "../api/web-address";
import type { Finding, Props } from "../kind/definition";
import { hostOf, type OutputField, shownText } from "../kind/field";
import { textForm } from "../kind/schema";

/** The name of a member after that reference. A key of digits is not the id with the same digits. No key has a ":". */
export function referenceLabel(reference: string | number): string {
  return typeof reference === "string" && /^\d+$/.test(reference) ? `key:${reference}` : String(reference);
}

/** The last part of an address. */
export const partOfAddress = textForm(/^[^\s/?#]+$/, "must be text without white space, /, ? and #");

/** A visitor would never arrive. @param field with the address that may lead to itself: to this path of the domain */
export function leadsToItself({ domain, ...given }: Props, field: string, path: string): readonly Finding[] {
  const address = given[field];
  const target = typeof address === "string" ? parseAddress(address) : undefined;
  const isDomain = target && typeof domain === "string" && hostOf(address) === hostOf(domain);
  if (!isDomain || percentDecoded(target.pathname).replace(/\/$/, "") !== path) return [];
  return [
    { path: [field], severity: "warning", message: "leads to itself: write where visitors shall arrive" },
  ];
}

/** When an object was created. */
export const CREATED = shownText("date", "When it was created, `YYYY-MM-DD HH:MM:SS` without a time zone.");

/** Text that the service sets. null if the service says that there is none. */
export function outputText(name: string, description: string): OutputField {
  return {
    description,
    read: ({ [name]: value }) =>
      value === undefined ? undefined : typeof value === "string" && value !== "" ? value : null,
  };
}

/** An address that the service sets. */
export function outputAddress(name: string, description: string): OutputField {
  return { ...outputText(name, description), isAddress: true };
}

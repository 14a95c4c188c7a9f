// Where an address leads that people reach.

import { domainToUnicode } from "node:url";
import { parseAddress } from "../../api/web-address";
import { hasUnknown } from "../../kind/unknown";

/** The host of a value, or of the first address in a text. `undefined` if it has none, or is secret or not known yet. */
function hostIn(value: unknown): string | undefined {
  if (typeof value !== "string" || hasUnknown(value)) return undefined;
  const [address = value.trim()] = /https?:\/\/[^\s"'<>;]+/i.exec(value) ?? [];
  return parseAddress(address)?.host || undefined;
}

/** With its form in ASCII, if that is another one: letters of other scripts look alike. */
function shown(host: string): string {
  const name = domainToUnicode(host);
  return name === host || name === "" ? host : `${name} (${host})`;
}

/** Such as `example.com -> evil.example`, or one host that stays. `undefined` if neither value leads to one. */
export function hostsOf(before: unknown, after: unknown): { text: string; isOther: boolean } | undefined {
  const [from, to] = [hostIn(before), hostIn(after)];
  if (from === undefined && to === undefined) return undefined;
  if (from === to) return { text: shown(from!), isOther: false };
  const texts = [from, to].map((host) => (host === undefined ? "no address" : shown(host)));
  return { text: texts.join(" -> "), isOther: true };
}

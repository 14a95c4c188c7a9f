// Suspicious content of a QR code.
import type { LintWarning, Props } from "../../kind/definition";
import { isPlainMapping } from "./fields";
import { wifiPasswords } from "./wifi";

/** The types for a content, besides text. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  wifi: ["wifi"],
  vcard: ["vcard", "staticvcard"],
};

/** @param content only in the config file */
export function contentWarnings({ type, data, content }: Props): readonly LintWarning[] {
  if (typeof type !== "string") return [];
  const warnings: LintWarning[] = [];
  if (type === "link" && typeof data === "string" && !isAddress(data)) {
    const message =
      "the data of a code of type link is not an address: write it with its scheme, such as https://";
    warnings.push({ field: "data", message });
  }
  for (const kind of isPlainMapping(content) ? Object.keys(content) : []) {
    if (type === "text" || (TYPES[kind] ?? [type]).includes(type)) continue;
    const message = `content for ${kind} in a code of type ${type}: set type to ${kind} or text`;
    warnings.push({ field: "content", message });
  }
  return [...warnings, ...passwordWarnings(data, content)];
}

/** Types that api.md does not have. */
export function typeWarnings({ type }: Props, types: readonly string[]): readonly LintWarning[] {
  if (!types.some((one) => one === type)) return [];
  const message =
    `the API document does not have the type ${type}, and only some deployments accept it. If yours rejects it, set ` +
    "type: text, with the text to show as data";
  return [{ field: "type", message }];
}

/** Characters of a WPA password (IEEE 802.11). */
const MIN_PASSWORD = 8;
const SHORT_PASSWORD = `the password of a WPA network has at least ${MIN_PASSWORD} characters, but this one has fewer`;

/** The other encryptions have other lengths, or no password. */
function passwordWarnings(data: unknown, content: unknown): readonly LintWarning[] {
  const isShort = (password: unknown) => typeof password === "string" && password.length < MIN_PASSWORD;
  const wifi = isPlainMapping(content) && isPlainMapping(content.wifi) ? content.wifi : {};
  const { password, encryption = "WPA" } = wifi;
  if (encryption === "WPA" && isShort(password))
    return [{ field: "content", path: ["wifi", "password"], message: SHORT_PASSWORD }];
  const texts = [data]
    .flat()
    .filter((text): text is string => typeof text === "string" && /[:;]T:WPA;/i.test(text));
  return texts.flatMap(wifiPasswords).some(isShort) ? [{ field: "data", message: SHORT_PASSWORD }] : [];
}

/** A line break at the end comes from a YAML block. White space inside breaks the address. */
function isAddress(text: string): boolean {
  return URL.canParse(text) && !/\s/.test(text.trim());
}

/** Scanners need a dark code on a light background. Below this ratio many phones fail. */
const MIN_CONTRAST = 3;

/** An unset color counts as the usual black or white. */
export function colorWarnings(foreground: unknown, background: unknown): readonly LintWarning[] {
  const dark = luminance(foreground, 0);
  const light = luminance(background, 1);
  if (dark === undefined || light === undefined) return [];
  const field = foreground === undefined ? "background" : "foreground";
  const contrast = (Math.max(dark, light) + 0.05) / (Math.min(dark, light) + 0.05);
  if (contrast < MIN_CONTRAST) {
    const message = `foreground and background are too close to scan (contrast ${contrast.toFixed(1)}, minimum ${MIN_CONTRAST})`;
    return [{ field, message }];
  }
  if (dark <= light) return [];
  return [{ field, message: "the code is lighter than its background, which many scanners cannot read" }];
}

/** Relative luminance of WCAG 2, 0 (black) to 1 (white). */
function luminance(color: unknown, unset: number): number | undefined {
  if (color === undefined) return unset;
  // An output of another resource cannot be converted to text.
  if (typeof color !== "string") return undefined;
  const parts = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(color);
  if (!parts) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

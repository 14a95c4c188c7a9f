// What is most likely a mistake in a text that people see or reach: scanners and browsers read it in another way than its
// author sees it. One table for every place: fields of kinds, and fields and texts in the content of a code.

import { codePoint } from "../api/sanitize";
import { suggest } from "../api/suggest";
import { parseAddress } from "../api/web-address";

/** What a text is. `path`: of a file on the service. */
export type TextKind = "text" | "address" | "logo" | "path" | "alias" | "ssid" | "wpaPassword";

export interface TextCheck {
  readonly kinds: readonly TextKind[];
  /** What is found in it, or whether it is wrong as a whole. */
  readonly pattern: RegExp | ((text: string) => boolean);
  /** Continues a sentence that starts with the field. It never quotes the text, which may be secret. */
  readonly message: string | ((character: string) => string);
  /** Such a text. */
  readonly example: string;
}

const PUBLIC: readonly TextKind[] = ["text", "address", "logo", "path", "alias"];
const ADDRESS: readonly TextKind[] = ["address", "logo"];
const SPACE_IN_ADDRESS = "contains a space or a line break: remove it, or write %20 for a space";
const invisible = (character: string) =>
  `contains the invisible character ${codePoint(character)}: remove it`;

/** The first row that matches counts. */
export const TEXT_CHECKS: readonly TextCheck[] = [
  {
    kinds: ["logo"],
    pattern: /^(?![a-z][a-z\d+.-]+:)/i,
    message:
      "is the name of a file here, which the service cannot read: write the address of a PNG or JPG image, such as https://example.com/logo.png",
    example: "img/logo.png",
  },
  {
    kinds: PUBLIC,
    // Emoji and some languages need other characters without a width.
    pattern:
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2028-\u202e\u2060-\u2069\ufeff]/,
    message: invisible,
    example: "https://exam\u200bple.com",
  },
  {
    kinds: PUBLIC,
    pattern: /^[^\r\n]+[\r\n]+$/,
    message: 'ends with a line break, as a text after "|" or ">" does: write it on the line of its key',
    example: "https://example.com\n",
  },
  {
    kinds: [...PUBLIC, "ssid"],
    pattern: /^[^\S\r\n]|[^\S\r\n]$/,
    message: "starts or ends with a space: remove it",
    example: "https://example.com ",
  },
  {
    kinds: ADDRESS,
    // Marks of the writing direction.
    pattern: /[\u061c\u200e\u200f]/,
    message: invisible,
    example: "https://example.com/\u200e",
  },
  {
    kinds: ADDRESS,
    pattern: /\s/,
    message: SPACE_IN_ADDRESS,
    example: "https://example.com/a b",
  },
  {
    kinds: ADDRESS,
    // A host with a port has none.
    pattern: /^(?![a-z][a-z\d+.-]*:)|^[^:/?#]*\.[^:/?#]*:\d/i,
    message: "has no scheme: write https:// before it",
    example: "example.com:8080/menu",
  },
  {
    kinds: ADDRESS,
    pattern: /^(?:javascript|vbscript|data|file|about|blob):/i,
    message:
      "has a scheme such as javascript: or file:, which opens nothing for other people: write an address with https://",
    example: "file:///C:/menu.pdf",
  },
  {
    kinds: ADDRESS,
    // Any other scheme may be one of an app.
    pattern: (text) =>
      !/^https?:/i.test(text) && suggest(/^[^:]*/.exec(text)![0], ["https", "http"], 1) !== undefined,
    message: "has a misspelled scheme: write https://",
    example: "htps://example.com",
  },
  {
    kinds: ADDRESS,
    pattern: /^https?:(?!\/\/[^/])/i,
    message: "needs two slashes after its scheme: write https://",
    example: "https:/example.com",
  },
  {
    kinds: ADDRESS,
    pattern: /^https?:\/\/https?(?::|\/\/)/i,
    message: "has its scheme twice: remove one of them",
    example: "https://http://example.com",
  },
  {
    kinds: ADDRESS,
    pattern: (text) => !parseAddress(text),
    message: "is an address that nothing can open: check its host and its port",
    example: "https://example.com:99999",
  },
  {
    kinds: ["alias"],
    // The service decides (service.md 101).
    pattern: /^.{0,2}$/u,
    message: "has fewer than three characters, which many services reject",
    example: "gh",
  },
  {
    kinds: ["ssid"],
    pattern: (text) => Buffer.byteLength(text) > 32,
    message: "has a network name of more than 32 bytes, which no network has: check it",
    example: "ü".repeat(17),
  },
  {
    kinds: ["wpaPassword"],
    pattern: /^(?![\da-f]{64}$)(?!.{8,63}$)/isu,
    message:
      "has a password of a length that WPA does not have: 8 to 63 characters, or 64 hexadecimal digits",
    example: "hunter2",
  },
];

/** What is most likely wrong with a text. */
export function textWarning(text: string, kind: TextKind = "text"): string | undefined {
  for (const { kinds, pattern, message } of TEXT_CHECKS) {
    if (!kinds.includes(kind)) continue;
    const found = typeof pattern === "function" ? pattern(text) && [""] : pattern.exec(text);
    if (found) return typeof message === "string" ? message : message(found[0]!);
  }
  return undefined;
}

export function addressWarning(text: string): string | undefined {
  return textWarning(text, "address");
}

/** The message of a pattern for addresses, which name a space: nobody sees it at the end. */
export function addressForm(otherwise: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      /\s/.test(String(input)) ? SPACE_IN_ADDRESS : otherwise,
  };
}

// What is most likely a mistake in a text that people see or reach: scanners and browsers read it in another way than its
// author sees it. One table for every place: fields of kinds, and fields and texts in the content of a code.

import { codePoint } from "../../api/sanitize";
import { parseAddress } from "../../api/web-address";
import {
  hasMixedScript,
  hasPlaceholder,
  hasWrongScheme,
  isLocal,
  isTooLong,
  isWronglyDecoded,
} from "./text-patterns";

/** What a text is. `path`: of a file on the service. `textCode` and so on: all that a code of a type contains. */
export type TextKind =
  | ("text" | "address" | "logo" | "path" | "alias" | "slug" | "domain" | "tag" | "secret")
  | ("ssid" | "wpaPassword" | "textCode" | "wifiCode" | "vcardCode");

interface TextCheck {
  readonly kinds: readonly TextKind[];
  /** What is found in it, or whether it is wrong as a whole. */
  readonly pattern: RegExp | ((text: string) => boolean);
  /** Continues a sentence that starts with the field. It never quotes the text, which may be secret. */
  readonly message: string | ((character: string) => string);
  readonly example: string;
  /** An error is never sent. @default "warning" */
  readonly severity?: "error" | "warning";
}

const PUBLIC: readonly TextKind[] = ["text", "address", "logo", "path", "alias", "slug", "domain", "tag"];
const WEB: readonly TextKind[] = ["address", "logo"];
const ADDRESS: readonly TextKind[] = [...WEB, "domain"];
const SPACE_IN_ADDRESS = "contains a space or a line break: remove it, or write %20 for a space";
const invisible = (character: string) =>
  `contains the invisible character ${codePoint(character)}: remove it`;

/** The first row that matches counts. */
export const TEXT_CHECKS: readonly TextCheck[] = [
  {
    kinds: ["textCode", "wifiCode", "vcardCode"],
    pattern: isTooLong,
    severity: "error",
    message: "must have at most 2,953 bytes, the most that a QR code can hold",
    example: "x".repeat(2954),
  },
  {
    kinds: ["wifiCode"],
    pattern: /^(?!\s*WIFI:)/i,
    message: "is no text of a wifi: write content: { wifi: { ssid: … } }, or wifiText({ … }) in a program",
    example: "Guests",
  },
  {
    kinds: ["vcardCode"],
    pattern: /^(?!\s*BEGIN:VCARD)/i,
    message: "is no text of a vcard: write content: { vcard: { … } }, or vcardText({ … }) in a program",
    example: "Jane Doe",
  },
  {
    kinds: ["tag"],
    pattern: /<\/?\w|\bfbq\(|\bgtag\(/i,
    message: "is a snippet: write only the id in it",
    example: "<script>fbq('init', '1234');</script>",
  },
  {
    kinds: ["tag"],
    pattern: /X{5,}|^(?:YOUR|MY)[-_]/i,
    message: "is a placeholder: write the id that the network shows",
    example: "G-XXXXXXXXXX",
  },
  {
    kinds: ["tag", "alias"],
    pattern: /^\d+\.0$/,
    message: "has .0 behind its digits, as spreadsheets and programs write numbers: remove it",
    example: "4711.0",
  },
  {
    kinds: [...PUBLIC, "secret"],
    pattern: hasPlaceholder,
    message:
      "looks like a template of another tool, which nothing fills in here: in a config file, write ${env:NAME} for an environment variable, or ${config:NAME} for a value of the stack config",
    example: "{{ name }}",
  },
  {
    kinds: PUBLIC,
    pattern: isWronglyDecoded,
    message: "was read in the wrong encoding: save its source as UTF-8, and write it again",
    example: "GrÃ¼n",
  },
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
    pattern: hasWrongScheme,
    message: "has a scheme that opens nothing for other people: write https://",
    example: "htps://example.com",
  },
  {
    kinds: ADDRESS,
    pattern: /^https?:\/\/https?(?::|\/\/)/i,
    message: "has its scheme twice: remove one of them",
    example: "https://http://example.com",
  },
  {
    kinds: ADDRESS,
    // A comma or two dots are those of a list or a sentence.
    pattern: (text) => /[,;]|\.\./.test(parseAddress(text)?.hostname ?? ","),
    message: "is an address that nothing can open: check its host and its port",
    example: "https://example.com:99999",
  },
  {
    kinds: ADDRESS,
    pattern: hasMixedScript,
    message: "has letters of several scripts in one word of its host, which may be another site: check it",
    example: "https://ex\u0430mple.com",
  },
  {
    kinds: WEB,
    pattern: isLocal,
    message: "leads to the machine of the person who opens it: write the public address",
    example: "http://localhost:3000/menu",
  },
  {
    kinds: WEB,
    pattern: /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[\da-f]{1,6});/i,
    message: "has an HTML entity: write & in place of &amp;",
    example: "https://example.com/?a=1&amp;b=2",
  },
  {
    kinds: WEB,
    pattern: /#(?:.*[?&])?utm_/is,
    message: 'has utm_ behind "#", where no statistics count it: write it before the "#"',
    example: "https://example.com/#top?utm_source=mail",
  },
  {
    kinds: ["domain"],
    pattern: /\*|:\d+\/?$/,
    message: "has a port or *, which no domain of a service has: remove it",
    example: "https://go.example.com:8443",
  },
  {
    kinds: ["slug"],
    // Services rewrite such a slug (service.md 69): each preview would show it as drift.
    pattern: /[^a-z0-9-]/,
    message: "has other characters than a-z, 0-9 and hyphens: many services rewrite it",
    example: "Summer",
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

/** The first finding in a text that is each of these. */
export function textFinding(text: string, ...of: readonly TextKind[]) {
  for (const kind of of) {
    for (const { kinds, pattern, message, severity = "warning" } of TEXT_CHECKS) {
      if (!kinds.includes(kind)) continue;
      const found = typeof pattern === "function" ? pattern(text) && [""] : pattern.exec(text);
      if (found) return { severity, message: typeof message === "string" ? message : message(found[0]!) };
    }
  }
  return undefined;
}

/** The message of a pattern for addresses, which names a space: nobody sees it at the end. */
export function addressForm(otherwise: string) {
  const hasSpace = (input: unknown) => /\s/.test(String(input));
  return {
    error: ({ input }: { readonly input?: unknown }) => (hasSpace(input) ? SPACE_IN_ADDRESS : otherwise),
  };
}

// What is most likely a mistake in a text that people see or reach: scanners and browsers read it in another way than its
// author sees it. One table for every place: fields of kinds, and fields and texts in the content of a code.
import { domainToUnicode } from "node:url";
import { codePoint, percentDecoded } from "../api/sanitize";
import { parseAddress } from "../api/web-address";

/** What a text is. `code`: all that a code contains. */
export type TextKind =
  | ("text" | "address" | "logo" | "alias" | "slug" | "domain" | "tag")
  | ("secret" | "code" | "ssid" | "wpaPassword");

interface TextCheck {
  readonly kinds: readonly TextKind[];
  /** What is found in it, or whether it is wrong as a whole. */
  readonly pattern: RegExp | ((text: string) => boolean);
  /** Continues a sentence that starts with the field. It never quotes the text, which may be secret. */
  readonly message: string | ((character: string) => string);
  /** An error is never sent. @default "warning" */
  readonly severity?: "error" | "warning";
}

const PUBLIC: readonly TextKind[] = [
  "text",
  "address",
  "logo",
  "alias",
  "slug",
  "domain",
  "tag",
  "ssid",
  "wpaPassword",
];
/** A logo may be a path on the service. */
const ADDRESS: readonly TextKind[] = ["address", "domain"];
const WEB: readonly TextKind[] = ["address", "logo"];
const SPACE_IN_ADDRESS =
  "contains a space, a line break or an invisible character: remove it, or write %20 for a space";

/** The first row that matches counts. */
export const TEXT_CHECKS: readonly TextCheck[] = [
  {
    kinds: ["code"],
    // The largest code (version 40) with the least error correction, in UTF-8.
    pattern: (text) => Buffer.byteLength(text) > 2953,
    severity: "error",
    message: "must have at most 2,953 bytes, the most that a QR code can hold",
  },
  {
    kinds: ["tag"],
    pattern: /<\/?\w|\bfbq\(|\bgtag\(|X{5,}|^(?:YOUR|MY)[-_]/i,
    message: "is a snippet or a placeholder: write only the id that the network shows",
  },
  {
    kinds: ["tag", "alias"],
    pattern: /^\d+\.0$/,
    message: "has .0 behind its digits, as spreadsheets and programs write numbers: remove it",
  },
  {
    kinds: [...PUBLIC, "secret"],
    pattern: hasPlaceholder,
    message:
      "looks like a template of another tool, which nothing fills in here: in a config file, write ${env:NAME} for an environment variable, or ${config:NAME} for a value of the stack config",
  },
  {
    kinds: PUBLIC,
    // Most text has none of the characters.
    pattern: (text) => /[\u00c2-\u00f0\ufffd]/.test(text) && WRONGLY_DECODED.test(text),
    message: "was read in the wrong encoding: save its source as UTF-8, and write it again",
  },
  {
    kinds: ["logo"],
    pattern: /^(?!\/|[a-z][a-z\d+.-]+:)/i,
    message:
      "is the name of a file here, which the service cannot read: write the address of a PNG or JPG image, such as https://example.com/logo.png",
  },
  {
    kinds: PUBLIC,
    // Emoji and some languages need other characters without a width.
    pattern:
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2028-\u202e\u2060-\u2069\ufeff]/,
    message: (character) => `contains the invisible character ${codePoint(character)}: remove it`,
  },
  {
    kinds: PUBLIC,
    // A text of several lines may end with a line break.
    pattern: /^[^\S\r\n]|[^\S\r\n]$|^[^\r\n]+[\r\n]+$/,
    message: "starts or ends with a space or a line break: remove it (in YAML, write |- in place of |)",
  },
  {
    kinds: ADDRESS,
    // With marks of the writing direction.
    pattern: /[\s\u061c\u200e\u200f]/,
    message: SPACE_IN_ADDRESS,
  },
  {
    kinds: ADDRESS,
    // A host with a port has none.
    pattern: /^(?![a-z][a-z\d+.-]*:)|^[^:/?#]*\.[^:/?#]*:\d/i,
    message: "has no scheme: write https:// before it",
  },
  {
    kinds: ADDRESS,
    // Misspelled, or of the author's computer. Any other scheme may be one of an app.
    pattern: /^(?!https?:\/\/[^/])(?:[htps]{3,6}|javascript|data|file|blob):/i,
    message: "has a scheme that opens nothing for other people: write https://",
  },
  {
    kinds: ADDRESS,
    // A comma or two dots are those of a list or a sentence, and a second scheme looks like a host.
    pattern: (text) => /[,;]|\.\.|^https?$/.test(parseAddress(text)?.hostname ?? ","),
    message: "is an address that nothing can open: check its scheme, its host and its port",
  },
  {
    kinds: ADDRESS,
    pattern: hasMixedScript,
    message: "has letters of several scripts in one word of its host, which may be another site: check it",
  },
  {
    kinds: WEB,
    pattern: /^[a-z]+:\/\/(?:[^/?#]*[@.])?(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])(?:[:/?#]|$)/i,
    message: "leads to the machine of the person who opens it: write the public address",
  },
  {
    kinds: WEB,
    pattern: /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[\da-f]{1,6});/i,
    message: "has an HTML entity: write & in place of &amp;",
  },
  {
    kinds: WEB,
    pattern: /#(?:.*[?&])?utm_/is,
    message: 'has utm_ behind "#", where no statistics count it: write it before the "#"',
  },
  {
    kinds: ["domain"],
    pattern: /\*|:\d+\/?$/,
    message: "has a port or *, which no domain of a service has: remove it",
  },
  {
    kinds: ["slug"],
    // Services rewrite such a slug (service.md 44): each preview would show it as drift.
    pattern: /[^a-z0-9-]/,
    message: "has other characters than a-z, 0-9 and hyphens: many services rewrite it",
  },
  {
    kinds: ["ssid"],
    pattern: (text) => Buffer.byteLength(text) > 32,
    message: "has a network name of more than 32 bytes, which no network has: check it",
  },
  {
    kinds: ["wpaPassword"],
    pattern: /^(?![\da-f]{64}$)(?!.{8,63}$)/isu,
    message:
      "has a password of a length that WPA does not have: 8 to 63 characters, or 64 hexadecimal digits",
  },
];

/** The first finding in a text. */
export function textFinding(text: string, kind: TextKind) {
  for (const { kinds, pattern, message, severity = "warning" } of TEXT_CHECKS) {
    if (!kinds.includes(kind)) continue;
    const found = typeof pattern === "function" ? pattern(text) && [""] : pattern.exec(text);
    if (found) return { severity, message: typeof message === "string" ? message : message(found[0]!) };
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

/** Of templates and shells. A price (`$5`), a share (`100%`) and an anchor (`#1`) are none. */
function hasPlaceholder(text: string): boolean {
  // Most text has none of the characters.
  if (!/[{<$#@%]/.test(text)) return false;
  if (PLACEHOLDERS.some((one) => one.test(text))) return true;
  // Letters behind a "%" may be those of an encoded address.
  return /%[A-Z_][A-Z0-9_]+%/.test(text) && percentDecoded(text) === text;
}

const PLACEHOLDERS = [
  /\{\{[^{}]{0,200}\}\}|\{%[^{}]{0,200}%\}|<%[^<>]{0,200}%>/,
  /^\$[A-Z_][A-Z0-9_]*$|(?<![\w$])\$[A-Z_][A-Z0-9_]{2,}(?![a-z])/,
  /\$\([A-Za-z_][\w.]*\)|#\{[^{}]{1,200}\}|##[A-Za-z_]\w*##|@@[A-Za-z_]\w*@@/,
];

/** The second byte of a letter in UTF-8, as Windows-1252 shows it. */
const NEXT = "[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]";

/**
 * A letter that is lost, or letters that are UTF-8 twice: no language has such a sequence. Behind a capital letter, most of
 * them may be what ends a word: "AMANHÃ”. Ä and Å begin words.
 */
const WRONGLY_DECODED = new RegExp(
  `\ufffd|(?<!\\p{Lu})[ÂÃ]${NEXT}|[ÂÃ][„œŸ‰]|(?<=\\p{Ll})[ÄÅ]${NEXT}|(?:[Ì-ß]${NEXT}){2}|(?:[ã-ï]${NEXT}{2}){2}|â€|â‚¬|â„¢|ï¿½|ï»¿|ðŸ`,
  "u",
);

/** Whether a label of the host has letters of another script that look like Latin ones. */
function hasMixedScript(address: string): boolean {
  // An address is parsed only if it may have such a host.
  if (!/[^\0-\x7f]|xn--/i.test(address)) return false;
  const labels = domainToUnicode(parseAddress(address)?.hostname ?? "").split(".");
  return labels.some(
    (label) => /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label),
  );
}

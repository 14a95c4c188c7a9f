// What a pattern of a text check looks for, where a short expression cannot say it.
import { domainToUnicode } from "node:url";
import { percentDecoded } from "../../api/sanitize";
import { suggest } from "../../api/suggest";
import { parseAddress } from "../../api/web-address";

/** Placeholders of templates and shells. A price (`$5`), a share (`100%`) and an anchor (`#1`) are none. */
const PLACEHOLDERS = [
  /\{\{[^{}]{0,200}\}\}|\{%[^{}]{0,200}%\}|<%[^<>]{0,200}%>/,
  /^\$[A-Z_][A-Z0-9_]*$|(?<![\w$])\$[A-Z_][A-Z0-9_]{2,}(?![a-z])/,
  /\$\([A-Za-z_][\w.]*\)|#\{[^{}]{1,200}\}|##[A-Za-z_]\w*##|@@[A-Za-z_]\w*@@/,
];
const PERCENT = /%[A-Z_][A-Z0-9_]+%/;

export function hasPlaceholder(text: string): boolean {
  // Most text has none of the characters.
  if (!/[{<$#@%]/.test(text)) return false;
  if (PLACEHOLDERS.some((one) => one.test(text))) return true;
  // Letters behind a "%" may be those of an encoded address.
  return PERCENT.test(text) && percentDecoded(text) === text;
}

/** The second byte of a letter in UTF-8, as Windows-1252 shows it. */
const NEXT = "[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]";

/** Behind a capital letter, most of them may be what ends a word: "AMANHÃ”. Ä and Å begin words. */
const DOUBLY_ENCODED = new RegExp(
  `(?<!\\p{Lu})[ÂÃ]${NEXT}|[ÂÃ][„œŸ‰]|(?<=\\p{Ll})[ÄÅ]${NEXT}|(?:[Ì-ß]${NEXT}){2}|(?:[ã-ï]${NEXT}{2}){2}|â€|â‚¬|â„¢|ï¿½|ï»¿|ðŸ`,
  "u",
);

/** A letter that is lost, or letters that are UTF-8 twice: no language has such a sequence. */
export function isWronglyDecoded(text: string): boolean {
  return /[\u00c2-\u00f0\ufffd]/.test(text) && (text.includes("\ufffd") || DOUBLY_ENCODED.test(text));
}

/** Whether a label of the host has letters of another script that look like Latin ones. */
export function hasMixedScript(address: string): boolean {
  // An address is parsed only if it may have such a host.
  if (!/[^\0-\x7f]|xn--|%/i.test(address)) return false;
  const labels = domainToUnicode(hostIn(address)).split(".");
  return labels.some(
    (label) => /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label),
  );
}

/** Whether the address leads to the machine of the person who opens it. */
export function isLocal(address: string): boolean {
  if (!/localhost|\b127\b|\b0\b|::/i.test(address)) return false;
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostIn(address));
}

function hostIn(address: string): string {
  return parseAddress(address)?.hostname ?? "";
}

/** Any other scheme may be one of an app. */
export function hasWrongScheme(address: string): boolean {
  if (/^(?:javascript|vbscript|data|file|about|blob):/i.test(address)) return true;
  if (/^https?:/i.test(address)) return !/^https?:\/\/[^/]/i.test(address);
  return suggest(/^[^:]*/.exec(address)![0], ["https", "http"], 1) !== undefined;
}

/** For the largest code (version 40) with the least error correction, in UTF-8. */
export function isTooLong(text: string): boolean {
  return Buffer.byteLength(text) > 2953;
}

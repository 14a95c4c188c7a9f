// What is valid and most likely a mistake: a text that scanners and browsers read in another way than its author sees it.
// A message continues a sentence that starts with the field, and never quotes the text, which may be secret.
import { codePoint } from "../api/sanitize";
import { suggest } from "../api/suggest";

/** Control characters and those without a width that nobody types. Emoji and some languages need others. */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2028-\u202e\u2060-\u2069\ufeff]/;

/** Marks of the writing direction, which no address needs. */
const MARKS = /[\u061c\u200e\u200f]/;

function invisibleIn(text: string, characters: RegExp): string | undefined {
  const [found] = characters.exec(text) ?? [];
  return found && `contains the invisible character ${codePoint(found)}: remove it`;
}

/** Of any text. */
export function textWarning(text: string): string | undefined {
  const invisible = invisibleIn(text, INVISIBLE);
  if (invisible !== undefined) return invisible;
  if (/^[^\r\n]+[\r\n]+$/.test(text))
    return 'ends with a line break, as a text after "|" or ">" does: write it on the line of its key';
  return /^[^\S\r\n]|[^\S\r\n]$/.test(text) ? "starts or ends with a space: remove it" : undefined;
}

const SPACE_IN_ADDRESS = "contains a space or a line break: remove it, or write %20 for a space";

/** The message of a pattern for addresses, which name a space: nobody sees it at the end. */
export function addressForm(otherwise: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      /\s/.test(String(input)) ? SPACE_IN_ADDRESS : otherwise,
  };
}

const WEB = ["https", "http"];
/** Browsers and scanners open none of them. */
const OPENS_NOTHING = ["javascript", "vbscript", "data", "file", "about", "blob"];

/** Of an address. Any scheme may be one of an app. */
export function addressWarning(text: string): string | undefined {
  const wrong = textWarning(text) ?? invisibleIn(text, MARKS);
  if (wrong !== undefined) return wrong;
  if (/\s/.test(text)) return SPACE_IN_ADDRESS;
  const scheme = schemeOf(text);
  if (scheme === undefined) return "has no scheme: write https:// before it";
  if (OPENS_NOTHING.includes(scheme))
    return `has the scheme ${scheme}:, which opens nothing for other people: write an address with https://`;
  if (!WEB.includes(scheme) && suggest(scheme, WEB, 1) !== undefined)
    return "has a misspelled scheme: write https://";
  if (WEB.includes(scheme)) {
    if (!/^\w+:\/\/[^/]/.test(text)) return "needs two slashes after its scheme: write https://";
    if (/^\w+:\/\/https?(?::|\/\/)/i.test(text)) return "has its scheme twice: remove one of them";
  }
  return URL.canParse(text) ? undefined : "is an address that nothing can open: check its host and its port";
}

/** In lower case. A host with a port has none. */
function schemeOf(text: string): string | undefined {
  if (/^[^:/?#]*\.[^:/?#]*:\d/.test(text)) return undefined;
  return /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase();
}

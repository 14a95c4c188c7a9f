// How services escape a text, and what it is without that.

/** A form in which services repeat a text, such as JSON in HTML. `undefined`: it is no escape. */
export interface Escape {
  readonly pattern: RegExp;
  decode(escaped: string): string | undefined;
}

/** By name, without `&` and `;`. */
export const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};
const CONTROLS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

export const ESCAPES: readonly Escape[] = [
  {
    // HTML.
    pattern: /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi,
    decode(escaped) {
      const name = escaped.slice(1, -1).toLowerCase();
      if (!name.startsWith("#")) return ENTITIES[name];
      const code = name[1] === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    },
  },
  {
    // An address, or a form in one.
    pattern: /(?:%[\da-f]{2})+|\+/gi,
    decode(escaped) {
      try {
        return escaped === "+" ? " " : decodeURIComponent(escaped);
      } catch {
        return undefined;
      }
    },
  },
  {
    // JSON, and the texts of QR codes.
    pattern: /\\(?:u[\da-f]{4}|.)/gis,
    decode: (escaped) =>
      escaped.length === 6
        ? String.fromCharCode(Number.parseInt(escaped.slice(2), 16))
        : (CONTROLS[escaped[1]!] ?? escaped[1]),
  },
];

/** A part of an address as text. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

// Undoes what services do to text that they repeat: JSON, HTML and URL encoding, once or several times, other case and
// other white space. Every character keeps its range in the original text.
import { INVISIBLE } from "../sanitize";

/** Text that was derived from another one. */
export interface DerivedText {
  readonly text: string;
  /** Where each character comes from, in the original text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Nested encodings, such as JSON in JSON in HTML in a URL. */
const MAX_LEVELS = 5;

/** The text, and what it becomes with each level of encoding undone, all without case and white space. */
export function* levelsOf(text: string): Generator<DerivedText> {
  let level: DerivedText | undefined = unchanged(text);
  for (let count = 0; level && count <= MAX_LEVELS; count++) {
    yield folded(level);
    level = decoded(level);
  }
}

class Writer {
  readonly #source: DerivedText;
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(source: DerivedText) {
    this.#source = source;
  }

  /** `text` represents the characters of the source from `start` to `end`. */
  write(text: string, start: number, end: number): void {
    this.#parts.push(text);
    for (let unit = 0; unit < text.length; unit++) {
      this.#starts.push(this.#source.starts[start]!);
      this.#ends.push(this.#source.ends[end - 1]!);
    }
  }

  copy(start: number, end: number): void {
    for (let at = start; at < end; at++) this.write(this.#source.text[at]!, at, at + 1);
  }

  done(): DerivedText {
    return { text: this.#parts.join(""), starts: this.#starts, ends: this.#ends };
  }
}

function unchanged(text: string): DerivedText {
  const starts = Array.from({ length: text.length }, (_, at) => at);
  return { text, starts, ends: starts.map((at) => at + 1) };
}

/** Without case, and without what is invisible. In forms, "+" is a space. */
function folded(source: DerivedText): DerivedText {
  const { text } = source;
  const writer = new Writer(source);
  const copy = (start: number, end: number) => {
    for (let at = start; at < end; at++) {
      const unit = text[at]!;
      const lower = unit.toLowerCase();
      if (unit !== "+") writer.write(lower.length === 1 ? lower : unit, at, at + 1);
    }
  };
  let at = 0;
  for (const { 0: found, index } of text.matchAll(INVISIBLE)) {
    copy(at, index);
    at = index + found.length;
  }
  copy(at, text.length);
  return writer.done();
}

const ENCODED =
  /\\u(?<unit>[\da-f]{4})|\\x(?<byte>[\da-f]{2})|\\(?<escaped>[^u])|(?<bytes>(?:%[\da-f]{2})+)|&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>[a-z]{2,6}));/gi;

/** One level of encoding undone. `undefined` if there is none. */
function decoded(source: DerivedText): DerivedText | undefined {
  const writer = new Writer(source);
  let at = 0;
  let isChanged = false;
  for (const { 0: found, index, groups = {} } of source.text.matchAll(ENCODED)) {
    const end = index + found.length;
    const { bytes, ...single } = groups;
    const character = bytes === undefined ? characterOf(single) : "";
    if (character === undefined) continue;
    writer.copy(at, index);
    if (bytes === undefined) writer.write(character, index, end);
    else writeBytes(writer, bytes, index);
    at = end;
    isChanged = true;
  }
  if (!isChanged) return undefined;
  writer.copy(at, source.text.length);
  return writer.done();
}

const CONTROL: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function characterOf(found: Readonly<Record<string, string | undefined>>): string | undefined {
  const { unit, byte, escaped, decimal, hex, name } = found;
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (escaped !== undefined) return CONTROL[escaped] ?? escaped;
  if (name !== undefined) return named(name);
  const code = decimal === undefined ? Number.parseInt((byte ?? hex)!, 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** The code of a lead byte of UTF-8 fixes the length of its character. Anything else is Latin-1. */
function writeBytes(writer: Writer, encoded: string, start: number): void {
  const bytes = Buffer.from(encoded.replaceAll("%", ""), "hex");
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at]!;
    const length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const character = bytes.subarray(at, at + length).toString();
    const isUtf8 = lead < 0x80 || (length > 1 && !character.includes("\ufffd"));
    const used = isUtf8 ? length : 1;
    const from = start + 3 * at;
    writer.write(isUtf8 ? character : String.fromCharCode(lead), from, from + 3 * used);
    at += used;
  }
}

const ASCII_NAMES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The names of Latin-1 from U+00A0 on. */
const LATIN_NAMES = (
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para " +
  "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave " +
  "Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc " +
  "Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc " +
  "iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
).split(" ");

function named(name: string): string | undefined {
  const latin = LATIN_NAMES.indexOf(name);
  return latin < 0 ? ASCII_NAMES[name.toLowerCase()] : String.fromCharCode(0xa0 + latin);
}

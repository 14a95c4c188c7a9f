// Removes secrets from text that is shown. A service may repeat what it was sent (a careless message, a debug page),
// and messages show the beginning of its responses.
import { cut, MAX_SHOWN, toLine } from "../sanitize";
import { type DerivedText, levelsOf } from "./decode";
import { SecretTree } from "./secret-tree";

const MASK = "[secret]";
/** Shorter texts occur everywhere by chance, so masking them would mask the message. */
const MIN_LENGTH = 3;
/** Text that ends early may end inside of an encoded character. This is longer than one. */
const MAX_ENCODED_CHARACTER = 24;

interface Range {
  readonly start: number;
  readonly end: number;
}

export class Redactor {
  readonly #secrets = new SecretTree();

  /** Masks every text inside `value` from now on, in any encoding, case and white space. */
  add(value: unknown): void {
    if (typeof value === "number") this.add(String(value));
    if (typeof value === "string") {
      // Sanitized as well, because that is how a message shows it.
      for (const form of new Set([value, toLine(value)])) this.#addText(form);
    } else if (isPlain(value)) {
      for (const inner of Object.values(value)) this.add(inner);
    }
  }

  /** The text without secrets. Overlapping secrets get one mask. */
  redact(text: string): string {
    return this.#redact(text, true);
  }

  /** The value with redacted texts. The same value if it has no secret. */
  redactValue(value: unknown): unknown {
    if (typeof value === "string") return this.redact(value);
    if (!isPlain(value)) return value;
    const isList = Array.isArray(value);
    const entries = Object.entries(value);
    const redacted = entries.map(([key, inner]) => [
      isList ? key : this.redact(key),
      this.redactValue(inner),
    ]);
    const isSame = redacted.every(([key, inner], index) => {
      const [oldKey, old] = entries[index]!;
      return key === oldKey && inner === old;
    });
    if (isSame) return value;
    return isList ? redacted.map(([, inner]) => inner) : Object.fromEntries(redacted);
  }

  /** External text of any length for a message: the beginning as one line, sanitized and without secrets. */
  show(text: string, length: number = MAX_SHOWN): string {
    // Only what may be shown is looked at: a response may have many megabytes.
    const beginning = text.slice(0, length * 4);
    return cut(this.#redact(toLine(beginning), beginning.length === text.length), length);
  }

  #addText(secret: string): void {
    for (const { text } of levelsOf(secret)) if (text.length >= MIN_LENGTH) this.#secrets.add(text);
  }

  /** @param isWhole the text does not end early, inside of a secret */
  #redact(text: string, isWhole: boolean): string {
    const ranges: Range[] = [];
    for (const level of levelsOf(text)) ranges.push(...this.#secretsIn(level, isWhole));
    let redacted = "";
    let at = 0;
    for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
      if (start >= at) redacted += text.slice(at, start) + MASK;
      at = Math.max(at, end);
    }
    return redacted + text.slice(at);
  }

  *#secretsIn(level: DerivedText, isWhole: boolean): Generator<Range> {
    const { text } = level;
    const brokenFrom = isWhole ? Number.POSITIVE_INFINITY : text.length - MAX_ENCODED_CHARACTER;
    let maskedUntil = 0;
    for (let at = 0; at < text.length; at++) {
      const { length, agreesUntil } = this.#secrets.match(text, at);
      const isBroken = agreesUntil > at && agreesUntil >= brokenFrom;
      const end = isBroken ? text.length : at + length;
      if (end <= Math.max(at, maskedUntil)) continue;
      yield rangeOf(level, at, end);
      maskedUntil = end;
    }
  }
}

/** A program may also pass promises and resources, which have their own properties. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** Where a part of a derived text comes from. */
function rangeOf({ starts, ends }: DerivedText, from: number, to: number): Range {
  return { start: starts[from]!, end: ends[to - 1]! };
}

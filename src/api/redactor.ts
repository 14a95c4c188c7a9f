// Removes secrets from text that is shown. A service may repeat what it was sent (a careless message, a debug page),
// and messages show the beginning of its responses.

const MASK = "[secret]";
/** Shorter texts occur everywhere by chance, so masking them would mask the message. */
const MIN_LENGTH = 3;

export class Redactor {
  /** By their first characters, then by their length: a search costs the same for any number of secrets. */
  readonly #secrets = new Map<string, Map<number, Set<string>>>();

  /** Masks every text inside `value` from now on. */
  add(value: unknown): void {
    if (typeof value === "number") this.add(String(value));
    if (typeof value === "string") {
      for (const form of encodingsOf(value)) if (form.length >= MIN_LENGTH) this.#addForm(form);
    } else if (value !== null && typeof value === "object") {
      for (const inner of Object.values(value)) this.add(inner);
    }
  }

  /** The text without secrets. Overlapping secrets get one mask. */
  redact(text: string): string {
    let redacted = "";
    let secretEnd = 0;
    for (let at = 0; at <= text.length - MIN_LENGTH; at += 1) {
      const end = at + this.#longestAt(text, at);
      if (end <= Math.max(at, secretEnd)) continue;
      if (at >= secretEnd) redacted += text.slice(secretEnd, at) + MASK;
      secretEnd = end;
    }
    return redacted + text.slice(secretEnd);
  }

  #addForm(form: string): void {
    const start = form.slice(0, MIN_LENGTH);
    const byLength = this.#secrets.get(start) ?? new Map<number, Set<string>>();
    this.#secrets.set(start, byLength);
    const sameLength = byLength.get(form.length) ?? new Set();
    byLength.set(form.length, sameLength.add(form));
  }

  /** Length of the longest secret at a position. 0 for none. */
  #longestAt(text: string, at: number): number {
    let longest = 0;
    for (const [length, forms] of this.#secrets.get(text.slice(at, at + MIN_LENGTH)) ?? []) {
      if (length > longest && forms.has(text.slice(at, at + length))) longest = length;
    }
    return longest;
  }
}

/** The text as it is, and as JSON (of several writers), HTML and URLs encode it. */
function encodingsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const html = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const quotes = html.replaceAll('"', "&quot;");
  return [
    text,
    json,
    ascii,
    json.replaceAll("/", "\\/"),
    ascii.replaceAll("/", "\\/"),
    html,
    quotes,
    quotes.replaceAll("'", "&#039;"),
    quotes.replaceAll("'", "&#39;"),
    encodeURIComponent(Buffer.from(text).toString()),
  ];
}

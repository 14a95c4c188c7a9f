// Texts that stand in no message: the API key, and what a caller says is secret. A service may answer with what it
// was sent (a careless message, a debug page), and messages show the beginning of its answers.

const MASK = "[secret]";
/** Shorter texts stand everywhere by chance, and hiding them would hide the message. */
const SHORTEST = 3;

export class Redactor {
  /** By how they begin, and then by their length: looking for them costs the same however many there are. */
  readonly #forms = new Map<string, Map<number, Set<string>>>();

  /** From now on no text inside of `value` is shown. */
  add(value: unknown): void {
    if (typeof value === "number") this.add(String(value));
    if (typeof value === "string") {
      for (const form of formsOf(value)) if (form.length >= SHORTEST) this.#add(form);
    } else if (value !== null && typeof value === "object") {
      for (const inner of Object.values(value)) this.add(inner);
    }
  }

  /** What of the text lies in none of them; those that overlap are hidden as one. */
  redact(text: string): string {
    let masked = "";
    let hiddenUntil = 0;
    for (let at = 0; at <= text.length - SHORTEST; at += 1) {
      const end = at + this.#longestAt(text, at);
      if (end <= Math.max(at, hiddenUntil)) continue;
      if (at >= hiddenUntil) masked += text.slice(hiddenUntil, at) + MASK;
      hiddenUntil = end;
    }
    return masked + text.slice(hiddenUntil);
  }

  #add(form: string): void {
    const beginning = form.slice(0, SHORTEST);
    const byLength = this.#forms.get(beginning) ?? new Map<number, Set<string>>();
    this.#forms.set(beginning, byLength);
    const sameLength = byLength.get(form.length) ?? new Set();
    byLength.set(form.length, sameLength.add(form));
  }

  /** Length of the longest one that begins there; 0 for none. */
  #longestAt(text: string, at: number): number {
    let longest = 0;
    for (const [length, forms] of this.#forms.get(text.slice(at, at + SHORTEST)) ?? []) {
      if (length > longest && forms.has(text.slice(at, at + length))) longest = length;
    }
    return longest;
  }
}

/** The text, and what it looks like in JSON (of several writers), in HTML and in a URL. */
function formsOf(text: string): string[] {
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

// Texts that stand in no message: the API key, and what a caller says is secret. A service may answer with what it
// was sent (a careless message, a debug page), and messages show the beginning of its answers.

const MASK = "[secret]";
/** Shorter texts stand everywhere by chance, and hiding them would hide the message. */
const SHORTEST = 3;

export class HiddenTexts {
  readonly #forms = new Set<string>();

  /** From now on no text inside of `value` is shown. */
  hide(value: unknown): void {
    if (typeof value === "number") this.hide(String(value));
    if (typeof value === "string") {
      for (const form of formsOf(value)) if (form.length >= SHORTEST) this.#forms.add(form);
    } else if (value !== null && typeof value === "object") {
      for (const inner of Object.values(value)) this.hide(inner);
    }
  }

  mask(text: string): string {
    let masked = text;
    // The longest first: a text may be a part of another.
    for (const form of [...this.#forms].sort((a, b) => b.length - a.length)) {
      masked = masked.replaceAll(form, MASK);
    }
    return masked;
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

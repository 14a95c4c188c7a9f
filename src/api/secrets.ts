// The one mouth: every message of a process (error, log line, report) passes it. It hides what the process knows as secret.
// A service repeats what it got, in any spelling: the answer to a request with a secret is not shown at all (client.ts).
import { cut, visible, withoutCommands } from "./sanitize";

const STARS = "***";
/** A line of a message is cut there. Reports name hundreds of entries in one. */
const MAX_LINE = 40_000;
/** Shorter secrets may be a part of any word. */
const SHORT = 8;
/** Credentials in an address, or in the settings of a database. A password may have an `@` or a `/`. */
const CREDENTIALS = [
  /(\w:\/\/[^\s/@:]*:)[^\s"'`]+(?=@)/g,
  /((?:^|[?&;\s])\w*(?:password|passwd|pwd|secret|token|(?:access|secret)_?key)=)[^\s&;"'`]+/gi,
];

export class Secrets {
  readonly #texts = new Set<string>();
  #pattern: RegExp | undefined;

  /** What the environment of a process has. */
  static of(env: NodeJS.ProcessEnv): Secrets {
    const secrets = new Secrets();
    secrets.add([env.LINK_MANAGEMENT_API_KEY, env.PULUMI_CONFIG_PASSPHRASE, env.PULUMI_ACCESS_TOKEN]);
    return secrets;
  }

  /** @param value a text, a number, or a value with some of them */
  add(value: unknown): void {
    const text = ["string", "number"].includes(typeof value) ? String(value).trim() : "";
    this.#pattern = undefined;
    if (text !== "") this.#texts.add(text);
    else if (typeof value === "object" && value !== null)
      for (const one of Object.values(value)) this.add(one);
  }

  /** A message for the user: without secrets, control characters, endless lines and commands to the runner of a pipeline. */
  say(message: string): string {
    const lines = withoutCommands(visible(this.hide(message))).split("\n");
    return lines.map((line) => cut(line, MAX_LINE)).join("\n");
  }

  /** Whether a text contains what the process knows as secret. */
  isIn(text: string): boolean {
    return text.search(this.#known) >= 0;
  }

  hide(text: string): string {
    return CREDENTIALS.reduce(
      (rest, pattern) => rest.replace(pattern, `$1${STARS}`),
      text.replace(this.#known, STARS),
    );
  }

  get #known(): RegExp {
    this.#pattern ??= patternOf(this.#texts);
    return this.#pattern;
  }
}

/** Finds the secrets as written, as JSON, in an address and in HTML. The longest one counts. */
function patternOf(secrets: ReadonlySet<string>): RegExp {
  const sources = [...secrets]
    .sort((a, b) => b.length - a.length)
    .flatMap((one) =>
      [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)].map(escaped).concat(html(one)),
    )
    .map((source) => (source.length < SHORT ? `(?<![\\p{L}\\p{N}_])${source}(?![\\p{L}\\p{N}_])` : source));
  // An empty alternative would match everywhere.
  return new RegExp([...new Set(sources)].join("|") || "(?!)", "gu");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Services write an apostrophe in several ways. */
function html(text: string): string {
  const entities = text.replace(
    /[&"<>]/g,
    (one) => ({ "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" })[one]!,
  );
  return escaped(entities).replaceAll("'", "(?:'|&#0?39;|&#x27;)");
}

// The one mouth: every message of a process (error, log line, report) passes it. It hides what the process knows as secret,
// however the service spells it, and what a terminal would execute. Data that a user asked for is not hidden.
import { ESCAPES, type Escape, percentDecoded } from "./escapes";
import { cut, visible } from "./sanitize";

const STARS = "***";
/** Shorter secrets are hidden as whole words only: they may be a part of any word. */
const SHORT = 8;
/** Of a line in a message. Reports name hundreds of entries in one. */
const MAX_LINE = 40_000;
/** Credentials in an address, or in the settings of a database. A password may have an `@` or a `/`. */
const CREDENTIAL = /password|passwd|pwd|secret|token/i;
const CREDENTIALS: readonly RegExp[] = [
  /(\w:\/\/[^\s/@:]*:)[^\s"'`]+(?=@)/g,
  new RegExp(`((?:^|[?&;\\s])(?:\\w*(?:${CREDENTIAL.source}))=)[^\\s&;"'\`]+`, "gi"),
];
/** GitHub's runner takes the one at the beginning of a line, the other anywhere. */
const COMMAND = /((?<=^\s*):|#(?=#\[))([:#])/gm;
const WORD = /[\p{L}\p{N}_]/u;

/** A message as it is, or without escapes of one kind. */
interface View {
  readonly text: string;
  /** Where each unit of the text begins in the message, and where the last one ends. */
  readonly starts: readonly number[];
}

/** JSON in JSON in HTML. */
const MAX_DEPTH = 3;

export class Secrets {
  /** Each as `lower` has it. */
  readonly #texts = new Set<string>();
  #byLength: readonly string[] | undefined;

  /** What the environment of a process has. */
  static of(env: NodeJS.ProcessEnv): Secrets {
    const secrets = new Secrets();
    secrets.add([env.LINK_MANAGEMENT_API_KEY, env.PULUMI_CONFIG_PASSPHRASE, env.PULUMI_ACCESS_TOKEN]);
    secrets.#addAddress(env.PULUMI_BACKEND_URL);
    return secrets;
  }

  /** @param value a text, a number, or a value with some of them. White space around a text is not a part of it */
  add(value: unknown): void {
    if (typeof value === "string" || typeof value === "number") {
      const text = lower(String(value).trim());
      if (text === "" || this.#texts.has(text)) return;
      this.#texts.add(text);
      this.#byLength = undefined;
    } else if (typeof value === "object" && value !== null) {
      for (const one of Object.values(value)) this.add(one);
    }
  }

  /** A message for the user: without secrets, control characters, endless lines and commands to the runner of a pipeline. */
  say(message: string): string {
    const lines = visible(this.hide(message)).replace(COMMAND, "$1 $2").split("\n");
    return lines.map((line) => cut(line, MAX_LINE)).join("\n");
  }

  /** For a text that is cut later: half a secret would stay. */
  hide(text: string): string {
    const views = viewsOf(text);
    this.#byLength ??= [...this.#texts].sort((a, b) => b.length - a.length);
    const ranges: [from: number, to: number][] = [];
    for (const secret of this.#byLength) {
      for (const view of views) ranges.push(...rangesOf(secret, view));
    }
    const hidden = withStars(text, ranges);
    return CREDENTIALS.reduce((rest, pattern) => rest.replace(pattern, `$1${STARS}`), hidden);
  }

  /** The password of a backend, which a database may show without its address. */
  #addAddress(address = ""): void {
    if (!URL.canParse(address)) return;
    const { password, searchParams } = new URL(address);
    const named = [...searchParams].filter(([name]) => CREDENTIAL.test(name));
    for (const value of [password, ...named.map(([, value]) => value)])
      this.add([value, percentDecoded(value)]);
  }
}

/** As long as the text, so that positions stay. */
function lower(text: string): string {
  const lowered = text.toLowerCase();
  return lowered.length === text.length ? lowered : text;
}

/** All ways to read a text. Usually one, because it has no escapes. */
function viewsOf(text: string): readonly View[] {
  const starts = Array.from({ length: text.length + 1 }, (_, index) => index);
  const views = new Map<string, View>([[text, { text, starts }]]);
  let last = [...views.values()];
  for (let depth = 0; depth < MAX_DEPTH && last.length > 0; depth++) {
    const next = last.flatMap((view) => ESCAPES.map((one) => withoutEscapes(view, one)));
    last = next.filter((view) => !views.has(view.text));
    for (const view of last) views.set(view.text, view);
  }
  return [...views.values()].map((view) => ({ ...view, text: lower(view.text) }));
}

function withoutEscapes({ text, starts }: View, { pattern, decode }: Escape): View {
  let plainText = "";
  const newStarts: number[] = [];
  let end = 0;
  const keep = (to: number) => {
    plainText += text.slice(end, to);
    for (let index = end; index < to; index++) newStarts.push(starts[index]!);
    end = to;
  };
  for (const { 0: escaped, index } of text.matchAll(pattern)) {
    const plain = decode(escaped);
    if (plain === undefined) continue;
    keep(index);
    plainText += plain;
    for (let unit = 0; unit < plain.length; unit++) newStarts.push(starts[index]!);
    end = index + escaped.length;
  }
  keep(text.length);
  return { text: plainText, starts: [...newStarts, starts.at(-1)!] };
}

/** Where a view shows a secret, in the message. */
function rangesOf(secret: string, { text, starts }: View): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
    const end = at + secret.length;
    const isPart = WORD.test(text[at - 1] ?? "") || WORD.test(text[end] ?? "");
    if (secret.length < SHORT && isPart) continue;
    ranges.push([starts[at]!, endOf(starts, end)]);
  }
  return ranges;
}

/** Where the unit before an index ends: several units may come from one escape. */
function endOf(starts: readonly number[], index: number): number {
  const last = starts[index - 1]!;
  let next = index;
  while (next < starts.length - 1 && starts[next] === last) next++;
  return starts[next]!;
}

function withStars(text: string, ranges: readonly (readonly [number, number])[]): string {
  let shown = "";
  let end = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (to <= end) continue;
    if (from >= end) shown += text.slice(end, from) + STARS;
    end = to;
  }
  return shown + text.slice(end);
}

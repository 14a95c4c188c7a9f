// Looks for secrets where none may be: in texts, values and all files of a folder, in plain and in the forms that
// programs make of a text. What it reports names a secret and never holds one.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A secret that was found. */
export interface Leak {
  /** Its name. */
  readonly secret: string;
  /** How it was written, such as "plain" or "base64". */
  readonly form: string;
  /** Where it was found, such as "output of pulumi up" or a path. */
  readonly where: string;
}

/** What in a folder is no leak. */
export interface FolderExceptions {
  /** Paths below it, with the content that may stand there as long as nobody changed it. */
  readonly sources?: ReadonlyMap<string, string>;
  /** Values of secrets that may stand in any of its files. */
  readonly known?: ReadonlySet<string>;
}

interface Pattern {
  readonly secret: string;
  readonly value: string;
  readonly form: string;
  readonly text: string;
  readonly bytes: Buffer;
}

/** The forms of shorter texts would be found by chance, in the ciphertexts of a state for one. */
const SHORTEST = 8;

/** What is installed or packed there, and written by nobody who is looked at. */
const INSTALLED = /^node_modules$|\.tgz$/;

export class SecretsScan {
  readonly leaks: Leak[] = [];
  /** What was looked at, so that a test can tell that nothing was forgotten. */
  readonly places: string[] = [];
  readonly #patterns: readonly Pattern[];

  /**
   * @param secrets by name
   * @throws RangeError for a secret that is too short to look for
   */
  constructor(secrets: Readonly<Record<string, string>>) {
    this.#patterns = Object.entries(secrets).flatMap(([name, value]) => patternsOf(name, value));
  }

  /** @param known values of secrets that may stand there */
  text(where: string, text: string, known?: ReadonlySet<string>): void {
    this.bytes(where, Buffer.from(text), known);
  }

  /** Any value, as JSON. */
  value(where: string, value: unknown): void {
    this.text(where, JSON.stringify(value) ?? "");
  }

  bytes(where: string, content: Buffer, known?: ReadonlySet<string>): void {
    this.places.push(where);
    const plain = content[0] === 0x1f && content[1] === 0x8b ? gunzipSync(content) : content;
    for (const { secret, value, form, bytes } of this.#patterns) {
      if (!plain.includes(bytes) || known?.has(value)) continue;
      this.leaks.push({ secret, form, where: this.#withoutSecrets(where) });
    }
  }

  /** Every file below a folder, names included; nothing that is installed there, and no link. */
  async folder(folder: string, exceptions: FolderExceptions = {}): Promise<void> {
    await this.#below(folder, "", exceptions);
  }

  async #below(folder: string, below: string, exceptions: FolderExceptions): Promise<void> {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      if (INSTALLED.test(entry.name)) continue;
      const path = join(below, entry.name);
      this.text(`name of ${join(folder, path)}`, entry.name);
      if (entry.isDirectory()) await this.#below(folder, path, exceptions);
      if (!entry.isFile()) continue;
      const content = await readFile(join(folder, path));
      const source = exceptions.sources?.get(path);
      if (source !== undefined && content.equals(Buffer.from(source))) continue;
      this.bytes(join(folder, path), content, exceptions.known);
    }
  }

  /** A command that was given a secret is named without it. */
  #withoutSecrets(where: string): string {
    return this.#patterns.reduce((text, { text: secret }) => text.replaceAll(secret, "…"), where);
  }
}

function patternsOf(secret: string, value: string): Pattern[] {
  if (value.length < SHORTEST) throw new RangeError(`the secret "${secret}" is too short to look for`);
  const json = inJson(value);
  const forms: Record<string, string> = {
    plain: value,
    "JSON text": json,
    "JSON text in a JSON text": inJson(json),
    "JSON text without other than ASCII": asAscii(json),
    URL: encodeURIComponent(value),
    form: new URLSearchParams({ v: value }).toString().slice(2),
    hex: Buffer.from(value).toString("hex"),
    ...base64Forms(value),
  };
  const seen = new Set<string>();
  return Object.entries(forms).flatMap(([form, text]) => {
    if (seen.has(text)) return [];
    seen.add(text);
    return [{ secret, value, form, text, bytes: Buffer.from(text) }];
  });
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

const asAscii = (text: string) =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** What a secret looks like inside of a longer text in base64: one form per position modulo 3, without its ends. */
function base64Forms(value: string): Record<string, string> {
  const forms: Record<string, string> = {};
  for (const before of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const whole = bytes.subarray(before === 0 ? 0 : 3, bytes.length - (bytes.length % 3));
    const standard = whole.toString("base64");
    forms[`base64 (${before})`] = standard;
    forms[`base64url (${before})`] = standard.replaceAll("+", "-").replaceAll("/", "_");
  }
  return forms;
}

// Scans text, values and folders for secrets, in plain and in common encodings. Reports contain the names of secrets,
// never their values.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A secret that was found. */
export interface Leak {
  /** The secret's name. */
  readonly secret: string;
  /** The encoding, such as "plain" or "hex". */
  readonly form: string;
  /** The location, such as "output of pulumi up" or a path. */
  readonly where: string;
}

/** Secrets that are allowed in a folder. */
export interface FolderExceptions {
  /** Contents by path, relative to the folder. A file that still has this content is not scanned. */
  readonly sources?: ReadonlyMap<string, string>;
  /** Values that are allowed in every file. */
  readonly allowedSecrets?: ReadonlySet<string>;
}

interface Pattern {
  readonly secret: string;
  readonly value: string;
  readonly form: string;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Shorter secrets would match by chance, for example in the ciphertexts of a state. */
const MIN_LENGTH = 8;

/** Installed and packed files are not scanned. */
const INSTALLED = /^node_modules$|\.tgz$/;

export class SecretsScan {
  readonly leaks: Leak[] = [];
  /** The locations that were scanned. */
  readonly scanned: string[] = [];
  readonly #patterns: readonly Pattern[];

  /**
   * @param secrets by name
   * @throws RangeError if a secret is too short
   */
  constructor(secrets: Readonly<Record<string, string>>) {
    this.#patterns = Object.entries(secrets).flatMap(([name, value]) => patternsOf(name, value));
  }

  /** @param allowedSecrets values that are allowed in this text */
  text(where: string, text: string, allowedSecrets?: ReadonlySet<string>): void {
    this.bytes(where, Buffer.from(text), allowedSecrets);
  }

  /** Scans a value as JSON. */
  value(where: string, value: unknown): void {
    this.text(where, JSON.stringify(value) ?? "");
  }

  /** Scans bytes, which may be gzipped. */
  bytes(where: string, content: Buffer, allowedSecrets?: ReadonlySet<string>): void {
    this.scanned.push(where);
    const unpacked = content[0] === 0x1f && content[1] === 0x8b ? gunzipSync(content) : content;
    for (const { secret, value, form, bytes } of this.#patterns) {
      if (!unpacked.includes(bytes) || allowedSecrets?.has(value)) continue;
      this.leaks.push({ secret, form, where: this.#redact(where) });
    }
  }

  /** Scans every file in a folder and its subfolders, and their names. Skips installed packages and symlinks. */
  async folder(folder: string, exceptions: FolderExceptions = {}): Promise<void> {
    await this.#subfolder(folder, "", exceptions);
  }

  async #subfolder(folder: string, subfolder: string, exceptions: FolderExceptions): Promise<void> {
    for (const entry of await readdir(join(folder, subfolder), { withFileTypes: true })) {
      if (INSTALLED.test(entry.name)) continue;
      const path = join(subfolder, entry.name);
      this.text(`name of ${join(folder, path)}`, entry.name);
      if (entry.isDirectory()) await this.#subfolder(folder, path, exceptions);
      if (!entry.isFile()) continue;
      const content = await readFile(join(folder, path));
      const source = exceptions.sources?.get(path);
      if (source !== undefined && content.equals(Buffer.from(source))) continue;
      this.bytes(join(folder, path), content, exceptions.allowedSecrets);
    }
  }

  /** A location can contain a secret, such as a command's argument. */
  #redact(where: string): string {
    return this.#patterns.reduce((text, { text: secret }) => text.replaceAll(secret, "…"), where);
  }
}

function patternsOf(secret: string, value: string): Pattern[] {
  if (value.length < MIN_LENGTH) throw new RangeError(`the secret "${secret}" is too short to scan for`);
  const json = jsonString(value);
  const forms: Record<string, string> = {
    plain: value,
    JSON: json,
    "nested JSON": jsonString(json),
    "ASCII JSON": escapeNonAscii(json),
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

const jsonString = (text: string) => JSON.stringify(text).slice(1, -1);

const escapeNonAscii = (text: string) =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A secret inside a longer base64 text: one form per offset modulo 3, without the ends that depend on the context. */
function base64Forms(value: string): Record<string, string> {
  const forms: Record<string, string> = {};
  for (const offset of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const whole = bytes.subarray(offset === 0 ? 0 : 3, bytes.length - (bytes.length % 3));
    const standard = whole.toString("base64");
    forms[`base64 (${offset})`] = standard;
    forms[`base64url (${offset})`] = standard.replaceAll("+", "-").replaceAll("/", "_");
  }
  return forms;
}

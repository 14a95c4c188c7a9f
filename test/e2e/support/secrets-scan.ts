// Looks for secrets where none may be: in texts, values and all files of a folder, in plain and in the forms that
// programs make of a text. What it reports names a secret and never holds one.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Project } from "./project";

/** A secret that was found. */
export interface Leak {
  /** Its name. */
  secret: string;
  /** How it was written, such as "plain" or "base64". */
  form: string;
  /** Where it was found, such as "output of pulumi up" or a path. */
  where: string;
}

interface Pattern {
  secret: string;
  form: string;
  bytes: Buffer;
}

/** Shorter texts would be found by chance. */
const SHORTEST = 6;

export class SecretsScan {
  readonly leaks: Leak[] = [];
  /** What was looked at, so that a test can tell that nothing was forgotten. */
  readonly places: string[] = [];
  readonly #patterns: Pattern[];

  /** @param secrets by name */
  constructor(secrets: Readonly<Record<string, string>>) {
    this.#patterns = Object.entries(secrets).flatMap(([name, value]) => patternsOf(name, value));
  }

  text(where: string, text: string): void {
    this.bytes(where, Buffer.from(text));
  }

  /** Any value, as JSON. */
  value(where: string, value: unknown): void {
    this.text(where, JSON.stringify(value) ?? "");
  }

  bytes(where: string, content: Buffer): void {
    this.places.push(where);
    const plain = content[0] === 0x1f && content[1] === 0x8b ? gunzipSync(content) : content;
    for (const { secret, form, bytes } of this.#patterns) {
      if (plain.includes(bytes)) this.leaks.push({ secret, form, where });
    }
  }

  /** Every file below a folder, names included. */
  async folder(folder: string): Promise<void> {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      this.text(`name of ${path}`, entry.name);
      if (entry.isFile()) this.bytes(path, await readFile(path));
    }
  }

  /** What a project leaves behind: its backend, its stack's settings, its state and the emulator's log. */
  async project(project: Project): Promise<void> {
    await this.folder(join(project.folder, ".state"));
    for (const name of await readdir(project.folder)) {
      if (/^Pulumi\..*yaml$/.test(name)) this.bytes(name, await readFile(join(project.folder, name)));
    }
    this.text("pulumi stack export", JSON.stringify(await project.state()));
    this.value("the emulator's log", project.emulator.log);
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
    return [{ secret, form, bytes: Buffer.from(text) }];
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

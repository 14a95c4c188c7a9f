// The schema that editors use agrees with that of the loader, about every entry of the wrong files, the examples and the docs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";
import { parseDocument, stringify } from "yaml";
import type { JsonSchema } from "../../src/config/schema/pointer";
import { SCHEMA, sections } from "./support/config";

const ROOT = join(__dirname, "../..");
const { json, zod } = SCHEMA;
const accepts = new Ajv({ strict: false, allErrors: true, formats: { email: true } }).compile(json);

/** A rule across fields is stated in zod only. */
const isValid = (part: object) =>
  (zod.safeParse(part).error?.issues ?? []).every(({ code }) => code === "custom");

/** Each entry as a config of its own, and each other section. */
function partsOf(text: string): Record<string, unknown>[] {
  const document = parseDocument(text, { merge: true, uniqueKeys: false, logLevel: "silent" });
  if (document.errors.length > 0 || text.includes("__proto__")) return [];
  let whole: unknown;
  try {
    whole = document.toJS();
  } catch {
    return []; // Unresolved aliases.
  }
  return Object.entries((whole ?? {}) as object).flatMap(([section, plain]) => {
    if (/^(include$|x-)/.test(section)) return [];
    const isSection = sections.includes(section) && section !== "account";
    if (!isSection || typeof plain !== "object" || plain === null) return [{ [section]: plain }];
    return Object.entries(plain).map(([entry, fields]) => ({ [section]: { [entry]: fields } }));
  });
}

function yamlIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  if (!file.endsWith(".md")) return [text];
  return [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}

const patterns = [
  "test/config/wrong/**/*.yaml",
  "examples/many-accounts/{accounts,shared}/**/*.yaml",
  "link-management.yaml",
  "README.md",
  "docs/*.md",
];
const files = globSync(patterns, { cwd: ROOT, followSymbolicLinks: false }).sort();

test("editors accept what the loader accepts but rules across fields", () => {
  const counts = { valid: 0, invalid: 0 };
  const parts = new Map(
    files
      .flatMap(yamlIn)
      .flatMap(partsOf)
      .map((part) => [stringify(part), part]),
  );
  const disagreements = Array.from(parts, ([text, part]) => {
    counts[isValid(part) ? "valid" : "invalid"] += 1;
    if (accepts(part) === isValid(part)) return "";
    return `${text}schema: ${JSON.stringify(accepts.errors)}`;
  }).filter((text) => text !== "");
  expect(disagreements).toEqual([]);
  expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(60);
});

test("every field has a description, and keys for anchors are ignored", () => {
  const { properties } = json as { properties: Record<string, JsonSchema> };
  for (const [name, { description }] of Object.entries(properties))
    expect(description, name).toEqual(expect.any(String));
  expect(accepts({ "x-house": { anything: 1 } })).toBe(true);
});

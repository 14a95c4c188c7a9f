// The schema that editors use agrees with the loader, about every entry of the wrong files, the examples and the docs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";
import { isMap, isScalar, parseDocument, stringify } from "yaml";
import type { JsonSchema } from "../../src/config/schema/editor-schema";
import { FileSchema } from "../../src/config/schema/file-schema";
import { registry } from "../../src/resources";
import { check, editorSchema, sections } from "./support/config";

const ROOT = join(__dirname, "../..");
const schema = editorSchema();
const accepts = new Ajv({ strict: false, allErrors: true, formats: { email: true } }).compile(schema);

/** A rule across fields is stated in zod only, and some need more than one value. */
const { zod } = new FileSchema(registry);
const breaksRule = (part: object) =>
  (zod.safeParse(part).error?.issues ?? []).every(({ code }) => code === "custom");

/** What a schema of one value cannot express. */
const LOADER_ONLY = / (syntax|conflict|reference|duplicate|rename|expression|secret|limit|include)$/;
const isWarning = (problem: string) => problem.includes(" warning ");

/** Each entry as a config of its own, and each other section. */
function partsOf(text: string): Record<string, unknown>[] {
  const { contents } = parseDocument(text, { merge: true, uniqueKeys: false, logLevel: "silent" });
  if (!isMap(contents)) return [];
  return contents.items.flatMap(({ key, value }) => {
    if (!isScalar(key) || typeof key.value !== "string" || key.value === "include") return [];
    const section = key.value;
    const node = value as { toJSON(): unknown } | null;
    let plain: unknown;
    try {
      plain = node?.toJSON();
    } catch {
      return []; // Unresolved aliases.
    }
    const isSection = sections.includes(section) && section !== "account";
    if (!isSection || typeof plain !== "object" || plain === null) return [{ [section]: plain ?? null }];
    return Object.entries(plain).map(([entry, fields]) => ({ [section]: { [entry]: withType(fields) } }));
  });
}

/** Any text may be the type of a pixel, so only the loader can say which one is a typo. */
function withType(entry: unknown): unknown {
  const isText = typeof (entry as { type?: unknown } | null)?.type === "string";
  return isText && "tag" in (entry as object) ? { ...(entry as object), type: "fbpixel" } : entry;
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

test("the schema and the loader accept the same entries", () => {
  const counts = { valid: 0, invalid: 0 };
  const parts = new Map(
    files
      .flatMap(yamlIn)
      .flatMap(partsOf)
      .map((part) => [stringify(part), part]),
  );
  const disagreements = Array.from(parts, ([text, part]) => {
    const problems = check(text).problems.filter((problem) => !isWarning(problem));
    const isLoaderOnly = problems.every((problem) => LOADER_ONLY.test(problem)) || breaksRule(part);
    if (problems.length > 0 && isLoaderOnly) return "";
    const isValid = accepts(part);
    counts[isValid ? "valid" : "invalid"] += 1;
    if (isValid === (problems.length === 0)) return "";
    return `${text}loader: ${problems.join(", ")}; schema: ${JSON.stringify(accepts.errors)}`;
  }).filter((text) => text !== "");
  expect(disagreements).toEqual([]);
  expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(80);
});

test("describes every field", () => {
  const undescribed: string[] = [];
  const look = ({ properties = {}, additionalProperties, items, anyOf = [] }: JsonSchema, path: string) => {
    for (const form of anyOf as JsonSchema[]) look(form, path);
    for (const [name, field] of Object.entries(properties as Record<string, JsonSchema>)) {
      if (typeof field.description !== "string") undescribed.push(`${path}.${name}`);
      look(field, `${path}.${name}`);
    }
    for (const inner of [additionalProperties, items])
      if (typeof inner === "object") look(inner as JsonSchema, `${path}[]`);
  };
  look(schema, "");
  expect(undescribed).toEqual([]);
});

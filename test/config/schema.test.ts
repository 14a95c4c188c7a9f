// The schema that editors use agrees with the loader, about every entry of the wrong files, the examples and the docs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";
import { isMap, isScalar, parseDocument, stringify } from "yaml";
import type { JsonSchema } from "../../src/config/schema/editor-schema";
import { FileSchema } from "../../src/config/schema/file-schema";
import { definitions } from "../../src/resources/definitions";
import { check, editorSchema, sections } from "./support/config";

const ROOT = join(__dirname, "../..");
const schema = editorSchema();
const accepts = new Ajv({ strict: false, allErrors: true, formats: { email: true } }).compile(schema);

/** A rule across fields is stated in zod only, and some need more than one value. */
const { zod } = new FileSchema(definitions);
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

/** All parts of the schema with what editors show of them, by path. */
function partsOfSchema(part: JsonSchema, path = ""): [path: string, part: JsonSchema][] {
  const { properties = {}, additionalProperties, items, propertyNames, anyOf = [] } = part;
  const inner = [additionalProperties, items, propertyNames, ...(anyOf as unknown[])] as JsonSchema[];
  return [
    [path, part],
    ...Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, field]) =>
      partsOfSchema(field, `${path}.${name}`),
    ),
    ...inner.filter((one) => typeof one === "object").flatMap((one) => partsOfSchema(one, `${path}[]`)),
  ];
}

// What follows was tried with yaml-language-server 1.25.0, the server of the YAML extension of VS Code: it shows
// `errorMessage` in place of a pattern or a list of types, and the title above a description and after a message.
const shown = partsOfSchema(schema);

test("every field has a description, and a title with its name", () => {
  const fields = shown.filter(([path]) => path !== "" && !path.endsWith("[]"));
  const incomplete = fields.filter(
    ([path, { title, description }]) =>
      typeof description !== "string" || !String(title).endsWith(path.split(/\.|\[\]/).at(-1)!),
  );
  expect(incomplete).toEqual([]);
  expect(new Set(fields.map(([, { title }]) => title))).toContain("QrCode.content.wifi.ssid");
});

test("a wrong value has a message in words, not a pattern", () => {
  const isExpression = ({ title }: JsonSchema) => String(title).startsWith("${env:");
  const limited = shown.filter(([, part]) => "pattern" in part && !isExpression(part));
  expect(limited.filter(([, { errorMessage }]) => !/^must be /.test(String(errorMessage)))).toEqual([]);
  expect(limited.length).toBeGreaterThan(20);
});

test.each([
  [".links[][].domain", /key of domains, or .*https/],
  [".channels[][].items[][].link", /key of links or .*id/],
  [".channels[][].items[][].qr", /key of qrCodes or .*id/],
  [".campaigns[][].links[][]", /key of links or .*id/],
])("%s says what it may name, also for a value of another type", (path, words) => {
  const parts = shown.filter(([one]) => one === path);
  // The language server replaces the message of a single type in a choice.
  expect(parts).toMatchObject([
    [path, { errorMessage: expect.stringMatching(words), type: expect.any(Array) }],
  ]);
  expect(parts[0]![1].description).toMatch(/\bkey of/);
});

test("allows an expression in place of a value, and a merge key in place of a key", () => {
  const expression = "${env:X}";
  expect(
    accepts({
      maxDeletions: expression,
      account: { email: expression },
      links: { "<<": { url: expression, alias: expression, domain: expression } },
      channels: { a: { name: "A", color: expression, starred: expression, items: [{ bio: expression }] } },
      qrCodes: { a: { type: expression, data: "a", options: { onExisting: { id: expression } } } },
    }),
    JSON.stringify(accepts.errors),
  ).toBe(true);
});

// Hostile files: time and memory are bounded, and the result is always diagnostics.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { toAnnotations, toJson } from "../../src/commands/report-formats";
import { render } from "../../src/config/report/render";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { registry } from "../../src/resources";
import { caseCount } from "../support/case-count";
import { kinds } from "./support/kinds";
import { messages, planOf, read } from "./support/read";

test.each([
  ["lists in lists", `a: ${"[".repeat(100_000)}`, "nested more than 100 levels"],
  ["lists below lists", "- ".repeat(50_000), "nested more than 100 levels"],
  ["mappings in mappings", `a: ${"{a: ".repeat(50_000)}`, "nested more than 100 levels"],
  ["endless errors", `[${",".repeat(300_000)}`, "unexpected text"],
  ["endless documents", "---\n".repeat(100_000), "more than one YAML document"],
  [
    "thousands of anchors",
    Array.from({ length: 2000 }, (_, i) => `k${i}: &a${i} 1`).join("\n"),
    "more than 256 anchors",
  ],
  [
    "aliases of aliases",
    Array.from({ length: 30 }, (_, i) => `k${i}: &a${i} [${i === 0 ? 1 : `*a${i - 1}, *a${i - 1}`}]`).join(
      "\n",
    ),
    "the config is too large with its aliases (*) expanded",
  ],
  [
    "a long text by aliases",
    `a: &a ${"x".repeat(1_000_000)}\nb: [${Array(1000).fill("*a").join(",")}]`,
    "the config is too large with its aliases (*) expanded",
  ],
  [
    "endless values",
    `a: [${Array(400_000).fill("1").join(",")}]`,
    "the config is too large: all files together can have 500,000 YAML tokens, which is about 15,000 entries",
  ],
  [
    "a list that would exhaust the stack",
    `campaigns: { a: { name: x, links: [${Array(150_000).fill("x").join(",")}] } }`,
    "the list has more than 20000 values",
  ],
  [
    "one alias used endlessly",
    `a: &a ${JSON.stringify(Array(1000).fill(1))}\nb: [${Array(2000).fill("*a").join(",")}]`,
    "the config is too large with its aliases (*) expanded",
  ],
  // Each of the errors searches for its cause in the large valid part before it.
  [
    "errors behind a large file",
    `shelves:\n${Array.from({ length: 4000 }, (_, i) => `  k${i}: { title: "T${i}" }\n`).join("")}` +
      `books: { a: [${Array.from({ length: 400 }, (_, i) => `!!str p${i}: ? `).join("")}`,
    "missing , between flow sequence items",
  ],
  [
    "endless no-break spaces",
    `channels: { a: { name: x${"\u00a0".repeat(300_000)}x, y: ${",\u00a0".repeat(20_000)}`,
    "is not closed",
  ],
  [
    "endless comments in braces",
    `shelves: { a: { title: x, # }\n${"  b: # c,\n".repeat(10_000)}`,
    "starts a comment",
  ],
  ["a long word in broken syntax", `shelves: { a: { title: ${"QUJD".repeat(50_000)}\n`, "is not closed"],
  ["dashes in broken syntax", `owner: { code: ${"-".repeat(200_000)}\n`, "is not closed"],
  ["an endless key", `shelves:\n  ${"k".repeat(200_000)}: 1`, "more than 1024 characters"],
])("reports %s quickly and clearly", (_, text, expected) => {
  const before = process.cpuUsage();
  const problems = messages(text);
  const { user } = process.cpuUsage(before);
  expect(user).toBeLessThan(2_000_000);
  expect(
    problems.some((problem) => problem.includes(expected)),
    problems.slice(0, 3).join("\n"),
  ).toBe(true);
  expect(problems.length).toBeLessThan(5);
});

describe("bounds the report about", () => {
  test.each([
    ["one text of invalid expressions", `books: { a: { text: "${"${x}".repeat(caseCount(1_250_000))}" } }`],
    [
      "expressions with escape sequences",
      `books: { a: { text: "${"\\u0024{x}".repeat(caseCount(500_000))}" } }`,
    ],
    ["long names of variables", `books: { a: { text: "\${env:${"A".repeat(caseCount(4_000_000))}}" } }`],
    [
      "many variables",
      `shelves: { a: { title: A, open: "${Array.from({ length: caseCount(200_000) }, (_, i) => `\${env:A${i}}`).join("")}" } }`,
    ],
    [
      "unknown fields",
      `shelves: { a: { title: A, ${Array.from({ length: caseCount(20_000) }, (_, i) => `f${i}: 1`).join(", ")} } }`,
    ],
    ["unknown sections", Array.from({ length: caseCount(20_000) }, (_, i) => `s${i}: 1\n`).join("")],
    ["wrong members", `shelves: { a: { title: A, contents: [${"{ bok: 1 }, ".repeat(caseCount(5000))}] } }`],
  ])("%s", (_, text) => {
    const before = process.cpuUsage();
    const values = { environment: () => undefined };
    const report = readConfig(new Source("file.yaml", text), kinds, { values });
    const formats = [render(report), toJson(report), toAnnotations(report, (name) => name)];
    expect(process.cpuUsage(before).user).toBeLessThan(6_000_000);
    expect(report.counts.errors).toBeGreaterThan(0);
    for (const format of formats) expect(format.length).toBeLessThan(500_000);
  });
});

test("treats __proto__ like any other unknown key", () => {
  expect(
    messages("__proto__: { title: x }\nshelves: { a: { title: A, __proto__: { open: 3 }, constructor: 1 } }"),
  ).toEqual([
    '1:1 unknown section "__proto__"',
    '2:27 shelves.a: unknown field "__proto__"',
    '2:51 shelves.a: unknown field "constructor"',
  ]);
  expect(({} as Record<string, unknown>).open).toBeUndefined();
});

test.each(["toString", "constructor", "hasOwnProperty"])("accepts %s as the key of an entry", (key) => {
  expect(
    planOf(`shelves: { ${key}: { title: A, contents: [{ book: ${key} }] } }\nbooks: { ${key}: { text: x } }`)
      .entries,
  ).toHaveLength(2);
  expect(messages(`shelves: { a: { title: A, contents: [{ book: ${key} }] } }`)).toHaveLength(1);
});

describe("with random content", () => {
  const words = fc.constantFrom(
    ...[
      "shelves",
      "books",
      "owner",
      "title",
      "text",
      "code",
      "contents",
      "book",
      "options",
      "expect",
      "moby",
    ],
    ...[
      ":",
      ": ",
      "- ",
      "{",
      "}",
      "[",
      "]",
      ",",
      "\n",
      "\n  ",
      "\n    ",
      "&a ",
      "*a",
      "!x ",
      "!!str ",
      "|\n",
      ">\n",
    ],
    ...[
      '"',
      "'",
      "#",
      "?",
      "<<",
      "---\n",
      "...\n",
      "%YAML 1.1\n",
      "\t",
      "\r\n",
      "\0",
      "\u001b",
      "\ufeff",
      "1",
      "~",
      "true",
    ],
  );
  const texts = fc.oneof(
    fc.array(words, { maxLength: 40 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.json().map((json) => `shelves: ${json}`),
  );

  test("returns a plan or an error, with every location inside the file", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { plan, diagnostics, text: shown } = read(text);
        expect(plan === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
        for (const { range } of diagnostics) {
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.start).toBeLessThanOrEqual(text.length);
          expect(range.end).toBeGreaterThanOrEqual(range.start);
        }
        expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
        expect(shown).not.toMatch(/undefined|\[object/);
      }),
      { numRuns: caseCount(500) },
    );
  });

  test("reads a damaged file and any tree to the end", () => {
    const valid = stringify({
      account: { expect: { username: "acme" }, email: "a@example.com" },
      pixels: { ads: { type: "fbpixel", name: "Ads", tag: "1" } },
      qrCodes: { menu: { type: "wifi", data: ["x", { y: 1 }], foreground: "rgb(1,2,3)" } },
      channels: { spring: { name: "Spring", color: "#22AA66", items: [{ qr: "menu" }, { link: 4711 }] } },
      campaigns: { launch: { name: "Launch", public: true, links: [1, 2], options: { protect: true } } },
    });
    const damaged = fc
      .array(fc.tuple(fc.nat(valid.length), fc.nat(12), words), { minLength: 1, maxLength: 4 })
      .map((cuts) =>
        cuts.reduce((text, [at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone), valid),
      );
    const sections = fc.constantFrom(
      ...registry.map(({ definition }) => definition.yaml.section),
      "__proto__",
    );
    const tree = fc.dictionary(sections, fc.object({ maxDepth: 4 })).map((value) => stringify(value));
    fc.assert(
      fc.property(fc.oneof(damaged, tree), (text) => {
        const result = readConfig(new Source("f.yaml", text), registry);
        expect(result.plan === undefined).toBe(result.counts.errors > 0);
        expect(render(result)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\[object/);
      }),
      { numRuns: caseCount(300) },
    );
  });

  test("never shows a secret", () => {
    const broken = fc.constantFrom(
      "",
      "\n",
      "}",
      "{",
      '"',
      " x: y: z",
      "\n\ttab",
      "\n bad",
      ", foo: 1",
      " *nope",
      " @",
    );
    const around = fc.constantFrom(
      (secret: string) => `owner:\n  code: ${secret}`,
      (secret: string) => `owner: { code: ${secret}, name: 1 }`,
      (secret: string) => `books:\n  a:\n    text: |\n      ${secret}\n    locked: 3`,
      (secret: string) => `books: { a: { text: "x\n   ${secret}", foo: 1 } }`,
    );
    fc.assert(
      fc.property(around, broken, broken, (file, before, after) => {
        const text = `shelves: { a: { title: A } }${before}\n${file("s3cret")}${after}\n`;
        expect(read(text).text).not.toContain("s3cret");
      }),
    );
  });

  test("plans exactly what is written", () => {
    const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,8}$/);
    // Control characters are rejected, and UTF-8 has no lone surrogates.
    const value = fc
      .string({
        unit: fc.oneof(fc.string({ unit: "grapheme", maxLength: 2 }), fc.constantFrom("$", "{")),
        minLength: 1,
        maxLength: 12,
      })
      .filter((text) => text !== "")
      .filter((text) => !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/.test(text));
    const channel = fc.record(
      { name: value, description: value, starred: fc.boolean() },
      { requiredKeys: ["name"] },
    );
    const channels = fc.dictionary(key, channel, { maxKeys: 4, noNullPrototype: true });
    // Without quotes, they are an error.
    const isOdd = (text: string | undefined) => /^[\p{Zs}\p{Cf}“‘„‚]|[\p{Zs}\p{Cf}]$/u.test(text ?? "");
    fc.assert(
      fc.property(channels, fc.boolean(), (channels, isQuoted) => {
        const entries = Object.values(channels);
        const names = entries.map(({ name }) => name);
        fc.pre(new Set(names).size === names.length);
        const hasOdd = entries.some(({ name, description }) => isOdd(name) || isOdd(description));
        const defaultStringType = isQuoted || hasOdd ? "QUOTE_DOUBLE" : "PLAIN";
        const text = stringify({ channels }, { defaultStringType }).replaceAll("${", () => "$${");
        const result = readConfig(new Source("f.yaml", text), registry);
        const { plan } = result;
        expect(plan, render(result)).toBeDefined();
        expect(Object.fromEntries(plan!.entries.map((entry) => [entry.key, entry.args]))).toEqual(channels);
      }),
    );
  });
});

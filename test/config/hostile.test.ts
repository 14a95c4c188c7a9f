// Files that nobody writes by mistake: bounded in time and memory, and never anything but diagnostics.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { render } from "../../src/config/report/render";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { registry } from "../../src/resources";
import { messages, planOf, read } from "./support/read";

test.each([
  ["lists in lists", `a: ${"[".repeat(100_000)}`, "nested more than 100 levels"],
  ["lists below lists", "- ".repeat(50_000), "nested more than 100 levels"],
  ["mappings in mappings", `a: ${"{a: ".repeat(50_000)}`, "nested more than 100 levels"],
  ["errors without end", `[${",".repeat(300_000)}`, "this does not belong to what stands before it"],
  ["documents without end", "---\n".repeat(100_000), "more than one YAML document"],
  [
    "anchors by the thousand",
    Array.from({ length: 2000 }, (_, i) => `k${i}: &a${i} 1`).join("\n"),
    "more than 256 anchors",
  ],
  [
    "aliases of aliases",
    Array.from({ length: 30 }, (_, i) => `k${i}: &a${i} [${i === 0 ? 1 : `*a${i - 1}, *a${i - 1}`}]`).join(
      "\n",
    ),
    "holds too much when its aliases (*) are written out",
  ],
  [
    "a long text by aliases",
    `a: &a ${"x".repeat(1_000_000)}\nb: [${Array(1000).fill("*a").join(",")}]`,
    "holds too much when its aliases (*) are written out",
  ],
  [
    "values without end",
    `a: [${Array(400_000).fill("1").join(",")}]`,
    "up to here the config holds too much",
  ],
  [
    "a list that is handed over value by value",
    `campaigns: { a: { name: x, links: [${Array(150_000).fill("x").join(",")}] } }`,
    "the list has more than 20000 values",
  ],
  [
    "one alias without end",
    `a: &a ${JSON.stringify(Array(1000).fill(1))}\nb: [${Array(2000).fill("*a").join(",")}]`,
    "holds too much when its aliases (*) are written out",
  ],
  // A row of errors, each of which looks for where it began, behind much that is right.
  [
    "errors behind a large file",
    `shelves:\n${Array.from({ length: 4000 }, (_, i) => `  k${i}: { title: "T${i}" }\n`).join("")}` +
      `books: { a: [${Array.from({ length: 400 }, (_, i) => `!!str p${i}: ? `).join("")}`,
    "missing , between flow sequence items",
  ],
  ["a long word in broken syntax", `shelves: { a: { title: ${"QUJD".repeat(50_000)}\n`, "is not closed"],
  ["dashes in broken syntax", `owner: { code: ${"-".repeat(200_000)}\n`, "is not closed"],
  ["a key without end", `shelves:\n  ${"k".repeat(200_000)}: 1`, "more than 1024 characters"],
])("%s: one clear error in no time", (_, text, expected) => {
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

test("__proto__ is a key like any other that does not exist", () => {
  expect(
    messages("__proto__: { title: x }\nshelves: { a: { title: A, __proto__: { open: 3 }, constructor: 1 } }"),
  ).toEqual([
    '1:1 unknown section "__proto__"',
    '2:27 shelves.a: unknown field "__proto__"',
    '2:51 shelves.a: unknown field "constructor"',
  ]);
  expect(({} as Record<string, unknown>).open).toBeUndefined();
});

test.each(["toString", "constructor", "hasOwnProperty"])("%s can be the key of an entry", (key) => {
  expect(
    planOf(`shelves: { ${key}: { title: A, contents: [{ book: ${key} }] } }\nbooks: { ${key}: { text: x } }`)
      .entries,
  ).toHaveLength(2);
  expect(messages(`shelves: { a: { title: A, contents: [{ book: ${key} }] } }`)).toHaveLength(1);
});

describe("whatever a file holds", () => {
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

  test("there is a plan or an error, and every place lies in the file", () => {
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
      { numRuns: 500 },
    );
  });

  test("a right file that was damaged, or any tree, is read to its end", () => {
    const right = stringify({
      account: { expect: { username: "acme" }, email: "a@example.com" },
      pixels: { ads: { type: "fbpixel", name: "Ads", tag: "1" } },
      qrCodes: { menu: { type: "wifi", data: ["x", { y: 1 }], foreground: "rgb(1,2,3)" } },
      channels: { spring: { name: "Spring", color: "#22AA66", items: [{ qr: "menu" }, { link: 4711 }] } },
      campaigns: { launch: { name: "Launch", public: true, links: [1, 2], options: { protect: true } } },
    });
    const damaged = fc
      .array(fc.tuple(fc.nat(right.length), fc.nat(12), words), { minLength: 1, maxLength: 4 })
      .map((cuts) =>
        cuts.reduce((text, [at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone), right),
      );
    const sections = fc.constantFrom("account", "pixels", "qrCodes", "channels", "campaigns", "__proto__");
    const tree = fc.dictionary(sections, fc.object({ maxDepth: 4 })).map((value) => stringify(value));
    fc.assert(
      fc.property(fc.oneof(damaged, tree), (text) => {
        const { plan, diagnostics } = readConfig(new Source("f.yaml", text), registry);
        expect(plan === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
        expect(render(diagnostics)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\[object/);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 300) },
    );
  });

  test("a secret is not shown, whatever else is wrong", () => {
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

  test("what is written is what is planned", () => {
    const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,8}$/);
    // Control characters are refused, and lone surrogates cannot be written.
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
    fc.assert(
      fc.property(fc.dictionary(key, channel, { maxKeys: 4, noNullPrototype: true }), (channels) => {
        const names = Object.values(channels).map(({ name }) => name);
        fc.pre(new Set(names).size === names.length);
        const text = stringify({ channels }).replaceAll("${", () => "$${");
        const { plan, diagnostics } = readConfig(new Source("f.yaml", text), registry);
        expect(plan, render(diagnostics)).toBeDefined();
        expect(Object.fromEntries(plan!.entries.map((entry) => [entry.key, entry.args]))).toEqual(channels);
      }),
    );
  });
});

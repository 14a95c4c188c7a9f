import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Diagnostics } from "../../src/config/report/diagnostics";
import { render } from "../../src/config/report/render";
import { type Range, Source } from "../../src/config/source/source";

function shown(text: string, range: Range, masked: Range[] = []): string[] {
  const source = new Source("file.yaml", text);
  source.mask(masked);
  const error = { severity: "error", source, range, message: "wrong" } as const;
  return render({ diagnostics: [error], counts: { errors: 1, warnings: 0 } }).split("\n");
}

const rangeOf = (text: string, part: string): Range => ({
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
});

describe("shows the line with a marker", () => {
  test.each([
    ["a: wrong", "a: wrong"],
    ["x\ny\n  a: wrong # tail", "  a: wrong # tail"],
    ["a: wrong\r\nb: 1", "a: wrong"],
  ])("%j", (text, line) => {
    const [, excerpt, marker] = shown(text, rangeOf(text, "wrong"));
    expect(excerpt!.split(" | ")[1]).toBe(line);
    expect(marker!.indexOf("^")).toBe(excerpt!.indexOf("wrong"));
    expect(marker).toMatch(/^ +\| +\^{5}$/);
  });

  test("counts two columns for wide characters and none for combining ones, and keeps tabs", () => {
    const text = "日本\te\u0301: wrong";
    const [, , marker] = shown(text, rangeOf(text, "wrong"));
    expect(marker).toBe(`    |     \t   ^^^^^`);
  });

  test("shows no line at the end of the file", () => {
    expect(shown("a: 1\n", { start: 5, end: 5 })).toEqual(["file.yaml:2:1 error wrong"]);
  });

  test("cuts a long line around the marker", () => {
    const text = `${"x".repeat(500)}wrong${"y".repeat(500)}`;
    const [, excerpt, marker] = shown(text, rangeOf(text, "wrong"));
    expect(excerpt!.length).toBeLessThan(120);
    expect(excerpt!.indexOf("wrong")).toBe(marker!.indexOf("^"));
  });

  test("spells out control characters", () => {
    const [, excerpt] = shown("a: \u001b[31mwrong\u202e", { start: 0, end: 1 });
    expect(excerpt).toBe("  1 | a: \\u{1b}[31mwrong\\u{202e}");
  });
});

describe("masks secrets", () => {
  test("with a mask of fixed length, and moves the marker", () => {
    const text = "{ a: secret-value, b: wrong }";
    const [, excerpt, marker] = shown(text, rangeOf(text, "wrong"), [rangeOf(text, "secret-value")]);
    expect(excerpt).toBe("  1 | { a: ***, b: wrong }");
    expect(marker!.indexOf("^")).toBe(excerpt!.indexOf("wrong"));
  });

  test("on each of their lines", () => {
    const text = "a: one\n  two\n  three, b: wrong";
    const [, excerpt] = shown(text, rangeOf(text, "wrong"), [{ start: 3, end: text.indexOf(", b") }]);
    expect(excerpt).toBe("  3 | ***, b: wrong");
  });

  test("wherever the error and other secrets are", () => {
    const line = fc.stringMatching(/^[a-z ]{0,12}$/);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat(60)),
        (lines, numbers) => {
          const before = lines.join("\n");
          const at = numbers.next().value % (before.length + 1);
          const text = `${before.slice(0, at)}SECRET${before.slice(at)}`;
          const next = () => numbers.next().value % (text.length + 1);
          const spans = [{ start: at, end: at + 6 }];
          for (let more = numbers.next().value % 3; more > 0; more -= 1) {
            const [a, b] = [next(), next()];
            spans.push({ start: Math.min(a, b), end: Math.max(a, b) });
          }
          const [a, b] = [next(), next()];
          const all = shown(text, { start: Math.min(a, b), end: Math.max(a, b) }, spans).join("\n");
          expect(all).not.toMatch(/[SECRT]/);
        },
      ),
    );
  });
});

test("counts the diagnostics after the first 500, errors before warnings", () => {
  const location = { source: new Source("file.yaml", "a: 1"), range: { start: 0, end: 1 } };
  const diagnostics = new Diagnostics();
  for (let index = 0; index < 100; index += 1) diagnostics.warning(location, "odd");
  for (let index = 0; index < 450; index += 1) diagnostics.error(location, "wrong");
  const text = render(diagnostics.report());
  expect(text.match(/error wrong/g)).toHaveLength(450);
  expect(text.match(/warning odd/g)).toHaveLength(50);
  expect(text.endsWith("… and 50 more")).toBe(true);
});

test("finds the line and column of every offset", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r", "ü") }), fc.nat(), (text, number) => {
      const offset = number % (text.length + 1);
      const lines = text.slice(0, offset).split("\n");
      const { line, column } = new Source("f", text).position(offset);
      expect({ line, column }).toEqual({ line: lines.length, column: lines.at(-1)!.length + 1 });
    }),
  );
});

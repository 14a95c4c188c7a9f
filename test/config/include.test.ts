// A config of several files on a real disk.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toAnnotations, toJson } from "../../src/commands/report-formats";
import { render } from "../../src/config/report/render";
import { ProjectFiles } from "../../src/config/source/project-files";
import { readSource } from "../../src/config/source/source-file";
import { readConfig } from "../../src/config/validate/read-config";
import { kinds } from "./support/kinds";

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "include-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function read(first = "first.yaml") {
  return readConfig(readSource(folder, join(folder, first)), kinds, { files: new ProjectFiles(folder) });
}

/** Sections and keys of the plan, in its order. */
function keys(first?: string): string[] {
  const { plan, diagnostics } = read(first);
  expect(diagnostics).toEqual([]);
  return plan!.entries.map(({ section, key }) => `${section}.${key}`);
}

const book = (key: string) => `books: { ${key}: { text: x } }\n`;

describe("a config of several files", () => {
  test("puts the first file first, then the others by name", () => {
    write({
      "first.yaml": `include: [z.yaml, brands/*.yaml, a.yaml]\n${book("first")}`,
      "z.yaml": book("z"),
      "a.yaml": book("a"),
      "brands/y.yaml": book("y"),
      "brands/b.yaml": book("b"),
    });
    expect(keys()).toEqual(["books.first", "books.a", "books.b", "books.y", "books.z"]);
    expect(read().fileCount).toBe(5);
  });

  test("merges sections and allows references across files", () => {
    write({
      "first.yaml": "include: books.yaml\nshelves: { top: { title: Top, contents: [{ book: moby }] } }\n",
      "books.yaml": `${book("moby")}shelves: { low: { title: Low } }\n`,
    });
    expect(keys()).toEqual(["shelves.top", "books.moby", "shelves.low"]);
  });

  test("resolves the includes of an included file relative to that file", () => {
    write({
      "first.yaml": "include: brands/acme/all.yaml\n",
      "brands/acme/all.yaml": `include: [parts/*.yaml, ../shared.yaml]\n${book("all")}`,
      "brands/acme/parts/one.yaml": book("one"),
      "brands/shared.yaml": book("shared"),
    });
    expect(keys()).toEqual(["books.all", "books.one", "books.shared"]);
  });

  test("reads a file once if it is included twice, by itself or in a cycle", () => {
    write({
      "first.yaml": `include: ["*.yaml", ./other.yaml, other.yaml]\n${book("first")}`,
      "other.yaml": `include: [first.yaml, other.yaml]\n${book("other")}`,
    });
    expect(keys()).toEqual(["books.first", "books.other"]);
  });

  test("treats a link to a file of the project as that file", () => {
    write({ "first.yaml": `include: "*.yaml"\n${book("first")}`, "other.yaml": book("other") });
    symlinkSync("other.yaml", join(folder, "link.yaml"));
    symlinkSync("first.yaml", join(folder, "again.yaml"));
    expect(keys()).toEqual(["books.first", "books.other"]);
    expect(keys("again.yaml")).toEqual(["books.first", "books.other"]);
  });

  test("matches ** in folders, without hidden folders, links and node_modules", () => {
    write({
      "first.yaml": 'include: "**/*.yaml"\n',
      "a/b/c.yaml": book("c"),
      ".hidden/d.yaml": book("d"),
      "node_modules/e/e.yaml": book("e"),
      "a/node_modules/f.yaml": book("f"),
    });
    symlinkSync(folder, join(folder, "a/round"));
    symlinkSync(tmpdir(), join(folder, "a/out"));
    expect(keys()).toEqual(["books.c"]);
  });

  test.each(["[brands]", "a b", "{x,y}", "(a)"])("works in a project folder called %s", (name) => {
    const outer = folder;
    folder = join(outer, name);
    write({ "first.yaml": "include: parts/*.yaml\n", "parts/one.yaml": book("one") });
    expect(keys()).toEqual(["books.one"]);
    folder = outer;
  });
});

describe("limits", () => {
  test("the number of files", () => {
    const names = Array.from({ length: 1001 }, (_, index) => `parts/${index}.yaml`);
    write({
      "first.yaml": "include: parts/*.yaml\n",
      ...Object.fromEntries(names.map((name) => [name, "{}"])),
    });
    expect(read().diagnostics.map(({ message }) => message)).toEqual([
      "include: the config has more than 1000 files",
    ]);
  });

  test("the number of globs", () => {
    write({ "first.yaml": `include: [${'"a.yaml",'.repeat(101)}]\n`, "a.yaml": "{}" });
    expect(read().diagnostics.map(({ message }) => message)).toEqual([
      "include: the config has more than 100 globs",
    ]);
  });

  test("the alternatives of a path", () => {
    write({ "first.yaml": `include: "${"{a,b}".repeat(7)}"\n` });
    expect(read().diagnostics.map(({ message }) => message)).toEqual([
      "include: the path has more than 100 alternatives",
    ]);
  });

  test("the total size", () => {
    const large = `# ${"x".repeat(4 * 1024 * 1024)}\n{}`;
    const names = ["a", "b", "c", "d", "e", "f"].map((name) => `parts/${name}.yaml`);
    write({
      "first.yaml": "include: parts/*.yaml\n",
      ...Object.fromEntries(names.map((name) => [name, large])),
    });
    const { diagnostics, fileCount } = read();
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "include: the files of the config are larger than 20 MiB together",
    ]);
    expect(fileCount).toBe(6);
  });
});

describe("a path", () => {
  test.each([
    ["?.yaml", ["a"]],
    ["a*c.yaml", ["abc", "axbxc"]],
    ["a*b*c.yaml", ["abc", "axbxc"]],
    ["{a,abc}.yaml", ["a", "abc"]],
    ["{sub,sub/deep}/d.yaml", ["d"]],
    ["sub/**", ["d"]],
    ["**/d.yaml", ["d"]],
    ["**/deep/../d.yaml", undefined],
    ["**/sub/**/deep/**/d.yaml", ["d"]],
    ["./sub//deep/./*.yaml", ["d"]],
    [".*/*.yaml", ["h"]],
  ])("matches: %s", (glob, expected) => {
    write({
      "first.yaml": `include: "${glob}"\n`,
      "a.yaml": book("a"),
      "abc.yaml": book("abc"),
      "axbxc.yaml": book("axbxc"),
      "sub/deep/d.yaml": book("d"),
      ".hidden/h.yaml": book("h"),
    });
    if (expected) expect(keys()).toEqual(expected.map((key) => `books.${key}`));
    else expect(read().counts.errors).toBe(1);
  });

  test.each([
    ["(a+)+b", '"("'],
    ["+(a).yaml", '"("'],
    ["[a-z].yaml", '"["'],
    ["a|b.yaml", '"|"'],
    ["a\\\\b.yaml", '"\\"'],
    ["sub/!a.yaml", '"!"'],
    ["{a,{b,c}}.yaml", "{a,b} is not closed, or contains another one"],
    ["{a,b.yaml", "{a,b} is not closed"],
    ["{1..3}.yaml", '"{1..3}" has no comma'],
  ])("is an error with another pattern: %s", (glob, message) => {
    write({ "first.yaml": `include: "${glob}"\n` });
    expect(read().diagnostics.map((one) => one.message)).toEqual([expect.stringContaining(message)]);
  });

  test("never takes long", () => {
    const names = Array.from({ length: 200 }, (_, index) => `${"a".repeat(240)}${index}`);
    write(Object.fromEntries(names.map((name) => [name, ""])));
    write({
      "first.yaml": `include: ["${"*a".repeat(100)}", "${"**/".repeat(100)}x", "${"a".repeat(60)}${"?*".repeat(80)}b"]\n`,
    });
    const before = process.cpuUsage();
    expect(read().counts.errors).toBe(3);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

test("shows file names on one line, and never at its start as a command of a pipeline", () => {
  const evil = "x\n::error ::pwned\u001b[31m.yaml";
  const command = "::stop-commands::x.yaml";
  write({ "first.yaml": "include: ['*.yaml']\n", [evil]: "books: 1\n", [command]: "books: 1\n" });
  writeFileSync(join(folder, "x\n::error ::latin1.yaml"), Buffer.from([0xff]));
  symlinkSync(join(tmpdir()), join(folder, "x\n::error ::out"));
  const report = read();
  expect(report.counts.errors).toBe(3);
  const formats = [render(report), toJson(report), toAnnotations(report, (name) => name)];
  for (const text of formats) {
    const commands = text.split("\n").filter((line) => /^\s*::(?!error file=)/.test(line));
    expect(commands).toEqual([]);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(text).toContain("pwned");
  }
});

test("masks secrets in the lines of included files", () => {
  write({
    "first.yaml": "include: owner.yaml\n",
    "owner.yaml": "owner: { code: s3cret-code, colour: red }\n",
  });
  const [problem] = read().diagnostics;
  expect(problem!.message).toContain('unknown field "colour"');
  expect(render(read())).toContain("owner: { code: ***, colour: *** }");
});

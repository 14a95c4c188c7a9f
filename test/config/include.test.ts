// A config of many files on a real disk.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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

describe("entries of all files are one config", () => {
  test("the first file comes first, the others by name", () => {
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

  test("sections are merged, and references go over files", () => {
    write({
      "first.yaml": "include: books.yaml\nshelves: { top: { title: Top, contents: [{ book: moby }] } }\n",
      "books.yaml": `${book("moby")}shelves: { low: { title: Low } }\n`,
    });
    expect(keys()).toEqual(["shelves.top", "books.moby", "shelves.low"]);
  });

  test("an included file includes, relative to itself", () => {
    write({
      "first.yaml": "include: brands/acme/all.yaml\n",
      "brands/acme/all.yaml": `include: [parts/*.yaml, ../shared.yaml]\n${book("all")}`,
      "brands/acme/parts/one.yaml": book("one"),
      "brands/shared.yaml": book("shared"),
    });
    expect(keys()).toEqual(["books.all", "books.one", "books.shared"]);
  });

  test("what is included twice, by itself or in a circle is read once", () => {
    write({
      "first.yaml": `include: ["*.yaml", ./other.yaml, other.yaml]\n${book("first")}`,
      "other.yaml": `include: [first.yaml, other.yaml]\n${book("other")}`,
    });
    expect(keys()).toEqual(["books.first", "books.other"]);
  });

  test("a link to a file of the project is that file", () => {
    write({ "first.yaml": `include: "*.yaml"\n${book("first")}`, "other.yaml": book("other") });
    symlinkSync("other.yaml", join(folder, "link.yaml"));
    symlinkSync("first.yaml", join(folder, "again.yaml"));
    expect(keys()).toEqual(["books.first", "books.other"]);
    expect(keys("again.yaml")).toEqual(["books.first", "books.other"]);
  });

  test("two stars go through folders, but into no hidden one, no link and no installed package", () => {
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

  test.each(["[brands]", "a b", "{x,y}", "(a)"])("the project may lie in a folder called %s", (name) => {
    const outer = folder;
    folder = join(outer, name);
    write({ "first.yaml": "include: parts/*.yaml\n", "parts/one.yaml": book("one") });
    expect(keys()).toEqual(["books.one"]);
    folder = outer;
  });
});

describe("there is an end", () => {
  test("of the number of files", () => {
    const names = Array.from({ length: 1001 }, (_, index) => `parts/${index}.yaml`);
    write({
      "first.yaml": "include: parts/*.yaml\n",
      ...Object.fromEntries(names.map((name) => [name, "{}"])),
    });
    expect(read().diagnostics.map(({ message }) => message)).toEqual([
      "include: with this a config would have more than 1000 files",
    ]);
  });

  test("of the number of globs", () => {
    write({ "first.yaml": `include: [${'"a.yaml",'.repeat(1001)}]\n`, "a.yaml": "{}" });
    expect(read().diagnostics.map(({ message }) => message)).toEqual([
      "include: with this a config would have more than 1000 globs",
    ]);
  });

  test("of what they find in all", () => {
    const names = Array.from({ length: 101 }, (_, index) => `parts/${index}.yaml`);
    write({
      "first.yaml": `include: [${'"parts/*.yaml",'.repeat(200)}]\n`,
      ...Object.fromEntries(names.map((name) => [name, "{}"])),
    });
    expect(read().diagnostics.map(({ message }) => message)).toEqual([
      "include: with this the globs of a config find the same files over and over",
    ]);
  });

  test.each(["*a*b*c*.yaml", "**/a/**/b/**/c/**/d.yaml"])("of the stars in %s", (glob) => {
    write({ "first.yaml": `include: "${glob}"\n` });
    expect(read().diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining("must have no more than 3 stars between two slashes"),
    ]);
  });

  test("of their size together", () => {
    const large = `# ${"x".repeat(4 * 1024 * 1024)}\n{}`;
    const names = ["a", "b", "c", "d", "e", "f"].map((name) => `parts/${name}.yaml`);
    write({
      "first.yaml": "include: parts/*.yaml\n",
      ...Object.fromEntries(names.map((name) => [name, large])),
    });
    const { diagnostics, fileCount } = read();
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "include: with this the files of a config are larger than 20 MiB together",
    ]);
    expect(fileCount).toBe(6);
  });
});

test("the lines of included files show no secret", () => {
  write({
    "first.yaml": "include: owner.yaml\n",
    "owner.yaml": "owner: { code: s3cret-code, colour: red }\n",
  });
  const [problem] = read().diagnostics;
  expect(problem!.message).toContain('unknown field "colour"');
  expect(problem!.source.hiddenIn({ start: 0, end: 100 })).toHaveLength(1);
});

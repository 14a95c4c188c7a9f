// A config of several files on a real disk.
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

  test.each(["*a*b*c*.yaml", "**/a/**/b/**/c/**/d.yaml"])("the wildcards of %s", (glob) => {
    write({ "first.yaml": `include: "${glob}"\n` });
    expect(read().diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('the path may have at most 3 "*" between two slashes'),
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

test("masks secrets in the lines of included files", () => {
  write({
    "first.yaml": "include: owner.yaml\n",
    "owner.yaml": "owner: { code: s3cret-code, colour: red }\n",
  });
  const [problem] = read().diagnostics;
  expect(problem!.message).toContain('unknown field "colour"');
  expect(problem!.source.maskedIn({ start: 0, end: 100 })).toHaveLength(1);
});

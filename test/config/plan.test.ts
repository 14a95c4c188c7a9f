import { describe, expect, test } from "vitest";
import { Layout } from "../../src/config/schema/layout";
import { Book, kinds, Placed, Shelf } from "./support/kinds";
import { messages, planOf, read } from "./support/read";

describe("plans", () => {
  test("entries by section and key, with their members", () => {
    const { entries, expect: expectedAccount } = planOf(`
owner: { name: me }
shelves:
  top:
    title: Top
    height: 30
    contents: [{ book: moby }, { book: 7, count: 2 }]
books:
  moby: { text: Call me Ishmael. }
`);
    expect(expectedAccount).toBeUndefined();
    expect(entries.map(({ definition, ...entry }) => ({ ...entry, type: definition.type }))).toEqual([
      {
        type: "Owner",
        section: "owner",
        key: "me",
        isOnly: true,
        args: { name: "me" },
        location: "file.yaml:2:1",
        options: {},
        secrets: [],
        members: [],
      },
      {
        type: "Shelf",
        section: "shelves",
        key: "top",
        isOnly: false,
        args: { title: "Top", height: 30 },
        location: "file.yaml:4:3",
        options: {},
        secrets: [],
        members: [
          {
            list: expect.objectContaining({ definition: Placed.definition, yaml: Placed.definition.yaml }),
            name: "top/book/moby",
            value: { book: "moby" },
            location: "file.yaml:7:16",
          },
          {
            list: expect.objectContaining({ definition: Placed.definition, yaml: Placed.definition.yaml }),
            name: "top/book/7",
            value: { book: 7, count: 2 },
            location: "file.yaml:7:32",
          },
        ],
      },
      {
        type: "Book",
        section: "books",
        key: "moby",
        isOnly: false,
        args: { text: "Call me Ishmael." },
        location: "file.yaml:9:3",
        options: {},
        secrets: [],
        members: [],
      },
    ]);
  });

  test("values exactly as written", () => {
    const [entry] = planOf(`
shelves:
  a:
    title: " Top  shelf "
    labels:
      - |
        two
        lines
      - ""
      - !!str 12
      - "\\u00e9\\t"
      - yes
`).entries;
    expect(entry!.args).toEqual({
      title: " Top  shelf ",
      labels: ["two\nlines\n", "", "12", "é\t", "yes"],
    });
  });

  test("aliases as the values of their anchors", () => {
    const [first, second] = planOf(`
shelves:
  a: { title: &title Top, labels: &labels [x, y] }
books:
  b: { text: *title }
`).entries;
    expect(first!.args).toEqual({ title: "Top", labels: ["x", "y"] });
    expect(second!.args).toEqual({ text: "Top" });
  });

  test.each(["{}", "shelves:\n", "shelves: {}\nbooks:\nowner:\n", "owner: {}"])("nothing for %j", (text) => {
    expect(planOf(text)).toEqual({
      file: "file.yaml",
      entries: [],
      defaults: {},
      outputs: "addresses",
      unmanaged: "ignore",
    });
  });

  test("no members for an empty list", () => {
    expect(planOf("shelves: { a: { title: A, contents: } }").entries[0]!.members).toEqual([]);
  });

  test("options apart from the arguments", () => {
    const [entry] = planOf(`
shelves:
  a:
    title: A
    options: { protect: true, retainOnDelete: false, ignoreChanges: [height], aliases: [old] }
`).entries;
    expect(entry!.args).toEqual({ title: "A" });
    expect(entry!.options).toEqual({
      protect: true,
      retainOnDelete: false,
      ignoreChanges: ["height"],
      aliases: ["old"],
    });
  });

  test("no resource for the expected account", () => {
    expect(planOf("owner: { expect: { id: 12, username: acme, email: a@b.c, registered: now } }")).toEqual({
      file: "file.yaml",
      entries: [],
      defaults: {},
      outputs: "addresses",
      unmanaged: "ignore",
      expect: { id: 12, username: "acme", email: "a@b.c", registered: "now" },
    });
  });

  test("a reference before its entry", () => {
    expect(
      messages("shelves: { a: { title: A, contents: [{ book: b }] } }\nbooks: { b: { text: x } }"),
    ).toEqual([]);
  });

  test("entries with warnings", () => {
    const { plan, diagnostics } = read("shelves: { a: { title: A, height: 301 } }");
    expect(plan?.entries).toHaveLength(1);
    expect(diagnostics.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      "warning shelves.a: too high to reach",
    ]);
  });

  test("a file with CRLF, comments and a document marker", () => {
    expect(planOf("# hello\r\n---\r\nshelves:\r\n  a:\r\n    title: A\r\n").entries).toHaveLength(1);
  });
});

describe("rejects", () => {
  const listIn = (section: string, field: string) => ({
    definition: {
      ...Placed.definition,
      yaml: { ...Placed.definition.yaml, section, field },
    } as typeof Placed.definition,
  });

  test.each([
    ["two kinds with one section", [...kinds, Shelf], "two kinds have the section shelves"],
    ["a list in an unknown section", [Book, Placed], "Placed uses the section shelves, which no kind has"],
    [
      "a list with the name of a field",
      [Shelf, Book, listIn("shelves", "title")],
      "shelves has two fields title",
    ],
    ["two lists with one name", [...kinds, Placed], "shelves has two fields contents"],
    ["a list called options", [Shelf, listIn("shelves", "options")], "shelves has two fields options"],
  ])("%s", (_, some, message) => {
    expect(() => new Layout(some)).toThrow(message);
  });
});

describe("reads the defaults", () => {
  test("of the file", () => {
    const { defaults } = planOf("defaults: { onExisting: overwrite }\nshelves: { top: { title: Top } }");
    expect(defaults).toEqual({ onExisting: "overwrite" });
  });

  test("of each section", () => {
    const { defaults } = planOf(`
defaults:
  shelves: { protect: true, retainOnDelete: true, deleteBeforeReplace: true, ignoreChanges: [height] }
  owner: { protect: true }
`);
    expect(defaults).toEqual({
      shelves: { protect: true, retainOnDelete: true, deleteBeforeReplace: true, ignoreChanges: ["height"] },
      owner: { protect: true },
    });
  });

  test.each([
    [
      "defaults: { books: { ignoreChanges: [height] } }",
      /defaults: books\.ignoreChanges\[0\] cannot be "height"/,
    ],
    ["defaults: { shelves: { aliases: [old] } }", /defaults\.shelves: aliases cannot have a default/],
    ["defaults: { boks: { protect: true } }", /unknown field "boks"; did you mean "books"/],
    ["defaults: { books: { protect: maybe } }", /defaults: books\.protect must be true or false/],
  ])("and rejects %j", (text, message) => {
    expect(messages(text)).toEqual([expect.stringMatching(message)]);
  });
});

describe("reads maxDeletions", () => {
  test.each([
    ["0", 0],
    ["12", 12],
    ["30%", "30%"],
    ['"30 %"', "30 %"],
  ])("%s", (text, expected) => {
    expect(planOf(`maxDeletions: ${text}`).maxDeletions).toBe(expected);
  });

  test.each(["1.5", "all", "101%", '"%"', "true", "[1]"])("and rejects %s", (text) => {
    expect(messages(`maxDeletions: ${text}`)).toEqual([
      expect.stringMatching(/maxDeletions must be a whole number such as 5, or a percentage such as 30%$/),
    ]);
  });

  test("and rejects a negative number", () => {
    expect(messages("maxDeletions: -1")).toEqual(["1:15 maxDeletions must be at least 0"]);
  });
});

import { describe, expect, test } from "vitest";
import { Layout } from "../../src/config/schema/layout";
import { Book, kinds, Placed, Shelf } from "./support/kinds";
import { messages, planOf, read } from "./support/read";

describe("a good file is a plan", () => {
  test("of entries by section and key, with their members", () => {
    const { entries, expect: account } = planOf(`
owner: { name: me }
shelves:
  top:
    title: Top
    height: 30
    contents: [{ book: moby }, { book: 7, count: 2 }]
books:
  moby: { text: Call me Ishmael. }
`);
    expect(account).toBeUndefined();
    expect(entries.map(({ definition, ...entry }) => ({ ...entry, type: definition.type }))).toEqual([
      {
        type: "Owner",
        section: "owner",
        key: "me",
        isOnly: true,
        args: { name: "me" },
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
        options: {},
        secrets: [],
        members: [
          {
            list: { definition: Placed.definition, place: Placed.definition.yaml },
            name: "top/book/moby",
            value: { book: "moby" },
          },
          {
            list: { definition: Placed.definition, place: Placed.definition.yaml },
            name: "top/book/7",
            value: { book: 7, count: 2 },
          },
        ],
      },
      {
        type: "Book",
        section: "books",
        key: "moby",
        isOnly: false,
        args: { text: "Call me Ishmael." },
        options: {},
        secrets: [],
        members: [],
      },
    ]);
  });

  test("values are passed as they are written", () => {
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

  test("aliases stand for what they name", () => {
    const [first, second] = planOf(`
shelves:
  a: { title: &title Top, labels: &labels [x, y] }
books:
  b: { text: *title }
`).entries;
    expect(first!.args).toEqual({ title: "Top", labels: ["x", "y"] });
    expect(second!.args).toEqual({ text: "Top" });
  });

  test.each(["{}", "shelves:\n", "shelves: {}\nbooks:\nowner:\n", "owner: {}"])(
    "%j asks for nothing",
    (text) => {
      expect(planOf(text)).toEqual({ entries: [] });
    },
  );

  test("a list without members is none", () => {
    expect(planOf("shelves: { a: { title: A, contents: } }").entries[0]!.members).toEqual([]);
  });

  test("options are for the engine, not for the object", () => {
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

  test("what the account must be makes no resource", () => {
    expect(planOf("owner: { expect: { id: 12, username: acme, email: a@b.c, registered: now } }")).toEqual({
      entries: [],
      expect: { id: 12, username: "acme", email: "a@b.c", registered: "now" },
    });
  });

  test("a reference may stand before what it names", () => {
    expect(
      messages("shelves: { a: { title: A, contents: [{ book: b }] } }\nbooks: { b: { text: x } }"),
    ).toEqual([]);
  });

  test("warnings do not stand in the way of a plan", () => {
    const { plan, diagnostics } = read("shelves: { a: { title: A, height: 301 } }");
    expect(plan?.entries).toHaveLength(1);
    expect(diagnostics.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      "warning shelves.a: nobody reaches that high",
    ]);
  });

  test("windows line ends, a comment at the top and a document mark are nothing special", () => {
    expect(planOf("# hello\r\n---\r\nshelves:\r\n  a:\r\n    title: A\r\n").entries).toHaveLength(1);
  });
});

describe("kinds that do not fit together are refused", () => {
  const listIn = (section: string, field: string) => ({
    definition: {
      ...Placed.definition,
      yaml: { ...Placed.definition.yaml, section, field },
    } as typeof Placed.definition,
  });

  test.each([
    ["two kinds with one section", [...kinds, Shelf], "two kinds of resources have the section shelves"],
    ["a list in no section", [Book, Placed], "Placed stands in the section shelves, which no kind has"],
    ["a list called like a field", [Shelf, Book, listIn("shelves", "title")], "shelves has two fields title"],
    ["two lists of one name", [...kinds, Placed], "shelves has two fields contents"],
    ["a list called options", [Shelf, listIn("shelves", "options")], "shelves has two fields options"],
  ])("%s", (_, some, message) => {
    expect(() => new Layout(some)).toThrow(message);
  });
});

test("what the file says of existing objects holds for all entries", () => {
  expect(planOf("defaults: { onExisting: fail }\nshelves: { top: { title: Top } }").onExisting).toBe("fail");
  expect(planOf("shelves: { top: { title: Top } }")).not.toHaveProperty("onExisting");
});

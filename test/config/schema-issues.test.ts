// The errors for values that a schema rejects, with invented kinds.
import { describe, expect, test } from "vitest";
import { messages, read } from "./support/read";

const helpOf = (text: string) => read(text).diagnostics.map(({ help }) => help);

describe("fields", () => {
  test.each([
    ["shelves: { a: { titel: A } }", ['1:17 shelves.a: unknown field "titel"; did you mean "title"?']],
    [
      "shelves: { a: { title: A, content: [] } }",
      ['1:27 shelves.a: unknown field "content"; did you mean "contents"?'],
    ],
    [
      "shelves: { a: { title: A, option: {} } }",
      ['1:27 shelves.a: unknown field "option"; did you mean "options"?'],
    ],
    ["shelves: { a: { height: 3 } }", ['1:12 shelves.a: missing field "title"']],
    ["shelves:\n  a:\n", ['2:3 shelves.a: missing field "title"']],
    ["owner: { code: x, colour: y }", ['1:19 owner: unknown field "colour"']],
    ["owner: { code: x }", ["1:1 owner must have a name with its code"]],
    ["owner: { expct: {} }", ['1:10 owner: unknown field "expct"; did you mean "expect"?']],
    ["shelves: { a: { title: A, expect: {} } }", ['1:27 shelves.a: unknown field "expect"']],
  ])("%s", (text, expected) => {
    expect(messages(text)).toEqual(expected);
  });

  test("suggests the mapping that a misplaced field belongs to", () => {
    expect(helpOf("shelves: { a: { title: A, protect: true } }")).toEqual([
      "move it one level deeper, into options",
    ]);
    expect(helpOf("owner: { username: acme }")).toEqual(["move it one level deeper, into expect"]);
  });

  test("gives no help for a missing field without a description", () => {
    expect(helpOf("books: { a: {} }\n")).toEqual([undefined]);
    expect(helpOf("shelves: { a: { title: A, hight: 3 } }")).toEqual([undefined]);
  });
});

describe("values", () => {
  const shelf = (fields: string) => `shelves: { a: { title: A, ${fields} } }`;

  test.each([
    ["height: tall", "height must be a number, not text"],
    ["height: 1.5", "height must be a whole number"],
    ["height: 0", "height must be more than 0"],
    ["height: .nan", "height must be a number, not NaN"],
    ["open: yes", "open must be true or false, not text"],
    ["material: okk", 'material cannot be "okk"; did you mean "oak"?'],
    ["material: glass", 'material cannot be "glass"'],
    ["labels: x", "labels must be a list, not text"],
    ["labels: [x, 1]", "labels[1] must be text, not a number"],
    ["height:", "height has no value"],
    ["size: { width: a }", "size.width must be a number, not text"],
    ["size: 3", "size matches no allowed form"],
  ])("%s", (fields, expected) => {
    expect(messages(shelf(fields)).map((message) => message.replace(/^1:\d+ shelves.a: /, ""))).toEqual([
      expected,
    ]);
  });

  test("limits the length of a text", () => {
    expect(messages(`shelves: { a: { title: ${"x".repeat(21)} } }`)).toEqual([
      "1:24 shelves.a: title must have at most 20 characters",
    ]);
  });

  test.each([
    ["labels: [1234567890]", 'write it in quotes: "1234567890"'],
    ["labels: [0123]", 'write it in quotes: "0123"'],
    ["labels: [1e5]", 'write it in quotes: "1e5"'],
    ["labels: [true]", 'write it in quotes: "true"'],
    ['height: "30"', "write it without quotes: 30"],
    ["open: off", "write false without quotes"],
    ["material: glass", "allowed: oak, pine, steel"],
  ])("%s gets the help: %s", (fields, help) => {
    expect(helpOf(shelf(fields))).toEqual([help]);
  });

  test("reports every error of an entry at its location", () => {
    expect(
      messages("shelves:\n  a:\n    title: 1\n    height: x\n    colour: red\n  b: { open: 1 }\nbook: {}\n"),
    ).toEqual([
      "3:12 shelves.a: title must be text, not a number",
      "4:13 shelves.a: height must be a number, not text",
      '5:5 shelves.a: unknown field "colour"',
      '6:3 shelves.b: missing field "title"',
      "6:14 shelves.b: open must be true or false, not a number",
      '7:1 unknown section "book"; did you mean "books"?',
    ]);
  });
});

describe("members of a list", () => {
  const list = (members: string) =>
    `books: { moby: { text: x } }\nshelves: { a: { title: A, contents: ${members} } }`;

  test.each([
    ["[{ book: mobi }]", '2:46 shelves.a.contents: books has no entry "mobi"; did you mean "moby"?'],
    ["[{ book: 0 }]", "2:46 shelves.a.contents: book must be more than 0"],
    ["[{ book: true }]", "2:46 shelves.a.contents: book must be a key of books or an id"],
    ["[{ boook: moby }]", '2:40 shelves.a.contents: unknown field "boook"; did you mean "book"?'],
    ["[moby]", "2:38 shelves.a.contents must be a mapping of fields, not text"],
    [
      "[{ book: moby }, { book: moby, count: 2 }]",
      "2:54 shelves.a.contents: duplicate assignment; the first one is at file.yaml:2:38",
    ],
    ["{ book: moby }", "2:27 shelves.a.contents must be a list, not a mapping"],
  ])("%s", (members, expected) => {
    expect(messages(list(members))).toEqual([expected]);
  });

  test("allows the same member in different entries", () => {
    expect(
      messages(
        "shelves: { a: { title: A, contents: [{ book: 1 }] }, b: { title: B, contents: [{ book: 1 }] } }",
      ),
    ).toEqual([]);
  });

  test("accepts a reference to an entry with errors", () => {
    expect(messages("shelves: { a: { title: A, contents: [{ book: moby }] } }\nbooks: { moby: {} }")).toEqual(
      ['2:10 books.moby: missing field "text"'],
    );
  });

  test("reports nothing as missing after a syntax error", () => {
    expect(
      messages('shelves: { a: { title: A, contents: [{ book: moby }] } }\nbooks: { moby: { text: "x } }'),
    ).toEqual(["2:24 this quote is not closed"]);
  });
});

test("reports two entries with one identity once, with both locations", () => {
  expect(messages("shelves:\n  a: { title: Top }\n  b: { title: TOP, height: 3 }\n")).toEqual([
    "3:3 shelves.b is the same object as shelves.a (file.yaml:2:3): same title",
  ]);
});

test("ignores entries with errors when it looks for duplicates", () => {
  expect(messages("shelves:\n  a: { title: Top, height: x }\n  b: { title: Top }\n")).toHaveLength(1);
});

describe("secrets", () => {
  test.each([
    "owner: { name: 1, code: s3cret }",
    "owner: { code: [s3cret] }",
    "owner: { codde: s3cret }",
    "owner: { Code: { a: s3cret }, name: 1 }",
    "ownr: { code: s3cret }",
    "books: { a: { text: s3cret, lokced: true } }",
    "books: { a: { text: s3cret, locked: no } }",
    "books: { a: { text: [s3cret] } }",
    "shelves: { a: { title: A, code: s3cret } }",
    "owner: code s3cret",
    "owner: { code s3cret }",
    "owner: { code:s3cret }",
    "owner: [s3cret]",
    "owner: { code:s3cret: x }",
    "owner: { code: x, s3cret }",
    "owner: { code: x, y, s3cret, name: z }",
    "owner: { ? [code, s3cret] : x }",
    "owner: { ? [x] : { code: s3cret } }",
    "books: s3cret",
    "books: { a: s3cret }",
    "books: { a: [s3cret] }",
    "books: { a: { text s3cret, locked: true } }",
    "owner: { code: s3cret, code: s3cret }",
    "owner: { code: s3cret",
    "owner:\n  code: 's3cret\n",
    "owner: { code: s3cret }\n  x: y: s3cret",
    "books: { a: { text: &x s3cret, foo: 1 }, b: { text: *x, locked: false, foo: 2 } }",
  ])("are masked in %j", (text) => {
    const { diagnostics, text: shown } = read(text);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(shown).not.toContain("s3cret");
  });

  test("are not masked if the entry says so", () => {
    expect(read("books: { a: { text: public, locked: false, colour: red } }").text).toContain("public");
  });
});

import { describe, expect, test } from "vitest";
import { properties, table } from "../../../src/commands/output/table";
import { widthOf } from "../../../src/commands/output/text-width";
import { processorTime } from "../../support/processor-time";

const PLAIN = { heading: (text: string) => text };
const LINK = "https://link.example/qr/4711/with/a/long/path";

describe("a table", () => {
  const rows = [
    { id: "1", link: LINK, name: "Menu", scans: 12, starred: true },
    { id: "1234567", link: "https://x.example", name: "日本語のメニュー", scans: 3, starred: false },
  ];

  test("has a column for every property, ids and names first, numbers at the right", () => {
    expect(table(rows, 200, PLAIN)).toEqual([
      `ID       NAME              LINK${" ".repeat(LINK.length - 4)}  SCANS  STARRED`,
      `1        Menu              ${LINK}     12  yes`,
      `1234567  日本語のメニュー  https://x.example${" ".repeat(LINK.length - 17)}      3  no`,
    ]);
  });

  test.each([20, 40, 60, 80])("is at most %i columns wide, and cuts no id and no number", (width) => {
    const lines = table(rows, width, PLAIN);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
    expect(lines[2]).toMatch(/^1234567 /);
    if (width > 40) expect(lines[2]).toMatch(/ 3 {2}/);
  });

  test("cuts the widest columns first", () => {
    expect(table(rows, 60, PLAIN)[1]).toBe("1        Menu              https://link.exa…     12  yes");
  });

  test("is not cut without a width", () => {
    expect(table(rows, Number.POSITIVE_INFINITY, PLAIN)[1]).toContain(LINK);
  });

  test("shows a property that only some rows have, and names of two words", () => {
    expect(table([{ id: "1" }, { id: "2", redirectRoot: "x" }], 80, PLAIN)).toEqual([
      "ID  REDIRECT ROOT",
      "1",
      "2   x",
    ]);
  });

  test("styles only the headings", () => {
    const lines = table([{ id: "1" }], 80, { heading: (text) => `<${text}>` });
    expect(lines).toEqual(["<ID>", "1"]);
  });
});

test.each([
  ["escape sequences", "\u001b[31mred\u001b[0m \u001b]0;title\u0007x", "red x"],
  ["C1 control characters", "a\u009b31mb", "ab"],
  ["line breaks", "a\r\nb\tc", "a b c"],
  ["changes of the writing direction", "a\u202eb\u2066c", "a b c"],
  ["endless accents", `a${"\u0301".repeat(5000)}`, `a${"\u0301".repeat(298)}…`],
])("a cell is safe with %s", (_, name, shown) => {
  const lines = table([{ id: "1", name }], 200, PLAIN);
  expect(lines).toEqual(["ID  NAME", `1   ${shown}`]);
});

test("ten times the rows take about ten times as long", () => {
  const rowsOf = (length: number) =>
    Array.from({ length }, (_, id) => ({ id: String(id), name: `Name ${id} Ü`, link: LINK }));
  const [few, many] = [rowsOf(100), rowsOf(1000)];
  const timeOf = (rows: typeof few) =>
    processorTime(() => expect(table(rows, 80, PLAIN)).toHaveLength(rows.length + 1));
  // In turn, and the best of each: other processes only ever slow down.
  const times = Array.from({ length: 5 }, () => [timeOf(few), timeOf(many)] as const);
  const best = (index: 0 | 1) => Math.min(...times.map((pair) => pair[index]));
  expect(best(1)).toBeLessThan(30 * best(0));
});

test("the properties of an object are one line each", () => {
  const account = { username: "acme", id: "1", expires: "", avatar: LINK };
  expect(properties(account, 30, PLAIN)).toEqual([
    "id        1",
    "username  acme",
    "expires",
    "avatar    https://link.exampl…",
  ]);
});

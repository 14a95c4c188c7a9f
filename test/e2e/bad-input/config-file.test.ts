// A config file that cannot be meant: told where it was written, and nothing sent.
import { describe, expect, test } from "vitest";
import { CONFIG, diagnostics, expectNoInnards, expectOneError, project } from "./one-error";

const FILE = "link-management.yaml";

/** A thousand anchors, each ten times the one before: written out, more than any memory holds. */
const BOMB = [
  "a0: &a0 [x]",
  ...Array.from({ length: 999 }, (_, level) => {
    const alias = `*a${level}`;
    return `a${level + 1}: &a${level + 1} [${Array(10).fill(alias).join(", ")}]`;
  }),
].join("\n");

/** `file` with `line` in the place of the line that begins with the same word. */
function withLine(line: string): string {
  const key = line.trimStart().split(":")[0];
  return CONFIG.split("\n")
    .map((old) => (old.trimStart().startsWith(`${key}:`) ? line : old))
    .join("\n");
}

interface Case {
  what: string;
  file: string;
  /** Line and column of the mistake. */
  at: string;
  says: string[];
}

const cases: Case[] = [
  { what: "an empty file", file: "", at: "1:1", says: ["the file holds no config", "is written as {}"] },
  {
    what: "a list",
    file: "- type: fbpixel\n- type: gapixel\n",
    at: "1:1",
    says: ["must be a mapping of sections, not a list", "begin with a section, such as pixels:"],
  },
  {
    what: "a tab as indentation",
    file: CONFIG.replace("  more:", "\tmore:"),
    at: "3:1",
    says: ["tab"],
  },
  {
    what: "a key that stands there twice",
    file: CONFIG.replace("  more:", "  ads:"),
    at: "3:3",
    says: ['"ads" stands here a second time', `the first is at ${FILE}:2:3`],
  },
  {
    what: "anchors by the thousand",
    file: `${BOMB}\n`,
    at: "7:",
    says: ["aliases (*)", "use fewer aliases"],
  },
  {
    what: "a pixel type that does not exist",
    file: withLine('  ads: { type: fbpixle, name: Shop ads, tag: "1" }'),
    at: "2:16",
    says: ['did you mean "fbpixel"?', 'ads: { type: fbpixle, name: Shop ads, tag: "1" }'],
  },
  {
    what: "a channel item that names no QR code",
    file: withLine("  spring: { name: Spring, items: [{ qr: menue }, { link: 4711 }] }"),
    at: "9:41",
    says: ['"menue"', 'did you mean "menu"?'],
  },
];

test.each(cases.map((one) => [one.what, one] as const))(
  "%s is one error with its place, and nothing is sent",
  async (_, { file, at, says }) => {
    const stack = await project({ [FILE]: file });
    const run = await stack.try("up", "--yes");
    expectOneError(run, `${FILE}:${at}`, ...says);
    expect(stack.emulator.log).toEqual([]);
  },
);

test("a file that is not there is one error that names it and the folder", async () => {
  const at = await project({
    "package.json": '{ "main": "node_modules/pulumi-link-management/dist/program.js" }',
  });
  const run = await at.try("up", "--yes");
  expectOneError(run, `there is no config file "${FILE}" in ${at.folder}`);
  expect(at.emulator.log).toEqual([]);
});

describe("several mistakes", () => {
  const FAULTY = `account:
  expect: { username: acme }
pixels:
  ads: { type: fbpixle, name: Shop ads, tag: "1" }
  more: { type: gapixel, nmae: More ads, tag: "2" }
channels:
  spring: { name: Spring, color: green, items: [{ qr: menu }] }
`;

  test("are told together, each once and with its place, and nothing is sent", async () => {
    const at = await project({ [FILE]: FAULTY });
    const run = await at.try("up", "--yes");
    const told = diagnostics(run);
    const places = [...told.matchAll(/link-management\.yaml:(\d+:\d+) error/g)].map(([, place]) => place);
    expect(places, told).toEqual(["4:16", "5:26", "7:34", "7:55"]);
    expectNoInnards(run);
    expect(run.code).not.toBe(0);
    expect(at.emulator.log).toEqual([]);
  });

  test("are told together with a missing key", async () => {
    const at = await project({ [FILE]: FAULTY }, { LINK_MANAGEMENT_API_KEY: undefined });
    const told = diagnostics(await at.try("up", "--yes"));
    expect(told.match(/there is no API key/g)).toHaveLength(1);
    expect(told.match(/fbpixle/g)).not.toBeNull();
  });
});

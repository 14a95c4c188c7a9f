// An invalid config file: reported with its location, before anything is sent.
import { describe, expect, test } from "vitest";
import { CONFIG, diagnostics, expectNoInternals, expectOneError, project } from "./one-error";

const FILE = "link-management.yaml";

/** A thousand anchors, each with ten aliases of the one before: expanded, they exceed any memory. */
const BOMB = [
  "a0: &a0 [x]",
  ...Array.from({ length: 999 }, (_, level) => {
    const alias = `*a${level}`;
    return `a${level + 1}: &a${level + 1} [${Array(10).fill(alias).join(", ")}]`;
  }),
].join("\n");

/** CONFIG with `line` instead of the line with the same key. */
function withLine(line: string): string {
  const key = line.trimStart().split(":")[0];
  return CONFIG.split("\n")
    .map((old) => (old.trimStart().startsWith(`${key}:`) ? line : old))
    .join("\n");
}

interface Case {
  what: string;
  file: string;
  /** Line and column of the error. */
  at: string;
  parts: string[];
}

const cases: Case[] = [
  {
    what: "an empty file",
    file: "",
    at: "1:1",
    parts: ["the file contains no config", "for an empty config, write {}"],
  },
  {
    what: "a list",
    file: "- type: fbpixel\n- type: gapixel\n",
    at: "1:1",
    parts: ["must be a mapping of sections, not a list", "start with a section, such as pixels:"],
  },
  {
    what: "a tab as indentation",
    file: CONFIG.replace("  more:", "\tmore:"),
    at: "3:1",
    parts: ["tabs are not allowed"],
  },
  {
    what: "a duplicate key",
    file: CONFIG.replace("  more:", "  ads:"),
    at: "3:3",
    parts: ["duplicate key", `the first one is at ${FILE}:2:3`],
  },
  {
    what: "thousands of anchors",
    file: `${BOMB}\n`,
    at: "7:",
    parts: ["aliases (*)", "use fewer aliases"],
  },
  {
    what: "an unknown pixel type",
    file: withLine('  ads: { type: fbpixle, name: Shop ads, tag: "1" }'),
    at: "2:16",
    parts: ['did you mean "fbpixel"?', 'ads: { type: fbpixle, name: Shop ads, tag: "1" }'],
  },
  {
    what: "a channel item with an unknown QR code",
    file: withLine("  spring: { name: Spring, items: [{ qr: menue }, { link: 4711 }] }"),
    at: "9:41",
    parts: ['"menue"', 'did you mean "menu"?'],
  },
];

test.each(cases.map((one) => [one.what, one] as const))(
  "reports %s as one error with its location, and sends nothing",
  async (_, { file, at, parts }) => {
    const stack = await project({ [FILE]: file });
    const run = await stack.try("up", "--yes");
    expectOneError(run, `${FILE}:${at}`, ...parts);
    expect(stack.emulator.log).toEqual([]);
  },
);

test("reports a missing file as one error with its name and folder", async () => {
  const at = await project({
    "package.json": '{ "main": "node_modules/pulumi-link-management/dist/program.js" }',
  });
  const run = await at.try("up", "--yes");
  expectOneError(run, `there is no config file "${FILE}" in ${at.folder}`);
  expect(at.emulator.log).toEqual([]);
});

describe("reports several errors", () => {
  const FAULTY = `account:
  expect: { username: acme }
pixels:
  ads: { type: fbpixle, name: Shop ads, tag: "1" }
  more: { type: gapixel, nmae: More ads, tag: "2" }
channels:
  spring: { name: Spring, color: green, items: [{ qr: menu }] }
`;

  test("at once, each with its location, and sends nothing", async () => {
    const at = await project({ [FILE]: FAULTY });
    const run = await at.try("up", "--yes");
    const reported = diagnostics(run);
    const locations = [...reported.matchAll(/link-management\.yaml:(\d+:\d+) error/g)].map(
      ([, location]) => location,
    );
    expect(locations, reported).toEqual(["4:16", "5:26", "7:34", "7:55"]);
    expectNoInternals(run);
    expect(run.code).not.toBe(0);
    expect(at.emulator.log).toEqual([]);
  });

  test("together with a missing API key", async () => {
    const at = await project({ [FILE]: FAULTY }, { LINK_MANAGEMENT_API_KEY: undefined });
    const reported = diagnostics(await at.try("up", "--yes"));
    expect(reported.match(/no API key: set it/g)).toHaveLength(1);
    expect(reported.match(/fbpixle/g)).not.toBeNull();
  });
});

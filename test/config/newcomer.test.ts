// The twelve mistakes that newcomers make most: each is one error or warning, at its line, and says what to write.
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { loadStack } from "../../src/config/build/load-stack";
import { DEMO_KEY, startEmulator } from "../../src/emulator";
import { inProgramRun } from "../support/program-run";
import { CONFIG_FILE, check } from "./support/config";
import { Folder } from "./support/folder";

const channel = (line: string) => `channels:\n  spring:\n    name: Spring\n${line}\n`;

describe("in the file:", () => {
  test.each([
    ["a typo in a section", "chanels:\n  spring: { name: Spring }\n", "1:1", '"channels"'],
    ["a typo in a field", "channels:\n  spring:\n    nmae: Spring\n", "3:5", '"name"'],
    ["a tab", "channels:\n  spring:\n\tname: Spring\n", "3:1", "indent with spaces"],
    ["a missing field", "pixels:\n  ads:\n    type: fbpixel\n    name: Ads\n", "2:3", 'tag: "G-ABC123"'],
    ["a color without quotes", channel("    color: #22AA66"), "4:12", '"#22AA66"'],
    ["a color of another form", channel("    color: green"), "4:12", '"#22AA66"'],
    [
      "a color of a channel in a code",
      'qrCodes:\n  menu:\n    type: text\n    data: x\n    foreground: "#22AA66"\n',
      "5:17",
      '"rgb(16,42,67)"',
    ],
    ["a duplicate key", channel("  spring:\n    name: Summer"), "4:3", "rename or remove"],
    ["a duplicate field", channel("    name: Summer"), "4:5", "rename or remove"],
    [
      "a missing reference",
      `qrCodes:\n  menu: { type: text, data: x }\n${channel("    items:\n      - qr: lunch")}`,
      "7:13",
      "allowed: menu",
    ],
    ["a reference to nothing", channel("    items:\n      - qr: menu"), "5:13", "write its id"],
    [
      "a pixel type that is the network's name",
      'pixels:\n  ads:\n    type: facebook\n    name: Ads\n    tag: "1"\n',
      "3:11",
      '"fbpixel"',
    ],
    ["a yes", channel("    starred: yes"), "4:14", "write true"],
    ["one link without brackets", "campaigns:\n  launch:\n    name: A\n    links: 4714\n", "4:12", "[4714]"],
    [
      "a number for a text",
      "pixels:\n  ads:\n    type: fbpixel\n    name: Ads\n    tag: 123\n",
      "5:10",
      '"123"',
    ],
    [
      "an id with a leading zero",
      "campaigns:\n  launch:\n    name: A\n    links: [0123]\n",
      "4:13",
      "plain digits",
    ],
    ["a key with a space", "channels:\n  summer sale:\n    name: A\n", "2:3", "summer-sale"],
    ["a list of entries", "channels:\n  - name: Spring\n  - name: Summer\n", "1:1", "{ first: { name: … } }"],
    ["a list of fields", "channels:\n  spring:\n    - name: Spring\n", "2:3", "spring: { name: … }"],
    ["a field one column too far", channel("     starred: true\n     color: red"), "4:6", "same column"],
    ["a field one column too near", channel("   starred: true\n   color: red"), "4:4", "same column"],
    [
      "fields next to their entry",
      "channels:\n  spring:\n  name: Spring\n  starred: true\n",
      "3:3",
      "indent it",
    ],
  ])("%s", (_, text, place, write) => {
    const { problems, shown } = check(text);
    expect(problems).toEqual([expect.stringMatching(`^${place} `)]);
    expect(shown).toContain(write);
  });
});

test.each([
  ["facebook", "fbpixel"],
  ["meta", "fbpixel"],
  ["Instagram", "fbpixel"],
  ["Google Analytics", "gapixel"],
  ["GA4", "gapixel"],
  ["google tag manager", "gtmpixel"],
  ["google ads", "searchadspixel"],
  ["linkedin", "professionalnetworkpixel"],
  ["LinkedIn Pixel", "linkedinpixel"],
  ["TikTok", "tiktok"],
  ["twitter", "microblogpixel"],
  ["snap", "ephemeralmessaging"],
  ["Bing Ads", "searchengine"],
  ["microsoft", "searchengine"],
])("the pixel type %s is a warning that says %s", (type, word) => {
  const { problems, shown } = check(`pixels: { a: { type: ${type}, name: a, tag: "1" } }`);
  expect(problems).toEqual(["1:22 warning suspicious"]);
  expect(shown).toContain(`did you mean "${word}"?`);
});

describe("about the account:", () => {
  beforeEach(() => {
    for (const name of Object.keys(process.env))
      if (name.startsWith("LINK_MANAGEMENT_")) vi.stubEnv(name, undefined);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    pulumi.runtime.setAllConfig({});
  });

  /** The one error of a program whose account is on an emulator. */
  async function problem(apiKey: string, addressOf: (url: string) => string, user: string): Promise<string> {
    const { url, close } = await startEmulator();
    onTestFinished(close);
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", apiKey);
    vi.stubEnv("LINK_MANAGEMENT_BASE_URL", addressOf(url));
    const text = `account:\n  expect:\n    username: ${user}\n`;
    const folder = new Folder().write({ "Pulumi.yaml": "name: test", [CONFIG_FILE]: text }).path;
    let message = "";
    await inProgramRun(async () => {
      const error: unknown = await loadStack({ folder }).catch((thrown: unknown) => thrown);
      expect(pulumi.RunError.isInstance(error)).toBe(true);
      message = (error as Error).message;
    });
    return message;
  }

  test("a wrong key names where it is set, without showing it", async () => {
    const message = await problem("wr0ng-key", (url) => url, "acme");
    expect(message).toMatch(/rejected the API key[\s\S]*LINK_MANAGEMENT_API_KEY/);
    expect(message).not.toContain("wr0ng-key");
  });

  test.each([
    ["a path that is not the service's", (url: string) => `${url}/wrong`],
    ["a port where nothing listens", () => "http://127.0.0.1:9"],
    ["a word", () => "acme"],
    ["http to another machine", () => "http://acme.example"],
  ])("a wrong address names where it is set: %s", async (_, addressOf) => {
    const message = await problem(DEMO_KEY, addressOf, "acme");
    expect(message).toContain("LINK_MANAGEMENT_BASE_URL");
  });

  test("expect of another user names file and line, and both users", async () => {
    const message = await problem(DEMO_KEY, (url) => url, "globex");
    expect(message).toMatch(`${CONFIG_FILE}:2:3 wrong account`);
    expect(message).toMatch(/globex[\s\S]*acme/);
  });
});

// The schema in the YAML language server of most editors.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configSchema } from "../../src/config/schema/json-schema";
import { registry } from "../../src/resources";
import { Editor } from "./support/language-server";

let editor: Editor;

beforeAll(async () => {
  editor = await Editor.start(configSchema(registry));
});
afterAll(() => editor.close());

/** Marked texts with their messages, in the order of the file. */
async function marked(text: string): Promise<string[]> {
  const lines = ["", ...text.split("\n")];
  const problems = await editor.problems(text);
  return problems
    .toSorted(
      (a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character,
    )
    .map(
      ({ range, message }) =>
        `${lines[range.start.line]!.slice(range.start.character, range.end.character)}: ${message}`,
    );
}

describe("completes", () => {
  const labels = async (text: string) => (await editor.completions(text)).map(({ label }) => label);

  test("sections", async () => {
    const sections = registry.map(({ definition }) => definition.yaml.section);
    expect(await labels("|\n")).toEqual(expect.arrayContaining([...sections, "include"]));
  });

  test("the fields of an entry, with descriptions", async () => {
    const fields = await editor.completions("pixels:\n  ads:\n    |\n");
    expect(fields.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["type", "name", "tag", "options"]),
    );
    expect(fields.find(({ label }) => label === "tag")?.documentation).toContain(
      "The tag code from the network.",
    );
  });

  test("the type of a pixel", async () => {
    const types = await labels("pixels:\n  ads:\n    type: |\n");
    expect(types).toHaveLength(23);
    expect(types).toEqual(expect.arrayContaining(["gtmpixel", "linkedinpixel"]));
    const completions = await editor.completions("pixels:\n  ads:\n    type: |\n");
    const linkedin = completions.find(({ label }) => label === "professionalnetworkpixel");
    expect(linkedin?.documentation).toBe("LinkedIn. Some installations call it linkedinpixel");
    expect(await labels("pixels:\n  ads: { type: fb| }\n")).toContain("fbpixel");
  });

  test("options and fields in defaults", async () => {
    const fields = await labels("defaults:\n  qrCodes:\n    |\n");
    expect(fields).toEqual(expect.arrayContaining(["protect", "foreground", "logo"]));
    expect(fields).not.toContain("data");
  });

  test("booleans, the values of an option that fit its kind, and a color by its example", async () => {
    expect(await labels("channels:\n  spring:\n    starred: |\n")).toEqual(["true", "false"]);
    expect(await labels("pixels:\n  ads:\n    options:\n      onExisting: |\n")).toEqual(
      expect.arrayContaining(["fail", "adopt", "overwrite", "duplicate"]),
    );
    expect(await labels("account:\n  options:\n    onExisting: |\n")).not.toContain("adopt");
    expect(await labels("channels:\n  spring:\n    color: |\n")).toContain('"#22AA66"');
  });
});

describe("explains", () => {
  test("redirect404", async () => {
    const text = await editor.hover(
      "domains:\n  go: { domain: https://go.example.com, redir|ect404: https://example.com }\n",
    );
    expect(text).toContain("Where visitors of an unknown short link are sent.");
    expect(text).toContain('If removed later, it is cleared, as with ""');
    expect(text).toContain("https://example.com/not-found");
  });

  test("that the type of a pixel is set at creation only, and which types there are", async () => {
    const text = await editor.hover("pixels:\n  ads: { ty|pe: fbpixel }\n");
    expect(text).toContain("a change replaces the Pixel");
    expect(text).toContain("`shortvideo`: TikTok. Some installations call it tiktok");
  });
});

describe("marks", () => {
  test("nothing in a valid file with expressions", async () => {
    const text = [
      "account: { expect: { username: acme } }",
      "pixels:",
      '  ads: { type: "${env:TYPE}", name: Ads, tag: "1", options: { protect: "${config:protect}" } }',
      "x-more: &more { summer: { name: Summer } }",
      "channels:",
      "  <<: *more",
      '  spring: { name: Spring, color: "${env:COLOR:-#22AA66}", starred: true, items: [{ qr: menu }, { link: 4711 }] }',
      "qrCodes:",
      "  menu: { type: link, data: https://example.com }",
      "domains:",
      "defaults: { channels: { color: '#22AA66' }, qrCodes: { protect: true, logo: logo.png } }",
      "x-launch: &launch { public: true }",
      "campaigns:",
      "  launch: { <<: *launch, name: Launch }",
    ];
    expect(await marked(text.join("\n"))).toEqual([]);
  });

  test("an invalid color, with the message of the loader", async () => {
    expect(await marked("channels:\n  spring: { name: Spring, color: red }\n")).toEqual([
      'red: must be a color of the form "#RRGGBB", such as "#22AA66"',
    ]);
  });

  test("invalid types, unknown fields, missing fields and invalid keys", async () => {
    const text = [
      "outputs: some",
      "pixels:",
      "  ads: { type: fbpixel, name: Ads, tag: t, colour: red }",
      "campaigns:",
      "  launch: { links: [x] }",
      "  -x: { name: X }",
    ];
    expect(await marked(text.join("\n"))).toEqual([
      expect.stringMatching(/^some: Value is not accepted. Valid values: "all", /),
      "colour: Property colour is not allowed.",
      'launch: Missing property "name".',
      "x: must be a whole number",
      expect.stringMatching(/^-x: must be a key of your choice: /),
    ]);
  });
});

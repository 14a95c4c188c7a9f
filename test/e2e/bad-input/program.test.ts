// Mistakes in the arguments of a JavaScript program. TypeScript reports them before the program runs.
import { expect, test } from "vitest";
import { diagnostics, expectOneError, project } from "./one-error";

const program = (line: string) => ({
  "index.js": `const { Campaign, Channel, ChannelItem, Pixel, QrCode } = require("pulumi-link-management");
new Channel("spring", { name: "Spring" });
${line}
`,
});

test.each([
  [
    "a pixel type that does not exist",
    'new Pixel("ads", { type: "fbpixle", name: "Shop ads", tag: "1" });',
    ["Pixel (ads)", "'ads': property type value {fbpixle}", '"fbpixel"'],
  ],
  [
    "a channel item with a name instead of an id",
    'new ChannelItem("spring/menu", { channel: 101, itemType: "qr", item: "menu" });',
    ["ChannelItem (spring/menu)", "property item value {menu}", "must be the id of an object, such as 4711"],
  ],
  [
    "an argument that does not exist",
    'new QrCode("menu", { type: "link", data: "https://example.com", colour: "red" });',
    ["QrCode (menu)", "has the unknown field colour"],
  ],
])("%s is one error at its resource, and nothing is changed", async (_, line, parts) => {
  const at = await project(program(line));
  expectOneError(await at.try("up", "--yes"), ...parts);
  expect(at.changes()).toEqual([]);
});

test.each([
  ["a campaign", 'new Campaign("launch", { name: "Launch" })'],
  [
    "an output with a campaign",
    'require("@pulumi/pulumi").output(new Campaign("launch", { name: "Launch" }))',
  ],
])("%s instead of a channel is one error of the program, and nothing is changed", async (_, channel) => {
  const at = await project(
    program(`new ChannelItem("item", { channel: ${channel}, itemType: "links", item: 4711 });`),
  );
  const message = "ChannelItem item: channel must be a Channel or an id, not a resource of type Campaign";
  expectOneError(await at.try("preview"), message);
  expect(at.changes()).toEqual([]);
});

// Pulumi's own type of the option is text. A number that is no id must not mean "no import".
test("an import of something else than an id is one error, and nothing is created", async () => {
  const pixel = 'new Pixel("ads", { type: "forum", name: "A", tag: "1" }, { import: 4711.4 });';
  const at = await project(program(pixel));
  expectOneError(
    await at.try("up", "--yes"),
    "Pixel ads: onExisting: must be fail, adopt, overwrite, duplicate",
  );
  expect(at.changes()).toEqual([]);
});

test("a resource without arguments reports the missing ones, without a stack", async () => {
  const at = await project(program('new Pixel("ads");'));
  const run = await at.try("up", "--yes");
  const reported = diagnostics(run);
  for (const name of ["type", "name", "tag"]) expect(reported).toContain(`Pixel ads: ${name}: `);
  expect(reported).not.toMatch(/^\s+at |TypeError/m);
  expect(at.changes()).toEqual([]);
});

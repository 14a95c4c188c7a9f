// Mistakes in the arguments of a JavaScript program. TypeScript reports them before the program runs.
import { expect, test } from "vitest";
import { diagnostics, expectOneError, project } from "./one-error";

const program = (line: string) => ({
  "index.js": `const { Channel, ChannelItem, Pixel, QrCode } = require("pulumi-link-management");
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
    ["QrCode (menu)", '"colour"'],
  ],
])("%s is one error at its resource, and nothing is changed", async (_, line, parts) => {
  const at = await project(program(line));
  expectOneError(await at.try("up", "--yes"), ...parts);
  expect(at.changes()).toEqual([]);
});

test("a resource without arguments reports the missing ones, without a stack", async () => {
  const at = await project(program('new Pixel("ads");'));
  const run = await at.try("up", "--yes");
  const reported = diagnostics(run);
  for (const name of ["type", "name", "tag"]) expect(reported).toContain(`Pixel: ${name}: `);
  expect(reported).not.toMatch(/^\s+at |TypeError/m);
  expect(at.changes()).toEqual([]);
});

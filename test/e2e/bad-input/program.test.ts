// Mistakes in the arguments of a program's resources, which TypeScript would have shown, and JavaScript does not.
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
    "a channel item that names no QR code",
    'new ChannelItem("spring/menu", { channel: 101, itemType: "qr", item: "menu" });',
    ["ChannelItem (spring/menu)", "property item value {menu}", "must be the id of an object, such as 4711"],
  ],
  [
    "an argument that does not exist",
    'new QrCode("menu", { type: "link", data: "https://example.com", colour: "red" });',
    ["QrCode (menu)", '"colour"'],
  ],
])("%s is one error at its resource, and nothing is changed", async (_, line, says) => {
  const at = await project(program(line));
  expectOneError(await at.try("up", "--yes"), ...says);
  expect(at.changes()).toEqual([]);
});

test("a resource without arguments is told which are missing, without a stack", async () => {
  const at = await project(program('new Pixel("ads");'));
  const run = await at.try("up", "--yes");
  const told = diagnostics(run);
  for (const name of ["type", "name", "tag"]) expect(told).toContain(`Pixel: ${name}: `);
  expect(told).not.toMatch(/^\s+at |TypeError/m);
  expect(at.changes()).toEqual([]);
});

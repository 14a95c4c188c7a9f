// Rules of design.md about kinds that the code does not keep yet (others: open.test.ts). A test that begins to pass fails here: move it to its file.
import { expect, test } from "vitest";
import * as library from "../../src/index";
import { startWorld } from "../support/world";

// 2, pixel types: if the service clearly rejects the word, create sends the other one once.
test.fails.each([
  ["documented", "linkedinpixel"],
  ["networks", "professionalnetworkpixel"],
] as const)("where only %s words are known, a pixel with %s is created", async (pixelTypes, type) => {
  const world = await startWorld({ dialect: { pixelTypes } });
  const stack = world.stack();
  const config = `pixels: { it: { type: ${type}, name: Ads, tag: "1" } }`;
  await stack.up(config);
  expect(world.account.pixels.list()).toHaveLength(1);
  expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
});

// 2, pixel types: the word that was accepted goes first from then on in this process.
test.fails("the accepted word of a network goes first from then on", async () => {
  const world = await startWorld({ dialect: { pixelTypes: "documented" } });
  const pixels = [1, 2, 3].map((tag) => `p${tag}: { type: linkedinpixel, name: Ads, tag: "${tag}" }`);
  await world.stack().up(`pixels: { ${pixels.join(", ")} }`, { parallel: 1 });
  expect(world.requests.filter((request) => request === "POST /api/pixel/add")).toHaveLength(4);
});

// 2, pixel types: other text is a warning, never an error.
test.fails("a type that looks misspelled is a warning", async () => {
  const world = await startWorld();
  const { text } = await world.stack().preview('pixels: { it: { type: fbpixl, name: Ads, tag: "1" } }');
  expect(text).toMatch(/warning: .*pixels\.it.*fbpixel/);
});

// 2: programs call wifiText() and vcardText().
test.fails("a program writes the text of a wifi and of a vcard by a function", async () => {
  const { wifiText, vcardText } = library as unknown as Record<string, (fields: object) => string>;
  expect(wifiText!({ ssid: "Guests", encryption: "nopass" })).toBe("WIFI:T:nopass;S:Guests;;");
  expect(vcardText!({ name: "Jane" })).toContain("FN:Jane");
});

// 2, outputs of the account: username, status, expires, registered.
test.fails("the account has the outputs of the design and no other", async () => {
  const world = await startWorld();
  const stack = world.stack();
  await stack.up("account: { email: me@example.com }");
  const shown = Object.keys(stack.resources[0]!.outputs).filter((name) => !name.startsWith("__"));
  expect(shown.sort()).toEqual(["email", "expires", "registered", "status", "username"]);
});

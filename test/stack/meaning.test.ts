// The same, and alike, in a stack: what is no change, what is drift, and what is another object. Which values are it:
// resources/kinds.test.ts.
import { expect, test } from "vitest";
import { HABITS } from "../support/habits";
import { messageOf } from "../support/message-of";
import { applied, sent } from "../support/what-exists";
import { startStack, type WorldOptions } from "../support/world";

test("another spelling is no change, and another field shows alone", async () => {
  const code = (fields: string) => `qrCodes: { it: { type: text, ${fields} } }`;
  const { world, stack } = await applied(code('data: { a: 1, b: 2 }, foreground: "rgb(1,2,3)"'));
  const before = stack.resources[0]!.inputs;
  const other = 'data: { b: 2, a: 1 }, foreground: "rgb( 1, 2 ,3)"';
  expect((await stack.up(code(other))).changes).toEqual([]);
  expect(sent(world)).toEqual([]);
  expect((await stack.up(code(`${other}, logo: a.png`))).changes).toEqual(["update QrCode it: logo"]);
  // The old spelling stays.
  const { data, foreground } = before;
  expect(stack.resources[0]!.inputs).toMatchObject({ data, foreground });
});

test.each<[string, WorldOptions]>([
  ["the first letter in upper case", { dialect: { names: "firstUpper" } }],
  ["without outer spaces, in lower case", { habit: HABITS.lowers }],
  ["with HTML entities", { habit: HABITS.escapes }],
])(
  "texts that a service rewrites are no drift, and found again after a lost state: %s",
  async (_, options) => {
    const config = `
channels: { it: { name: " sPring & 'Co' ", description: " A & B " } }
pixels: { it: { type: fbpixel, name: my Ads, tag: "1" } }
`;
    const { world, stack } = await applied(config, options);
    expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
    const again = world.stack({ onExisting: "adopt" });
    await again.up(config);
    expect(again.ids).toEqual(stack.ids);
    expect(sent(world)).toEqual([]);
  },
);

test("two names in another case are two objects, and each finds its own one again", async () => {
  const both = "channels: { one: { name: sale }, two: { name: SALE } }\n";
  const { world, stack } = await applied(both.replace(", two: { name: SALE }", ""));
  await stack.up(both);
  expect(world.account.channels.list()).toHaveLength(2);
  const again = world.stack({ onExisting: "adopt" });
  await again.up(both);
  expect(again.ids).toEqual(stack.ids);
});

test("a pixel whose word for a type the service rejects was sent once, and the error names the other one", async () => {
  const pixel = (type: string) => `pixels: { it: { type: ${type}, name: Ads, tag: "1" } }\n`;
  const { world, stack } = await startStack({ dialect: { pixelTypes: "networks" } });
  expect(await messageOf(stack.up(pixel("forum")))).toMatch(/pixels\.it.*one of.*write type: reddit/s);
  expect(world.bodies("POST /api/pixel/add")).toMatchObject([{ type: "forum" }]);
  await stack.up(pixel("reddit"));
  expect((await stack.preview(pixel("forum"), { refresh: true })).changes).toEqual([]);
});

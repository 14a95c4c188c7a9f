// The same, and alike, in a stack: what is no change, what is drift, and what is another object. Which values are it:
// resources/kinds.test.ts.
import { describe, expect, test } from "vitest";
import type { Recorded } from "../support/engine/state";
import { HABITS } from "../support/habits";
import { messageOf } from "../support/message-of";
import { applied, sent } from "../support/what-exists";
import { startStack, type WorldOptions } from "../support/world";

test.each([
  ["channels", 'name: A, color: "#22AA66"', 'name: A, color: "#22aa66"', "starred: true"],
  [
    "qrCodes",
    'type: text, data: { a: 1, b: 2 }, foreground: "rgb(1,2,3)"',
    'type: text, data: { b: 2, a: 1 }, foreground: "rgb( 1, 2 ,3)"',
    "logo: a.png",
  ],
])(
  "%s: another spelling is no change, and another field shows alone",
  async (section, entry, other, more) => {
    const { world, stack } = await applied(`${section}: { it: { ${entry} } }`);
    const [{ type, inputs }] = stack.resources as [Recorded];
    expect((await stack.up(`${section}: { it: { ${other} } }`)).changes).toEqual([]);
    expect(sent(world)).toEqual([]);
    const { changes } = await stack.up(`${section}: { it: { ${other}, ${more} } }`);
    expect(changes).toEqual([`update ${type.split(":").at(-1)} it: ${more.split(":")[0]}`]);
    // The old spelling stays.
    const visible = Object.entries(inputs).filter(([name]) => !name.startsWith("__"));
    expect(stack.resources[0]!.inputs).toMatchObject(Object.fromEntries(visible));
  },
);

describe("a name and a description", () => {
  const CONFIG = `
channels: { it: { name: " sPring & 'Co' ", description: " A & B " } }
pixels: { it: { type: fbpixel, name: my Ads, tag: "1" } }
`;

  test.each<[string, WorldOptions]>([
    ["the first letter in upper case", { dialect: { names: "firstUpper" } }],
    ["without outer spaces, in lower case", { habit: HABITS.lowers }],
    ["with HTML entities", { habit: HABITS.escapes }],
  ])("that the service rewrites are no drift, and found again after a lost state: %s", async (_, options) => {
    const { world, stack } = await applied(CONFIG, options);
    expect((await stack.preview(CONFIG, { refresh: true })).changes).toEqual([]);
    const again = world.stack({ onExisting: "adopt" });
    await again.up(CONFIG);
    expect(again.ids).toEqual(stack.ids);
    expect(sent(world)).toEqual([]);
  });
});

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

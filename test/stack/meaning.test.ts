// The same, and alike, in a stack: what is no change, what is drift, and what is another object. Which values are it:
// resources/kinds.test.ts.
import { describe, expect, test } from "vitest";
import { ALL_KINDS } from "../support/dialects";
import type { Recorded } from "../support/engine/state";
import { HABITS } from "../support/habits";
import { messageOf } from "../support/message-of";
import { applied, sent } from "../support/what-exists";
import { startStack, startWorld, type WorldOptions } from "../support/world";

describe("another spelling in the config is no change, and another field shows alone:", () => {
  test.each([
    ["channels", 'name: A, color: "#22AA66"', 'name: A, color: "#22aa66"', "starred: true"],
    [
      "qrCodes",
      'type: text, data: { a: 1, b: 2 }, foreground: "rgb(1,2,3)"',
      'type: text, data: { b: 2, a: 1 }, foreground: "rgb( 1, 2 ,3)"',
      "logo: a.png",
    ],
    [
      "domains",
      "domain: https://a.example.com",
      "domain: HTTPS://A.example.com/",
      "redirectRoot: https://b.example",
    ],
  ])("%s: %s -> %s", async (section, entry, other, more) => {
    const { world, stack } = await startStack({ up: `${section}: { it: { ${entry} } }` });
    const [{ type, inputs }] = stack.resources as [Recorded];
    world.service.clearLog();
    expect((await stack.up(`${section}: { it: { ${other} } }`)).changes).toEqual([]);
    expect(world.changes).toEqual([]);
    const { changes } = await stack.up(`${section}: { it: { ${other}, ${more} } }`);
    expect(changes).toEqual([`update ${type.split(":").at(-1)} it: ${more.split(":")[0]}`]);
    // The old spelling stays.
    const visible = Object.entries(inputs).filter(([name]) => !name.startsWith("__"));
    expect(stack.resources[0]!.inputs).toMatchObject(Object.fromEntries(visible));
  });
});

test("another flag is drift, also if the service shows it as text", async () => {
  const { world, stack } = await startStack({
    dialect: { responses: "strings" },
    up: "channels: { on: { name: On, starred: true }, off: { name: Off, starred: false } }",
  });
  for (const { id, starred } of world.account.channels.list())
    world.account.channels.update(id, { starred: !starred });
  expect((await stack.drift()).changes).toEqual([
    "refresh Channel off: starred",
    "refresh Channel on: starred",
  ]);
});

describe("a name and a description that the service rewrites", () => {
  const CONFIG = `
channels: { it: { name: " sPring & 'Co' ", description: " A & B " } }
pixels: { it: { type: fbpixel, name: my Ads, tag: "1" } }
campaigns: { it: { name: my Launch } }
`;

  test.each<[string, WorldOptions]>([
    ["the first letter in upper case", { dialect: { names: "firstUpper" } }],
    ["lower case in responses only", { habit: HABITS.lowers }],
    ["without outer spaces", { habit: HABITS.trims }],
    ["with HTML entities", { habit: HABITS.escapes }],
  ])("are no drift, and are found again after a lost state: %s", async (_, options) => {
    const { world, stack } = await applied(CONFIG, options);
    expect((await stack.preview(CONFIG, { refresh: true })).changes).toEqual([]);
    const again = world.stack({ onExisting: "adopt" });
    await again.up(CONFIG);
    expect(again.ids).toEqual(stack.ids);
    expect(sent(world)).toEqual([]);
  });

  test("are sent if the config changes their case", async () => {
    const { world, stack } = await applied("channels: { it: { name: spring, description: blossoms } }");
    const { changes } = await stack.up("channels: { it: { name: Spring, description: Blossoms } }");
    expect(changes).toEqual(["update Channel it: description, name"]);
    expect(world.account.channels.list()).toMatchObject([{ name: "Spring", description: "Blossoms" }]);
  });
});

describe("an entry in another case than an object", () => {
  const start = () => startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });

  test("(a name) is that object: it stops the run, and adopt takes it without a request", async () => {
    const world = await start();
    const channel = (options = "") => `channels: { it: { name: SALE, color: '#22aa66'${options} } }`;
    const { id } = world.account.channels.create({ name: "sale", color: "#22aa66" });
    expect(await messageOf(world.stack().preview(channel()))).toContain(`already exists (id ${id})`);
    for (const onExisting of ["adopt", "overwrite", `{ id: ${id} }`]) {
      const stack = world.stack();
      await stack.up(channel(`, options: { onExisting: ${onExisting} }`));
      expect(stack.ids).toEqual({ "Channel it": String(id) });
      expect((await stack.drift()).changes).toEqual([]);
      expect(sent(world)).toEqual([]);
    }
  });

  test("(an alias) is another link, but that with the id that the entry names, which keeps its alias", async () => {
    const link = (options = "") =>
      `links: { it: { url: https://example.com/new, alias: SALE, domain: https://go.example.com${options} } }`;
    const sale = { url: "https://example.com", custom: "sale", domain: "https://go.example.com" };
    for (const onExisting of ["overwrite", "id"]) {
      const world = await start();
      const { id } = world.account.links.create(sale);
      const isNamed = onExisting === "id";
      const stack = world.stack(isNamed ? {} : { onExisting });
      await stack.up(link(isNamed ? `, options: { onExisting: { id: ${id} } }` : ""));
      expect(stack.ids["Link it"] === String(id)).toBe(isNamed);
      const url = isNamed ? "https://example.com/new" : "https://example.com";
      expect(world.account.links.get(id)).toMatchObject({ custom: "sale", url });
      expect((await stack.drift()).changes).toEqual([]);
    }
  });

  test("is another one in the same config, and each finds its own one again", async () => {
    const world = await start();
    const stack = world.stack();
    const both = "channels: { one: { name: sale }, two: { name: SALE } }\n";
    await stack.up("channels: { one: { name: sale } }\n");
    await stack.up(both);
    expect(world.account.channels.list()).toHaveLength(2);
    const again = world.stack({ onExisting: "adopt" });
    await again.up(both);
    expect(again.ids).toEqual(stack.ids);
  });
});

describe("a service that writes addresses in lower case", () => {
  test("shows no replacement and no drift, keeps what updates send, and leaves no orphan", async () => {
    const config = `
links: { it: { url: https://example.com, alias: Sale, domain: https://go.example.com } }
campaigns: { it: { name: Launch, slug: Launch, public: true } }
`;
    const { world, stack } = await startStack({
      dialect: ALL_KINDS,
      habit: HABITS.lowersAddresses,
      up: config,
    });
    expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
    const edited = config.replace("https://example.com", "https://example.org").replace("Launch", "Start");
    const { changes } = await stack.up(edited, { refresh: true });
    expect(changes).toEqual(["update Campaign it: name", "update Link it: url"]);
    expect((await stack.drift()).changes).toEqual([]);
    await stack.destroy();
    expect(world.account.links.list().filter(({ id }) => id < 4000)).toEqual([]);
    expect(world.account.campaigns.list()).toEqual([]);
  });

  test("has objects of entries that leave, which stop no new entry under adopt", async () => {
    const dialect = { rejectedDuplicates: "none" } as const;
    const world = await startWorld({ dialect, habit: HABITS.lowersAddresses });
    const stack = world.stack({ onExisting: "adopt" });
    const config = (key: string) => `campaigns: { ${key}: { name: Launch, slug: Launch, public: true } }\n`;
    await stack.up(config("one"));
    await stack.up(config("two"));
    expect(Object.keys(stack.ids)).toEqual(["Campaign two"]);
    expect(world.account.campaigns.list().map(({ id }) => String(id))).toEqual(Object.values(stack.ids));
  });
});

test("one domain with http and with https is one domain: adopted as it is, no drift, and a change replaces it", async () => {
  const config = (scheme: string) => `domains: { go: { domain: ${scheme}://go.example.com } }\n`;
  const world = await startWorld();
  const { id } = world.account.domains.create({ domain: "http://go.example.com" });
  expect(await messageOf(world.stack().preview(config("https")))).toContain(`already exists (id ${id})`);
  const stack = world.stack({ onExisting: "overwrite" });
  await stack.up(config("https"));
  expect((await stack.drift()).changes).toEqual([]);
  expect(sent(world)).toEqual([]);
  expect((await stack.preview(config("http"))).with("replace")).toEqual(["Domain go"]);
});

describe("a pixel whose type has two words", () => {
  const pixel = (type: string, name = "Ads") =>
    `pixels: { it: { type: ${type}, name: ${name}, tag: "1" } }\n`;

  test.each([
    ["forum", "reddit"],
    ["reddit", "forum"],
  ])("is created as written (%s), keeps that word, and the other one is the same", async (type, other) => {
    const { world, stack } = await startStack({ dialect: { pixelTypes: "both" }, up: pixel(type) });
    expect(world.bodies("POST /api/pixel/add")).toMatchObject([{ type }]);
    expect((await stack.drift()).changes).toEqual([]);
    world.service.clearLog();
    expect((await stack.up(pixel(other))).changes).toEqual([]);
    expect(stack.resources[0]!.inputs).toMatchObject({ type });
    expect((await stack.preview(pixel(other, "More"))).changes).toEqual(["update Pixel it: name"]);
    expect((await stack.preview(pixel("fbpixel"))).changes).toEqual(["replace Pixel it: type"]);
    await world.stack({ onExisting: "adopt" }).up(pixel(other));
    expect(world.changes).toEqual([]);
  });

  test.each([
    ["documented", "linkedinpixel", "professionalnetworkpixel"],
    ["networks", "forum", "reddit"],
  ] as const)(
    "that the service rejects (it knows the %s ones) was sent once, and the error names the other one",
    async (pixelTypes, type, other) => {
      const { world, stack } = await startStack({ dialect: { pixelTypes } });
      const error = await messageOf(stack.up(pixel(type)));
      expect(error).toMatch(/pixels\.it.*one of/s);
      expect(error).toContain(`write type: ${other}`);
      expect(world.bodies("POST /api/pixel/add")).toMatchObject([{ type }]);
      await stack.up(pixel(other));
      expect((await stack.preview(pixel(type), { refresh: true })).changes).toEqual([]);
    },
  );
});

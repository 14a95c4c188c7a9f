// The same, and alike: a value that leads elsewhere is drift and another object, and a text that a service rewrites is
// neither.
import { describe, expect, test } from "vitest";
import type { Account } from "../../src/emulator/index";
import { ALL_KINDS } from "../support/dialects";
import { HABITS } from "../support/habits";
import { messageOf } from "../support/message-of";
import { applied, sent } from "../support/what-exists";
import { startStack, startWorld, type WorldOptions } from "../support/world";

const LINK =
  "links: { sale: { url: https://example.com/Page?a=B, alias: sale, domain: https://go.example.com } }\n";
const DOMAIN =
  "domains: { go: { domain: https://go.example.com, redirectRoot: https://example.com/Page?a=B } }\n";
const PIXEL = "pixels: { ads: { type: fbpixel, name: Ads, tag: G-Abc } }\n";

/** Config, the field, and what somebody writes into it. */
const ELSEWHERE: readonly [string, string, string, (account: Account) => unknown][] = [
  ["the case of a path", DOMAIN, "Domain go: redirectRoot", redirect("https://example.com/page?a=B")],
  ["the case of a link's path", LINK, "Link sale: url", url("https://example.com/page?a=B")],
  ["the case of a tag", PIXEL, "Pixel ads: tag", ({ pixels }) => pixels.update(101, { tag: "G-ABC" })],
];

function redirect(redirectroot: string) {
  return ({ domains }: Account) => domains.update(101, { redirectroot });
}

function url(address: string) {
  return ({ links }: Account) => links.update(4716, { url: address });
}

describe.each(ELSEWHERE)("a value with another meaning: %s", (_, config, row, edit) => {
  test("is drift, and undone", async () => {
    const { world, stack } = await applied(config);
    const before = world.account.data;
    edit(world.account);
    expect((await stack.drift()).changes).toEqual([`refresh ${row}`]);
    await stack.up(config, { refresh: true });
    expect(world.account.data).toEqual(before);
  });

  test("is no object to adopt", async () => {
    const { world } = await applied(config);
    edit(world.account);
    const other = world.account.data;
    const stack = world.stack({ onExisting: "adopt" });
    if (config === PIXEL) {
      await stack.up(config);
      expect(Object.values(stack.ids)).toEqual(["102"]);
      return;
    }
    expect(await messageOf(stack.up(config))).toMatch(/already exists \(id (101|4716)/);
    expect(world.account.data).toEqual(other);
  });
});

describe("a name and a description that the service rewrites", () => {
  test.each<[string, WorldOptions]>([
    ["the first letter in upper case", { dialect: { names: "firstUpper" } }],
    ["lower case", { dialect: { names: "lower" } }],
    ["lower case in responses only", { habit: HABITS.lowers }],
    ["without outer spaces", { habit: HABITS.trims }],
    ["with HTML entities", { habit: HABITS.escapes }],
  ])("are no drift: %s", async (_, options) => {
    const { stack } = await startStack(options);
    const config = `
channels: { it: { name: " sPring & 'Co' ", description: " A & B " } }
pixels: { it: { type: fbpixel, name: my Ads, tag: "1" } }
campaigns: { it: { name: my Launch } }
`;
    await stack.up(config);
    expect((await stack.drift()).changes).toEqual([]);
    expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
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
  const channel = (options = "") => `channels: { it: { name: SALE, color: '#22aa66'${options} } }`;
  const link = (options = "") =>
    `links: { it: { url: https://example.com/new, alias: SALE, domain: https://go.example.com${options} } }`;
  const sale = { url: "https://example.com", custom: "sale", domain: "https://go.example.com" };

  test("(a name) is that object: it stops the run, and adopt takes it without a request", async () => {
    const world = await start();
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

  test("(a name) is found again after a lost state by a service that rewrites names", async () => {
    const config = `
channels: { it: { name: " sPring & 'Co' " } }
pixels: { it: { type: fbpixel, name: my Ads, tag: "1" } }
campaigns: { it: { name: my Launch } }
`;
    for (const options of [
      { dialect: { names: "firstUpper" } },
      { habit: HABITS.escapes },
    ] as WorldOptions[]) {
      const { world, stack } = await applied(config, options);
      const again = world.stack({ onExisting: "adopt" });
      await again.up(config);
      expect(again.ids).toEqual(stack.ids);
      expect(sent(world)).toEqual([]);
    }
  });

  test("(an alias) is another link, also with adopt and overwrite", async () => {
    for (const onExisting of ["fail", "adopt", "overwrite"]) {
      const world = await start();
      const { id } = world.account.links.create(sale);
      const stack = world.stack({ onExisting });
      await stack.up(link());
      expect(stack.ids["Link it"]).not.toBe(String(id));
      expect(world.account.links.get(id)).toMatchObject(sale);
    }
  });

  test("(an alias) is that of the link with the id that the entry names, and stays as it is", async () => {
    const world = await start();
    const { id } = world.account.links.create(sale);
    const stack = world.stack();
    await stack.up(link(`, options: { onExisting: { id: ${id} } }`));
    expect(world.account.links.get(id)).toMatchObject({ custom: "sale", url: "https://example.com/new" });
    expect((await stack.drift()).changes).toEqual([]);
  });

  test("is another one in the same config", async () => {
    const { world, stack } = await startStack({ dialect: { rejectedDuplicates: "none" } });
    const one = "channels: { one: { name: sale } }\n";
    const both = "channels: { one: { name: sale }, two: { name: SALE } }\n";
    await stack.up(one);
    await stack.up(both);
    expect(world.account.channels.list()).toHaveLength(2);
    // Each entry finds its own one again.
    const again = world.stack({ onExisting: "adopt" });
    await again.up(both);
    expect(again.ids).toEqual(stack.ids);
  });
});

describe("a service that writes addresses in lower case", () => {
  const config = `
links: { it: { url: https://example.com, alias: Sale, domain: https://go.example.com } }
campaigns: { it: { name: Launch, slug: Launch, public: true } }
`;

  test("shows no replacement and no drift, keeps what updates send, and leaves no orphan", async () => {
    const { world, stack } = await startStack({
      dialect: ALL_KINDS,
      habit: HABITS.lowersAddresses,
      up: config,
    });
    expect((await stack.refresh()).changes).toEqual([]);
    expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
    const edited = config.replace("https://example.com", "https://example.org").replace("Launch", "Start");
    const { changes } = await stack.up(edited, { refresh: true });
    expect(changes).toEqual(["update Campaign it: name", "update Link it: url"]);
    expect((await stack.drift()).changes).toEqual([]);
    await stack.destroy();
    expect(world.account.links.list().filter(({ id }) => id < 4000)).toEqual([]);
    expect(world.account.campaigns.list()).toEqual([]);
  });
});

test("the object of an entry that leaves, in another case, stops no new entry under adopt", async () => {
  const world = await startWorld({
    dialect: { rejectedDuplicates: "none" },
    habit: HABITS.lowersAddresses,
  });
  const stack = world.stack({ onExisting: "adopt" });
  const config = (key: string) => `campaigns: { ${key}: { name: Launch, slug: Launch, public: true } }\n`;
  await stack.up(config("one"));
  await stack.up(config("two"));
  expect(Object.keys(stack.ids)).toEqual(["Campaign two"]);
  expect(world.account.campaigns.list().map(({ id }) => String(id))).toEqual(Object.values(stack.ids));
});

describe("one domain with http and with https", () => {
  const config = (scheme: string, options = "") =>
    `domains: { go: { domain: ${scheme}://go.example.com${options} } }\n`;

  test("is one domain: it stops the run, and is adopted as it is", async () => {
    const world = await startWorld();
    const { id } = world.account.domains.create({ domain: "http://go.example.com" });
    expect(await messageOf(world.stack().preview(config("https")))).toContain(`already exists (id ${id})`);
    for (const onExisting of ["adopt", "overwrite", `{ id: ${id} }`]) {
      const stack = world.stack();
      await stack.up(config("https", `, options: { onExisting: ${onExisting} }`));
      expect((await stack.drift()).changes).toEqual([]);
    }
    expect(sent(world)).toEqual([]);
  });

  test("is a replacement if the entry changes, and no drift if somebody changes it", async () => {
    const { world, stack } = await applied(config("http"));
    expect((await stack.preview(config("https"))).with("replace")).toEqual(["Domain go"]);
    world.account.domains.update(101, { domain: "https://go.example.com" });
    expect((await stack.drift()).changes).toEqual([]);
  });
});

// Short links: what is theirs alone. The tests of all kinds cover the rest.
import { describe, expect, test } from "vitest";
import { Channel, Link } from "../../src/index";
import { ALL_KINDS } from "../support/dialects";
import type { Habit } from "../support/habits";
import { messageOf } from "../support/message-of";
import { startStack, startWorld } from "../support/world";

const CONFIG = `
links:
  spring: { url: https://example.com/spring, alias: spring, domain: go }
  summer: { url: https://example.com/summer, alias: summer }
domains: { go: { domain: https://go.example.com } }
channels: { news: { name: News, items: [{ link: spring }, { link: 4711 }] } }
campaigns: { launch: { name: Launch, links: [summer, 4712] } }
`;

const link = (more: object = {}) => ({ custom: "spring", url: "https://example.com/spring", ...more });
const SPRING = "links: { spring: { url: https://example.com/spring, alias: spring } }\n";

describe("a config names links by key", () => {
  test.each(["go", "https://GO.example.com/"])(
    "in channels and campaigns; its domain is there first, also by address: %s",
    async (domain) => {
      const { world, stack } = await startStack({ dialect: ALL_KINDS });
      const config = CONFIG.replace("domain: go ", `domain: ${domain} `);
      await stack.up(config, { parallel: 1 });
      const { links, channels, campaigns } = world.account;
      const made = new Map(links.list().map(({ custom, id }) => [custom, id]));
      expect(links.get(made.get("spring")!)).toMatchObject({ domain: "https://go.example.com" });
      const [first, second] = world.changes.filter((request) => /domain|url/.test(request));
      expect([first, second]).toEqual(["POST /api/domain/add", "POST /api/url/add"]);
      const items = channels.list()[0]!.items.map(({ id }) => id);
      expect(items.sort()).toEqual([made.get("spring"), 4711].sort());
      expect([...campaigns.list()[0]!.links].sort()).toEqual([made.get("summer"), 4712].sort());
      expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
    },
  );

  test("a replaced link moves its assignments to the new id, and the preview says what breaks", async () => {
    const { world, stack } = await startStack({ dialect: ALL_KINDS, up: CONFIG });
    const before = stack.ids["Link summer"];
    const replaced = CONFIG.replace("alias: summer", "alias: sommer");
    const { changes, messages } = await stack.preview(replaced);
    expect(changes).toEqual(["replace CampaignLink launch/summer: link", "replace Link summer: alias"]);
    expect(messages.join("\n")).toMatch(/links\.summer.*https:\/\/link\.example\/summer.*address stops/);
    await stack.up(replaced);
    expect(stack.ids["Link summer"]).not.toBe(before);
    expect(world.account.campaigns.list()[0]!.links).toContain(Number(stack.ids["Link summer"]));
  });
});

describe("a domain that the entry of a recorded link", () => {
  const onDefault = SPRING.replace(" } }", ", domain: https://link.example } }");

  test("begins to name is no change if the link has it, and replaces the link if it has another", async () => {
    const { world, stack } = await startStack({ dialect: "observed", up: SPRING });
    world.service.clearLog();
    expect((await stack.up(onDefault)).changes).toEqual([]);
    expect((await stack.preview(onDefault, { refresh: true })).changes).toEqual([]);
    expect(world.changes).toEqual([]);
    const edited = onDefault.replace("com/spring", "com/easter");
    expect((await stack.up(edited)).changes).toEqual(["update Link spring: url"]);
    const branded = edited.replace("https://link.example", "https://go.example.com");
    expect((await stack.preview(branded)).changes).toEqual(["replace Link spring: domain"]);
  });

  test("leaves keeps it, with a warning", async () => {
    const { world, stack } = await startStack({ dialect: "observed", up: CONFIG });
    const unbranded = CONFIG.replace(", domain: go }", " }");
    world.service.clearLog();
    const { text } = await stack.up(unbranded);
    expect(text).toMatch(/warning: links\.spring.*domain.*keeps/);
    expect(world.changes).toEqual([]);
    expect((await stack.preview(unbranded, { refresh: true })).changes).toEqual([]);
  });
});

test("an existing link that the service returns for a known URL is an error, and no record", async () => {
  const world = await startWorld({ dialect: { ...ALL_KINDS, knownUrl: "existing" } });
  world.account.links.create(link({ custom: "other" }));
  const stack = world.stack();
  expect(await messageOf(stack.up(SPRING))).toMatch(/id 4716.*existed before.*nothing was recorded/is);
  expect(stack.ids).not.toHaveProperty("Link spring");
  expect(world.account.links.list().filter(({ url }) => url === link().url)).toHaveLength(1);
});

describe("without a domain in the entry, nothing says which domain is meant:", () => {
  const GO = "https://go.example.com";

  test("an existing alias is a collision that shows its address", async () => {
    const world = await startWorld({ dialect: "observed" });
    world.account.domains.create({ domain: GO });
    const { id } = world.account.links.create(link({ domain: GO }));
    const error = await messageOf(world.stack().up(SPRING));
    expect(error).toMatch(new RegExp(`already exists \\(id ${id} at ${GO}/spring`));
    expect(world.changes).toEqual([]);
  });

  test("adopt takes the only one, and no one of two", async () => {
    const world = await startWorld({ dialect: "observed" });
    const { id } = world.account.links.create(link({ domain: GO }));
    const stack = world.stack({ onExisting: "adopt" });
    await stack.up(SPRING);
    expect(stack.ids).toEqual({ "Link spring": String(id) });
    world.account.links.create(link());
    const error = await messageOf(world.stack({ onExisting: "adopt" }).up(SPRING));
    expect(error).toMatch(
      /2 existing objects.*id 4717 at https:..link\.example.spring; id 4716 at https:..go\.example\.com.spring.*id: 4717/s,
    );
    expect(world.changes).toEqual([]);
  });

  test("also a link that another entry has with its domain is a collision", async () => {
    const { world, stack } = await startStack({ dialect: "observed" });
    const branded = `  brand: { url: https://example.com/brand, alias: spring, domain: ${GO} }\n`;
    const plain = (more = "") => `  plain: { url: https://example.com/spring, alias: spring${more} }\n`;
    await stack.up(`links:\n${branded}`);
    expect(await messageOf(stack.up(`links:\n${branded}${plain()}`))).toMatch(/links\.brand manages/);
    await stack.up(`links:\n${branded}${plain(", domain: https://link.example")}`);
    expect(Object.keys(stack.ids).sort()).toEqual(["Link brand", "Link plain"]);
    // Nothing else of the account has changed.
    expect(world.account.links.list().filter(({ custom }) => custom === "spring")).toHaveLength(2);
  });

  test("one that the same run has just created is none", async () => {
    const { stack } = await startStack({ dialect: "observed" });
    const program = () => {
      const brand = new Link("brand", { url: "https://example.com/b", alias: "spring", domain: GO });
      const url = brand.link.apply(
        (address) => `https://example.com/?of=${encodeURIComponent(address ?? "")}`,
      );
      new Link("plain", { url, alias: "spring" });
    };
    await stack.up(program);
    expect(Object.keys(stack.ids).sort()).toEqual(["Link brand", "Link plain"]);
    expect((await stack.preview(program, { refresh: true })).changes).toEqual([]);
  });
});

test("an update of 60 links is 60 requests and the list", async () => {
  const links = (path: string) =>
    `links:\n${Array.from({ length: 60 }, (_, n) => `  l${n}: { url: https://example.com/${path}, alias: alias${n} }\n`).join("")}`;
  const { world, stack } = await startStack({ dialect: "observed", up: links("a") });
  world.service.clearLog();
  await stack.up(links("b"));
  expect(world.changes).toHaveLength(60);
  const lists = world.requests.filter((request) => request === "GET /api/urls");
  expect(world.requests.length - lists.length).toBe(60 + 2);
  expect(lists.length).toBeLessThanOrEqual(2);
});

describe("a service without the endpoints of links", () => {
  /** The links are registered last, and the engine does one step at a time. */
  const program = () => {
    for (const n of [1, 2, 3]) new Channel(`c${n}`, { name: `Channel ${n}` });
    new Link("spring", { url: "https://example.com", alias: "spring" });
  };
  const answering =
    (status: number, body: unknown): Habit =>
    ({ path }, serve) =>
      path.startsWith("/api/url") ? () => ({ status, headers: {}, body }) : serve;

  test.each([404, 200, 403])(
    "is an error of the preview, which says what to do: status %i",
    async (status) => {
      const body = { error: 1, message: "Not found" };
      const world = await startWorld({ dialect: "observed", habit: answering(status, body) });
      for (const config of [program, CONFIG]) {
        const error = await messageOf(world.stack().up(config));
        expect(error).toMatch(/GET \/api\/urls.*remove the links/s);
        expect(error).not.toMatch(/base address|baseUrl/);
      }
      expect(world.changes).toEqual([]);
    },
  );

  test("is not one that fails: that concerns the links only", async () => {
    const habit = answering(500, { error: 1, message: "Oops" });
    const world = await startWorld({ dialect: "observed", habit });
    const error = await messageOf(world.stack().up(program, { preview: false, parallel: 1 }));
    expect(error).toMatch(/Link spring/);
    expect(error).not.toContain("remove the links");
  });
});

test.each([
  ["shows the campaign", "observed", true],
  ["shows none", "without", false],
] as const)(
  "a list of links that %s: a preview says which campaign a link leaves: %s %s",
  async (_, shown, isSaid) => {
    const hides: Habit = (request, serve) => () => {
      const response = serve();
      if (!request.path.startsWith("/api/urls")) return response;
      return {
        ...response,
        body: JSON.parse(JSON.stringify(response.body).replace(/"campaign":\d+/g, '"x":0')),
      };
    };
    const links = "links: { spring: { url: https://example.com, alias: spring } }\n";
    const { world, stack } = await startStack({
      dialect: ALL_KINDS,
      ...(shown === "without" && { habit: hides }),
      up: `${links}campaigns: { winter: { name: Winter, links: [spring] } }\n`,
    });
    const config = `${links}campaigns: { winter: { name: Winter }, summer: { name: Summer, links: [spring] } }\n`;
    world.service.clearLog();
    const { text } = await stack.preview(config, { refresh: true });
    expect(/campaigns\.summer\.links spring.*leaves campaign "?Winter/.test(text)).toBe(isSaid);
    expect(world.requests.filter((request) => request.includes("/api/urls"))).toHaveLength(1);
  },
);

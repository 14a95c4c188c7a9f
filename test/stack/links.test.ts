// Short links: what is theirs alone. The tests of all kinds cover the rest.
import { describe, expect, test } from "vitest";
import type { Dialect } from "../../src/emulator/index";
import { Campaign, CampaignLink, Channel, ChannelItem, Domain, Link } from "../../src/index";
import type { Habit } from "../support/habits";
import { messageOf } from "../support/message-of";
import { startWorld, type World } from "../support/world";

const CONFIG = `
links:
  spring: { url: https://example.com/spring, alias: spring, domain: go }
  summer: { url: https://example.com/summer, alias: summer }
domains: { go: { domain: https://go.example.com } }
channels: { news: { name: News, items: [{ link: spring }, { link: 4711 }] } }
campaigns: { launch: { name: Launch, links: [summer, 4712] } }
`;

const toLinks = (world: World) => world.requests.filter((request) => request.includes("/api/url"));
const link = (more: object = {}) => ({ custom: "spring", url: "https://example.com/spring", ...more });
const SPRING = "links: { spring: { url: https://example.com/spring, alias: spring } }\n";

describe("a config names links by key", () => {
  test("in channels and campaigns; a domain of the file is there first, also if the link has its address", async () => {
    for (const config of [CONFIG, CONFIG.replace("domain: go ", "domain: https://GO.example.com/ ")]) {
      const world = await startWorld();
      const stack = world.stack();
      await stack.up(config, { parallel: 1 });
      const { domains, links, channels, campaigns } = world.account;
      const made = links.list().filter(({ title }) => /^Link 10/.test(title));
      expect(made.map(({ custom, domain }) => [custom, domain])).toEqual(
        expect.arrayContaining([
          ["spring", "https://go.example.com"],
          ["summer", ""],
        ]),
      );
      const id = (alias: string) => made.find(({ custom }) => custom === alias)!.id;
      expect(domains.list()).toHaveLength(1);
      const at = (request: string) => world.changes.indexOf(request);
      expect(at("POST /api/domain/add")).toBeLessThan(at("POST /api/url/add"));
      expect(
        channels
          .list()[0]!
          .items.map((item) => item.id)
          .sort(),
      ).toEqual([id("spring"), 4711].sort());
      expect([...campaigns.list()[0]!.links].sort()).toEqual([id("summer"), 4712].sort());
      expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
    }
  });

  test("so does a program: a Link, its id, an output, and a Domain", async () => {
    const world = await startWorld();
    await world.stack().up(() => {
      const domain = new Domain("go", { domain: "https://go.example.com" });
      const spring = new Link("spring", { url: "https://example.com", alias: "spring", domain });
      const news = new Channel("news", { name: "News" });
      new ChannelItem("one", { channel: news, itemType: "links", item: spring });
      const launch = new Campaign("launch", { name: "Launch" });
      new CampaignLink("one", { campaign: launch, link: spring.id });
      new CampaignLink("two", { campaign: launch, link: 4711 });
    });
    const { links, channels, campaigns } = world.account;
    const [spring] = links.list().filter(({ custom }) => custom === "spring");
    expect(spring!.domain).toBe("https://go.example.com");
    expect(channels.list()[0]!.items).toMatchObject([{ type: "links", id: spring!.id }]);
    expect([...campaigns.list()[0]!.links].sort()).toEqual([4711, spring!.id].sort());
  });

  test("a renamed link keeps its assignments", async () => {
    const world = await startWorld();
    const stack = world.stack();
    await stack.up(CONFIG);
    const renamed = CONFIG.replaceAll(/\bspring(?=:|\s*})/g, "easter")
      .replace("alias: easter", "alias: spring")
      .replace("domain: go }", "domain: go, renamedFrom: spring }");
    expect((await stack.up(renamed)).changes).toEqual([]);
  });

  test("a replaced link moves its assignments to the new id, and the preview says what breaks", async () => {
    const world = await startWorld();
    const stack = world.stack();
    await stack.up(CONFIG);
    const before = stack.ids["Link summer"];
    const replaced = CONFIG.replace("alias: summer", "alias: sommer");
    const { changes, messages } = await stack.preview(replaced);
    expect(changes).toEqual(["replace CampaignLink launch/summer: link", "replace Link summer: alias"]);
    expect(messages.join("\n")).toMatch(
      /links\.summer.*alias.*https:\/\/link\.example\/summer.*address stops/,
    );
    await stack.up(replaced);
    expect(stack.ids["Link summer"]).not.toBe(before);
    expect(world.account.campaigns.list()[0]!.links).toContain(Number(stack.ids["Link summer"]));
  });
});

test("a domain that leaves the config replaces the link: then the service has its own", async () => {
  const world = await startWorld();
  const stack = world.stack();
  await stack.up(CONFIG);
  const unbranded = CONFIG.replace(", domain: go }", " }");
  expect((await stack.up(unbranded)).changes).toContain("replace Link spring: domain");
  expect(world.account.links.list().filter(({ custom }) => custom === "spring")).toMatchObject([
    { domain: "" },
  ]);
  expect((await stack.preview(unbranded, { refresh: true })).changes).toEqual([]);
});

test("without links, nothing is sent to their endpoints", async () => {
  const world = await startWorld();
  const stack = world.stack();
  const config = CONFIG.replace(/links:\n.*\n.*\n/, "").replaceAll(/spring|summer/g, "4713");
  await stack.up(config);
  await stack.preview(config, { refresh: true });
  await stack.destroy();
  expect(toLinks(world)).toEqual([]);
});

test("a refresh of 50 links in an account of 1,036 costs 11 requests", async () => {
  const world = await startWorld();
  const stack = world.stack();
  for (let n = 0; n < 981; n++) world.account.links.create({ custom: `other-${n}` });
  const entries = Array.from(
    { length: 50 },
    (_, n) => `  l${n}: { url: https://example.com/${n}, alias: l-${n} }`,
  );
  await stack.up(`links:\n${entries.join("\n")}\n`);
  expect(world.account.links.list()).toHaveLength(1036);
  world.service.clearLog();
  await stack.refresh();
  expect(world.requests.filter((request) => request !== "GET /api/account")).toEqual(
    Array(11).fill("GET /api/urls"),
  );
});

describe("an existing link", () => {
  test.each<[string, object, RegExp | undefined]>([
    ["equal", {}, undefined],
    ["with another url", { url: "https://example.com/other" }, /differs in url/],
  ])("%s: adopt", async (_, more, problem) => {
    const world = await startWorld();
    const { id } = world.account.links.create(link(more));
    const stack = world.stack({ onExisting: "adopt" });
    if (problem) expect(await messageOf(stack.up(SPRING))).toMatch(problem);
    else {
      await stack.up(SPRING);
      expect(stack.ids).toMatchObject({ "Link spring": String(id) });
    }
    expect(world.changes).toEqual([]);
  });

  test("is the one with the host of the entry, whatever other links have its alias", async () => {
    const world = await startWorld();
    world.account.domains.create({ domain: "https://go.example.com" });
    const branded = world.account.links.create(link({ domain: "https://go.example.com" }));
    const own = world.account.links.create(link());
    const stack = world.stack({ onExisting: "adopt" });
    await stack.up(
      `${SPRING.replace(" }\n", "")}, brand: { url: https://example.com/spring, alias: spring, domain: https://go.example.com } }`,
    );
    expect(stack.ids).toMatchObject({ "Link spring": String(own.id), "Link brand": String(branded.id) });
  });

  test("of a branded domain is none of the service's own domain: the entry creates another one", async () => {
    const world = await startWorld();
    world.account.domains.create({ domain: "https://go.example.com" });
    world.account.links.create(link({ domain: "https://go.example.com" }));
    await world.stack().up(SPRING);
    expect(world.changes).toEqual(["POST /api/url/add"]);
  });

  test("that the service returns for a known URL is an error, and no record", async () => {
    const world = await startWorld({ dialect: { knownUrl: "existing" } });
    world.account.links.create(link({ custom: "other" }));
    const stack = world.stack();
    expect(await messageOf(stack.up(SPRING))).toMatch(
      /id 101.*(another alias|existed before).*nothing was recorded/is,
    );
    expect(stack.ids).not.toHaveProperty("Link spring");
  });
});

describe("what an update may reset stops it", () => {
  const changed = SPRING.replace("com/spring", "com/easter");

  test.each<[object, RegExp]>([
    [{ location: { at: "https://example.at" } }, /targeting by location/],
    [{ device: [{ device: "iphone" }] }, /targeting by device/],
    [{ expiry: "2030-01-01" }, /an expiry/],
  ])("%j, unless the entry says overwrite", async (more, words) => {
    const world = await startWorld({ dialect: { omittedFields: "cleared" } });
    const stack = world.stack();
    await stack.up(SPRING);
    world.account.links.update(101, more);
    world.service.clearLog();
    expect(await messageOf(stack.preview(changed))).toMatch(words);
    expect(world.changes).toEqual([]);
    expect((await stack.preview(SPRING)).changes).toEqual([]);
    await stack.up(changed.replace(" } }", ", options: { onExisting: overwrite } } }"));
    expect(world.account.links.get(101)).toMatchObject({ url: "https://example.com/easter" });
  });

  test("also that of an adoption by id", async () => {
    const world = await startWorld();
    world.account.links.create(link({ url: "https://example.com/old", expiry: "2030-01-01" }));
    const byId = SPRING.replace(" } }", ", options: { onExisting: { id: 101 } } } }");
    expect(await messageOf(world.stack().up(byId))).toMatch(/an expiry/);
    expect(world.changes).toEqual([]);
  });
});

test.each<[Partial<Dialect>, number]>([
  [{ ownAlias: "accepted" }, 1],
  [{ ownAlias: "taken" }, 2],
  [{ linkDomain: "id" }, 1],
  [{ singleLink: "withoutAlias" }, 1],
])("%j: an update of the url takes %i requests and changes nothing else", async (dialect, count) => {
  const world = await startWorld({ dialect });
  const stack = world.stack();
  await stack.up(CONFIG);
  const before = world.account.links.list().find(({ custom }) => custom === "spring")!;
  const changed = CONFIG.replace("com/spring", "com/easter");
  await stack.up(changed);
  expect(world.requests.filter((request) => request === `PUT /api/url/${before.id}/update`)).toHaveLength(
    count,
  );
  expect(world.account.links.get(before.id)).toEqual({ ...before, url: "https://example.com/easter" });
  expect((await stack.preview(changed, { refresh: true })).changes).toEqual([]);
});

describe("before the first change, the error names links and not the base address:", () => {
  const failing = async (world: World) => {
    const error = await messageOf(world.stack().up(CONFIG));
    expect(error).toMatch(/links/);
    expect(error).not.toMatch(/base address|baseUrl/);
    expect(world.changes).toEqual([]);
    return error;
  };

  test.each<[string, number, unknown]>([
    ["404 as JSON", 404, { error: 1, message: "Not found" }],
    ["404 as HTML", 404, "<html>Not found</html>"],
    ["HTML", 200, "<html>Welcome</html>"],
    ["error: 1", 200, { error: 1, message: "Not found" }],
  ])("a service without the endpoints (%s)", async (_, status, body) => {
    const habit: Habit = ({ path }, serve) =>
      path.startsWith("/api/url") ? () => ({ status, headers: {}, body }) : serve;
    const world = await startWorld({ habit });
    expect(await failing(world)).toMatch(/does not have this list/);
  });
});

// Short links: what is theirs alone. The tests of all kinds cover the rest.
import { expect, test } from "vitest";
import { Channel, Link } from "../../src/index";
import { ALL_KINDS } from "../support/dialects";
import type { Habit } from "../support/habits";
import { messageOf } from "../support/message-of";
import { applied } from "../support/what-exists";
import { startStack, startWorld } from "../support/world";

const CONFIG = `
links:
  spring: { url: https://example.com/spring, alias: spring, domain: go }
  summer: { url: https://example.com/summer, alias: summer }
domains: { go: { domain: https://go.example.com } }
channels: { news: { name: News, items: [{ link: spring }, { link: 4711 }] } }
campaigns: { launch: { name: Launch, links: [summer, 4712] } }
`;
const GO = "https://go.example.com";
const existing = (domain?: string) => ({ custom: "spring", url: "https://example.com/spring", domain });
const SPRING = "links: { spring: { url: https://example.com/spring, alias: spring } }\n";

test("channels and campaigns name links by key, and the domain of a link is there first", async () => {
  const { world, stack } = await startStack({ dialect: ALL_KINDS });
  await stack.up(CONFIG, { parallel: 1 });
  const { links, channels, campaigns } = world.account;
  const idOf = (alias: string) => links.list().find(({ custom }) => custom === alias)!.id;
  expect(links.get(idOf("spring"))).toMatchObject({ domain: GO });
  const order = world.changes.filter((request) => /domain|url/.test(request));
  expect(order.slice(0, 2)).toEqual(["POST /api/domain/add", "POST /api/url/add"]);
  const items = channels.list()[0]!.items.map(({ id }) => id);
  expect(items.sort()).toEqual([idOf("spring"), 4711].sort());
  expect([...campaigns.list()[0]!.links].sort()).toEqual([idOf("summer"), 4712].sort());
  expect((await stack.preview(CONFIG, { refresh: true })).changes).toEqual([]);
});

test("a domain that the entry of a recorded link begins to name is no change, or replaces it; one that leaves stays", async () => {
  const onDefault = SPRING.replace(" } }", ", domain: https://link.example } }");
  const { world, stack } = await applied(SPRING, { dialect: "observed" });
  expect((await stack.up(onDefault, { refresh: true })).changes).toEqual([]);
  expect(world.changes).toEqual([]);
  const branded = onDefault.replace("https://link.example", GO);
  expect((await stack.up(branded)).changes).toEqual(["replace Link spring: domain"]);
  const { changes, text } = await stack.preview(SPRING, { refresh: true });
  expect(changes).toEqual(["update Link spring: domain"]);
  expect(text).toMatch(/warning: links\.spring.*domain.*keeps/);
});

test("without a domain in the entry, an existing alias collides, and adopt takes the only one", async () => {
  const world = await startWorld({ dialect: "observed" });
  const { id } = world.account.links.create(existing(GO));
  const error = await messageOf(world.stack().up(SPRING));
  expect(error).toContain(`already exists (id ${id} at ${GO}/spring`);
  const stack = world.stack({ onExisting: "adopt" });
  await stack.up(SPRING);
  expect(stack.ids).toEqual({ "Link spring": String(id) });
  const other = world.account.links.create(existing()).id;
  expect(await messageOf(world.stack({ onExisting: "adopt" }).up(SPRING))).toMatch(
    new RegExp(`id ${other} at https://link.example/spring; id ${id} at ${GO}/spring`),
  );
  expect(world.changes).toEqual([]);
});

test.each([404, 200, 403])(
  "a service without links is an error of the preview, which says what to do: status %i",
  async (status) => {
    const habit: Habit = ({ path }, serve) =>
      path.startsWith("/api/url")
        ? () => ({ status, headers: {}, body: { error: 1, message: "Not found" } })
        : serve;
    const world = await startWorld({ dialect: "observed", habit });
    const error = await messageOf(
      world.stack().up(() => {
        new Channel("first", { name: "First" });
        new Link("spring", { url: "https://example.com", alias: "spring" });
      }),
    );
    expect(error).toMatch(/GET \/api\/urls.*remove the links/s);
    expect(error).not.toMatch(/base address|baseUrl/);
    expect(world.changes).toEqual([]);
  },
);

test("a preview says which campaign a link leaves, where its list shows it", async () => {
  const links = "links: { spring: { url: https://example.com, alias: spring } }\n";
  const before = `${links}campaigns: { winter: { name: Winter, links: [spring] } }\n`;
  const { world, stack } = await applied(before, { dialect: "observed" });
  const config = `${links}campaigns: { winter: { name: Winter }, summer: { name: Summer, links: [spring] } }\n`;
  const { text } = await stack.preview(config, { refresh: true });
  expect(text).toMatch(/campaigns\.summer\.links spring.*leaves campaign "?Winter/);
  expect(world.requests.filter((request) => request.includes("/api/urls"))).toHaveLength(1);
  const withoutNames = (_: string, value: unknown) => (value === "Winter" ? undefined : value);
  world.faults.rule({
    on: "GET /api/campaigns",
    respond: (response) => ({ ...response, body: JSON.parse(JSON.stringify(response.body, withoutNames)) }),
  });
  expect((await stack.preview(config, { refresh: true })).text).toMatch(/leaves campaign "?\d/);
});

// Addresses that people use: outputs of the stack, warnings before they break, whoever orders that, and the slug of a
// campaign, which only a public one shows.
import * as pulumi from "@pulumi/pulumi";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Campaign } from "../../src/index";
import { ALL_KINDS } from "../support/dialects";
import { HABITS } from "../support/habits";
import { messageOf } from "../support/message-of";
import { applied, REFRESHED } from "../support/what-exists";
import { startStack, startWorld } from "../support/world";

afterEach(() => void vi.unstubAllEnvs());

test("the outputs of the stack are the addresses of QR codes, links and campaigns, by key", async () => {
  const world = await startWorld({ dialect: ALL_KINDS });
  const config = `
pixels: { ads: { type: fbpixel, name: Ads, tag: "1" } }
qrCodes: { menu: { type: link, data: https://example.com/menu } }
links: { spring: { url: https://example.com, alias: spring } }
campaigns: { launch: { name: Launch, slug: launch, public: true }, secret: { name: Secret, public: false } }
`;
  const { outputs } = await world.stack().up(config);
  expect(outputs).toMatchObject({
    qrCodes: { menu: { link: world.account.qrs.list()[0]!.link } },
    links: { spring: { link: "https://link.example/spring" } },
    campaigns: { launch: { rotator: expect.stringContaining("launch") } },
  });
  expect(outputs).not.toHaveProperty("pixels.ads");
  expect(outputs).not.toHaveProperty("campaigns.secret.rotator");
});

describe("a public address that breaks", () => {
  const CONFIG = `
qrCodes: { menu: { type: link, data: https://example.com/menu } }
domains: { go: { domain: https://go.example.com } }
links: { spring: { url: https://example.com, alias: spring, domain: go } }
campaigns: { launch: { name: Launch, slug: launch, public: true }, secret: { name: Secret, slug: secret, public: false } }
`;
  const LINK = /links\.spring.*https:\/\/go\.example\.com\/spring.*address stops/g;
  const CAMPAIGN = /campaigns\.launch.*breaks https:.*\/r\/launch/g;

  test.each([
    ["a replaced QR code", "link,", "text,", /qrCodes\.menu.*printed/g],
    ["a replaced domain", "go.example", "to.example", /domains\.go.*short links/g],
    ["a link of another domain", "go.example", "to.example", LINK],
    ["another alias", "alias: spring", "alias: summer", LINK],
    ["another slug", "slug: launch", "slug: other", CAMPAIGN],
    ["a private campaign", "true", "false", CAMPAIGN],
    ["a deleted link", /links.*/, "", LINK],
  ])(
    "is one warning of the preview, and none of a review, which has a row: %s",
    async (_, old, now, warning) => {
      const { stack } = await startStack({ dialect: ALL_KINDS, up: CONFIG });
      const { text } = await stack.preview(CONFIG.replace(old, now));
      expect(text.match(warning)).toHaveLength(1);
      vi.stubEnv("LINK_MANAGEMENT_IN_REVIEW", "1");
      expect((await stack.preview(CONFIG.replace(old, now))).text).not.toMatch(warning);
    },
  );

  test("is none of a private campaign, of another name, or of a change by hand that a refresh shows", async () => {
    const { world, stack } = await startStack({ dialect: ALL_KINDS, up: CONFIG });
    const quiet = CONFIG.replace("slug: secret", "slug: other").replace("name: Launch", "name: More");
    expect((await stack.preview(quiet)).text).not.toMatch(/warning/);
    world.account.campaigns.update(Number(stack.ids["Campaign launch"]), { slug: "by-hand" });
    expect((await stack.drift()).text).not.toMatch(/warning/);
  });

  test("of an entry below a renamed component, whose record the program does not find, is one all the same", async () => {
    class Shop extends pulumi.ComponentResource {
      constructor(name: string, slug: string, options: pulumi.ComponentResourceOptions = {}) {
        super("shop:index:Shop", name, {}, options);
        new Campaign(`${name}-child`, { name: "Launch", slug, public: true }, { parent: this });
      }
    }
    const { stack } = await startStack({ up: () => void new Shop("old", "launch") });
    const renamed = () => void new Shop("new", "summer", { aliases: [{ name: "old" }] });
    const { changes, text } = await stack.preview(renamed);
    expect(changes).toEqual(["update Campaign new-child: slug"]);
    expect(text).toMatch(/warning: Campaign new-child: a change of slug breaks/);
  });
});

describe("--replace without a change", () => {
  const codes = (count: number) =>
    `qrCodes:\n${Array.from({ length: count }, (_, n) => `  c${n}: { type: text, data: "${n}", name: C${n} }\n`).join("")}`;
  const names = (count: number) => Array.from({ length: count }, (_, n) => `QrCode c${n}`);

  test("says once which address stops working, and nothing of an object that is gone", async () => {
    const { world, stack } = await applied(codes(2));
    const [first, second] = stack.resources;
    world.account.qrs.delete(Number(second!.id));
    const { messages } = await stack.preview(`maxDeletions: 1\n${codes(2)}`, { replace: names(2) });
    const lines = messages.filter((text) => text.includes("printed copy"));
    expect(lines).toEqual([expect.stringMatching(/^warning: qrCodes\.c0/)]);
    expect(lines[0]).toContain(String(first!.outputs.link));
  });

  test("counts for the deletion guard of a preview", async () => {
    const { world, stack } = await applied(codes(12));
    expect(await messageOf(stack.up(codes(12), { replace: names(8) }))).toMatch(/8 of 12.*MAX_DELETIONS=8/s);
    expect(world.changes).toEqual([]);
    await stack.up(codes(12), { replace: names(3) });
    expect(Number(stack.ids["QrCode c0"])).toBeGreaterThan(112);
    // What an earlier run replaced is no replacement of this one.
    expect((await stack.preview(`maxDeletions: 0\n${codes(12)}`)).changes).toEqual([]);
  });
});

describe("the slug of a campaign", () => {
  const campaign = (fields = "", name = "Launch") =>
    `campaigns: { it: { name: ${name}, slug: launch${fields} } }\n`;
  const PRIVATE = campaign(", public: false");
  const PUBLIC = campaign(", public: true");
  const byName = { habit: HABITS.listsByName };

  test("that is public, changed by hand, is drift, and undone", async () => {
    const { world, stack } = await applied(PUBLIC);
    world.account.campaigns.update(101, { slug: "by-hand" });
    expect((await stack.drift()).changes).toEqual(["refresh Campaign it: slug"]);
    await stack.up(PUBLIC, REFRESHED);
    expect(world.account.campaigns.get(101)).toMatchObject({ slug: "launch" });
  });

  test.each([
    ["private", PRIVATE, {}],
    ["private by default", campaign(), {}],
    ["private, with an address that is made from its name", PRIVATE, byName],
    ["about to become private", PUBLIC, {}],
  ])("that is %s never drifts", async (_, config, options) => {
    const { world, stack } = await applied(config, options);
    await stack.up(PRIVATE);
    world.account.campaigns.update(101, { slug: "by-hand" });
    expect((await stack.drift()).changes).toEqual([]);
    expect((await stack.preview(PRIVATE, { refresh: true })).changes).toEqual([]);
  });

  test("that left the config is not sent: an update sends no name as a slug", async () => {
    const { world, stack } = await applied("campaigns: { it: { name: Launch } }\n", byName);
    await stack.up("campaigns: { it: { name: Start } }\n", REFRESHED);
    expect(world.bodies("PUT /api/campaign/101/update")).toEqual([{ name: "Start", public: false }]);
  });

  test("identifies no private campaign, which its name finds again after a lost state", async () => {
    const { world } = await applied(PRIVATE, byName);
    const stack = world.stack({ onExisting: "overwrite" });
    await stack.up(campaign(", public: false", "Other"));
    expect(stack.ids).toEqual({ "Campaign it": "102" });
    const again = world.stack({ onExisting: "overwrite" });
    await again.up(PRIVATE);
    expect(again.ids).toEqual({ "Campaign it": "101" });
  });

  test.each(["Launch", "launch_1", "überraschung"])(
    "that services rewrite is a warning: %s",
    async (slug) => {
      const { stack } = await startStack();
      const warning = /warning: .*campaigns\.it.*slug/;
      expect((await stack.preview(PUBLIC.replace("slug: launch", `slug: ${slug}`))).text).toMatch(warning);
      expect((await stack.preview(PUBLIC)).text).not.toMatch(warning);
    },
  );
});

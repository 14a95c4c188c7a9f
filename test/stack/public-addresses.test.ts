// Addresses that people use: outputs of the stack, warnings before they break, whoever orders that.
import { afterEach, describe, expect, test, vi } from "vitest";
import { messageOf } from "../support/message-of";
import { applied } from "../support/what-exists";

afterEach(() => void vi.unstubAllEnvs());

const CONFIG = `
qrCodes: { menu: { type: link, data: https://example.com/menu } }
domains: { go: { domain: https://go.example.com } }
links: { spring: { url: https://example.com, alias: spring, domain: go } }
campaigns: { launch: { name: Launch, slug: launch, public: true }, secret: { name: Secret, slug: secret, public: false } }
`;

test("the outputs of the stack are the addresses of QR codes, links and campaigns, by key", async () => {
  const { world, stack } = await applied("{}");
  const { outputs } = await stack.up(CONFIG);
  expect(outputs).toMatchObject({
    qrCodes: { menu: { link: world.account.qrs.list()[0]!.link } },
    links: { spring: { link: "https://go.example.com/spring" } },
    campaigns: { launch: { rotator: expect.stringContaining("launch") } },
  });
  expect(outputs).not.toHaveProperty("campaigns.secret.rotator");
});

describe("a public address that breaks", () => {
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
      const { stack } = await applied(CONFIG);
      expect((await stack.preview(CONFIG.replace(old, now))).text.match(warning)).toHaveLength(1);
      vi.stubEnv("LINK_MANAGEMENT_IN_REVIEW", "1");
      expect((await stack.preview(CONFIG.replace(old, now))).text).not.toMatch(warning);
    },
  );

  test("is none of a private campaign, of another name, or of a change by hand that a refresh shows", async () => {
    const { world, stack } = await applied(CONFIG);
    const quiet = CONFIG.replace("slug: secret", "slug: other").replace("name: Launch", "name: More");
    expect((await stack.preview(quiet)).text).not.toMatch(/warning/);
    world.account.campaigns.update(Number(stack.ids["Campaign launch"]), { slug: "by-hand" });
    expect((await stack.drift()).text).not.toMatch(/warning/);
  });
});

test("--replace without a change names each address, not that of an object that is gone, and counts for the deletion guard", async () => {
  const code = (_: unknown, n: number) => `  c${n}: { type: text, data: "${n}", name: C${n} }\n`;
  const config = `qrCodes:\n${Array.from({ length: 12 }, code).join("")}`;
  const { world, stack } = await applied(config);
  const replace = (count: number) => ({ replace: Array.from({ length: count }, (_, n) => `QrCode c${n}`) });
  expect(await messageOf(stack.up(config, replace(8)))).toMatch(/8 of 12.*MAX_DELETIONS=8/s);
  expect(world.changes).toEqual([]);
  world.account.qrs.delete(Number(stack.ids["QrCode c1"]));
  const { messages } = await stack.preview(config, replace(2));
  const address = String(stack.resources[0]!.outputs.link).replaceAll("/", "\\/");
  const warning = expect.stringMatching(new RegExp(`^warning: qrCodes\\.c0.*${address}`));
  expect(messages.filter((text) => text.includes("printed copy"))).toEqual([warning]);
});

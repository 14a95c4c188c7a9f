// Addresses that people use: outputs of the stack, warnings before they break, and the slug that identifies a campaign.
import { describe, expect, test } from "vitest";
import { ALL_KINDS } from "../support/dialects";
import { startStack, startWorld } from "../support/world";

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
  const config = (edit: (text: string) => string = (text) => text) =>
    edit(`
qrCodes: { menu: { type: link, data: https://example.com/menu } }
domains: { go: { domain: https://go.example.com } }
links: { spring: { url: https://example.com, alias: spring, domain: go } }
campaigns: { launch: { name: Launch, slug: launch, public: true }, secret: { name: Secret, slug: secret, public: false } }
`);

  const LINK = /links\.spring.*https:\/\/go\.example\.com\/spring.*address stops/;

  test.each([
    ["a replaced QR code", (text: string) => text.replace("link", "text"), /qrCodes\.menu.*printed/],
    [
      "a replaced domain",
      (text: string) => text.replace("go.example", "to.example"),
      /domains\.go.*short links/,
    ],
    ["a link of another domain", (text: string) => text.replace("go.example", "to.example"), LINK],
    ["another alias", (text: string) => text.replace("alias: spring", "alias: summer"), LINK],
    [
      "another slug",
      (text: string) => text.replace("slug: launch", "slug: other"),
      /campaigns\.launch.*breaks https:.*\/r\/launch/,
    ],
    [
      "a private campaign",
      (text: string) => text.replace("true", "false"),
      /campaigns\.launch.*breaks https:.*\/r\/launch/,
    ],
    ["a deleted link", (text: string) => text.replace(/links.*/, ""), LINK],
  ])("is a warning of the preview: %s", async (_, edit, warning) => {
    const { stack } = await startStack({ dialect: ALL_KINDS, up: config() });
    const { messages } = await stack.preview(config(edit));
    expect(messages.join("\n")).toMatch(warning);
  });

  test("is none of a private campaign, of another name, or of a change by hand that a refresh shows", async () => {
    const { world, stack } = await startStack({ dialect: ALL_KINDS, up: config() });
    const quiet = config((text) =>
      text.replace("slug: secret", "slug: other").replace("name: Launch", "name: More"),
    );
    expect((await stack.preview(quiet)).text).not.toMatch(/warning/);
    world.account.campaigns.update(Number(stack.ids["Campaign launch"]), { slug: "by-hand" });
    expect((await stack.drift()).text).not.toMatch(/warning/);
  });
});

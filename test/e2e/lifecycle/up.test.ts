// The first `up`, and what comes after it when nothing changed.
import { describe, expect, test } from "vitest";
import { acme, ids, objectCounts, plan, project, writes } from "./support";

const EVERY_KIND = `
account:
  expect: { username: acme }
  email: links@acme.example
  password: correct horse battery staple
pixels:
  ads: { type: fbpixel, name: Shop ads, tag: "1234567890" }
domains:
  go: { domain: https://go.example.com, redirectRoot: https://example.com }
qrCodes:
  menu: { type: link, data: https://example.com/menu, foreground: "rgb(16, 42, 67)" }
channels:
  spring:
    name: Spring
    color: "#22AA66"
    items: [{ qr: menu }, { link: 4711 }, { bio: 12 }]
campaigns:
  launch: { name: Launch, slug: launch, public: true, links: [4711, 4712] }
`;

const WITHOUT_ACCOUNT = EVERY_KIND.replace(/ {2}(email|password): .*\n/g, "");

describe("up from empty", () => {
  test("makes one object of every kind with one request each, and a second run has nothing to do", async () => {
    const config = await project({ "link-management.yaml": EVERY_KIND });

    expect(await plan(config)).toEqual([
      "create Account account",
      "create Campaign launch",
      "create CampaignLink launch/4711",
      "create CampaignLink launch/4712",
      "create Channel spring",
      "create ChannelItem spring/bio/12",
      "create ChannelItem spring/link/4711",
      "create ChannelItem spring/qr/menu",
      "create Domain go",
      "create Pixel ads",
      "create QrCode menu",
    ]);
    expect(writes(config)).toEqual({});

    await config.pulumi("up", "--yes");
    expect(writes(config)).toEqual({
      "PUT /api/account/update": { email: "links@acme.example", password: "[redacted]" },
      "POST /api/pixel/add": { type: "fbpixel", name: "Shop ads", tag: "1234567890" },
      "POST /api/domain/add": { domain: "https://go.example.com", redirectroot: "https://example.com" },
      "POST /api/qr/add": {
        type: "link",
        data: "https://example.com/menu",
        foreground: expect.stringMatching(/^rgb\(16, ?42, ?67\)$/),
      },
      "POST /api/channel/add": { name: "Spring", color: "#22AA66" },
      "POST /api/channel/101/assign/qr/101": undefined,
      "POST /api/channel/101/assign/links/4711": undefined,
      "POST /api/channel/101/assign/bio/12": undefined,
      "POST /api/campaign/add": { name: "Launch", slug: "launch", public: true },
      "POST /api/campaign/101/assign/4711": undefined,
      "POST /api/campaign/101/assign/4712": undefined,
    });
    expect(acme(config).profile.email).toBe("links@acme.example");
    expect(acme(config).passwordMatches("correct horse battery staple")).toBe(true);
    expect(await ids(config)).toEqual({
      "Account account": "1",
      "Pixel ads": "101",
      "Domain go": "101",
      "QrCode menu": "101",
      "Channel spring": "101",
      "ChannelItem spring/qr/menu": "101/qr/101",
      "ChannelItem spring/link/4711": "101/links/4711",
      "ChannelItem spring/bio/12": "101/bio/12",
      "Campaign launch": "101",
      "CampaignLink launch/4711": "101/4711",
      "CampaignLink launch/4712": "101/4712",
    });

    config.emulator.clearLog();
    await config.pulumi("preview", "--expect-no-changes");
    await config.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
    expect(writes(config)).toEqual({});
  });

  test("shows addresses by key as stack outputs, and makes no Account without e-mail and password", async () => {
    const config = await project({ "link-management.yaml": WITHOUT_ACCOUNT });
    await config.pulumi("up", "--yes", "--skip-preview");

    const [code] = acme(config).qrs.list();
    expect(JSON.parse((await config.try("stack", "output", "--json")).stdout)).toEqual({
      qrCodes: { menu: { link: code?.link } },
      campaigns: {
        launch: {
          rotator: "https://link.example/r/launch",
          list: "https://link.example/u/acme/launch-101",
        },
      },
    });
    expect(objectCounts(config)).toEqual({ pixels: 1, domains: 1, qrs: 1, channels: 1, campaigns: 1 });
    expect(Object.keys(await ids(config))).not.toContain("Account account");
    expect(acme(config).profile.email).toBe("acme@example.com");
  });
});

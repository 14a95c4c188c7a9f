// A change of a field that the service can update.
import { describe, expect, test } from "vitest";
import { acme, type Config, changed, configured, ids, plan, upOf, writes, yaml } from "./support";

const CONFIG = {
  pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" } },
  domains: {
    go: {
      domain: "https://go.example.com",
      redirectRoot: "https://example.com",
      redirect404: "https://example.com/lost",
    },
  },
  qrCodes: {
    menu: {
      type: "link",
      data: "https://example.com/menu",
      background: "rgb(255,255,255)",
      foreground: "rgb(16,42,67)",
      logo: "https://example.com/logo.png",
    },
  },
  channels: { spring: { name: "Spring", description: "In the shops", color: "#22AA66", starred: false } },
  campaigns: { launch: { name: "Launch", slug: "launch", public: true } },
} satisfies Config;

/** Every updatable field once, one per kind and round. */
const ROUNDS: Config[] = [
  {
    pixels: { ads: { name: "Shop" } },
    domains: { go: { redirectRoot: "https://example.com/shop" } },
    qrCodes: { menu: { data: "https://example.com/lunch" } },
    channels: { spring: { name: "Spring 2026" } },
    campaigns: { launch: { name: "The launch" } },
  },
  {
    pixels: { ads: { tag: "0987654321" } },
    domains: { go: { redirect404: "https://example.com/gone" } },
    qrCodes: { menu: { background: "rgb(250,250,240)" } },
    channels: { spring: { description: "In the shops and on the web" } },
    campaigns: { launch: { slug: "the-launch" } },
  },
  {
    qrCodes: { menu: { foreground: "rgb(0,0,0)" } },
    channels: { spring: { color: "#AA2266" } },
    campaigns: { launch: { public: false } },
  },
  { qrCodes: { menu: { logo: "https://example.com/logo.jpg" } }, channels: { spring: { starred: true } } },
];

/** The body that each kind's update has: the whole object. */
function bodies(config: typeof CONFIG): Record<string, Record<string, unknown>> {
  const { redirectRoot, redirect404 } = config.domains.go;
  const { type: _, ...pixel } = config.pixels.ads;
  return {
    pixels: pixel,
    domains: { redirectroot: redirectRoot, redirect404 },
    qrCodes: config.qrCodes.menu,
    channels: config.channels.spring,
    campaigns: config.campaigns.launch,
  };
}

const REQUESTS: Record<string, string> = {
  pixels: "PUT /api/pixel/101/update",
  domains: "PUT /api/domain/101/update",
  qrCodes: "PUT /api/qr/101/update",
  channels: "PUT /api/channel/101/update",
  campaigns: "PUT /api/campaign/101/update",
};

describe("a changed field", () => {
  test("is one PUT of the whole object and nothing else, for every updatable field of every kind", async () => {
    const project = await configured(CONFIG);
    await upOf(project);
    const made = await ids(project);

    let config = CONFIG;
    for (const round of ROUNDS) {
      config = changed(config, round);
      await project.config(yaml(config));
      project.emulator.clearLog();
      await upOf(project);

      const whole = bodies(config);
      expect(writes(project)).toEqual(
        Object.fromEntries(Object.keys(round).map((section) => [REQUESTS[section], whole[section]])),
      );
      const { pixels, domains, qrs, channels, campaigns } = acme(project);
      expect(pixels.list()).toMatchObject([whole.pixels]);
      expect(domains.list()).toMatchObject([whole.domains]);
      expect(qrs.list()).toMatchObject([whole.qrCodes]);
      expect(channels.list()).toMatchObject([whole.channels]);
      expect(campaigns.list()).toMatchObject([whole.campaigns]);
      await project.pulumi("preview", "--refresh", "--expect-no-changes");
    }
    expect(await ids(project)).toEqual(made);
    const outputs = (type: string, name: string) =>
      project.resource(type, name).then(({ outputs }) => outputs);
    expect(await outputs("Channel", "spring")).toMatchObject(config.channels.spring);
    expect(await outputs("Campaign", "launch")).toMatchObject(config.campaigns.launch);
    expect(await outputs("QrCode", "menu")).toMatchObject(config.qrCodes.menu);
  });

  test("of a channel or campaign leaves its items and links alone", async () => {
    const config = {
      qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
      channels: { spring: { name: "Spring", color: "#22AA66", items: [{ qr: "menu" }, { link: 4711 }] } },
      campaigns: { launch: { name: "Launch", public: true, links: [4711, 4712] } },
    };
    const project = await configured(config);
    await upOf(project);

    const recolored = changed(config, { channels: { spring: { color: "#AA2266" } } });
    await project.config(yaml(recolored));
    expect(await plan(project)).toEqual(["update Channel spring"]);

    await project.config(yaml(changed(config, { campaigns: { launch: { name: "The launch" } } })));
    expect(await plan(project)).toEqual(["update Campaign launch"]);

    await project.config(yaml(changed(recolored, { campaigns: { launch: { name: "The launch" } } })));
    project.emulator.clearLog();
    await project.pulumi("up", "--yes");
    expect(Object.keys(writes(project)).sort()).toEqual([
      "PUT /api/campaign/101/update",
      "PUT /api/channel/101/update",
    ]);
    expect(acme(project).channels.get(101)?.items).toHaveLength(2);
    expect(acme(project).campaigns.get(101)?.links).toEqual(expect.arrayContaining([4711, 4712]));
  });
});

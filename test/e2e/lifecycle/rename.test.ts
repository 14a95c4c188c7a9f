// Entries whose key changed, and forced replacements: the object stays what it is.
import { describe, expect, test } from "vitest";
import { type Config, configured, diagnostics, holdings, ids, upOf, urnOf, writes, yaml } from "./support";

const entries = (prefix: string): Config => ({
  pixels: { [`${prefix}ads`]: { type: "fbpixel", name: "Shop ads", tag: "1234567890" } },
  domains: { [`${prefix}go`]: { domain: "https://go.example.com", redirectRoot: "https://example.com" } },
  channels: { [`${prefix}spring`]: { name: "Spring", items: [{ link: 4711 }, { bio: 12 }] } },
  campaigns: { [`${prefix}launch`]: { name: "Launch", slug: "launch", public: true, links: [4711, 4712] } },
});

const ONE_OF_EACH = { pixels: 1, domains: 1, qrs: 0, channels: 1, campaigns: 1 };
const ONE_DELETE_EACH = [
  "DELETE /api/campaign/101/delete",
  "DELETE /api/channel/101/delete",
  "DELETE /api/domain/101/delete",
  "DELETE /api/pixel/101/delete",
];

/** Nothing is made or deleted; a link, which no list shows, may be assigned again. */
function expectNothingButAssignments(project: Parameters<typeof writes>[0]): void {
  const sent = Object.keys(writes(project));
  expect(sent.filter((request) => !/^POST \/api\/campaign\/101\/assign\/471[12]$/.test(request))).toEqual([]);
  expect(holdings(project)).toEqual(ONE_OF_EACH);
}

describe("an object", () => {
  test("keeps its id in a new stack that takes over the account, which a preview says", async () => {
    const project = await configured(entries(""));
    await upOf(project);
    const before = await ids(project);
    await project.pulumi("stack", "rm", "--force", "--yes");
    await project.pulumi("stack", "init", "test");

    project.emulator.clearLog();
    const told = diagnostics(await project.pulumi("preview"));
    for (const one of [
      "Pixel fbpixel 1234567890",
      "Domain https://go.example.com",
      "Channel Spring",
      "Campaign slug launch",
    ]) {
      expect(told).toContain(`${one}: the account already holds this object with id 101; it is taken over`);
    }
    await upOf(project);
    expectNothingButAssignments(project);
    expect(await ids(project)).toEqual(before);
  });

  test("that cannot be recognised, a QR code, keeps its id when the config names its old key", async () => {
    const code = { type: "link", data: "https://example.com/menu" };
    const project = await configured({ qrCodes: { old: code } });
    await upOf(project);

    await project.config(yaml({ qrCodes: { new: { ...code, options: { aliases: ["old"] } } } }));
    await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
    expect(await ids(project)).toEqual({ "QrCode new": "101" });
    expect(holdings(project).qrs).toBe(1);
  });

  test("keeps its id when its key is renamed without telling, and is deleted once by a later destroy", async () => {
    const project = await configured(entries("old-"));
    await upOf(project);
    const before = await ids(project);

    await project.config(yaml(entries("new-")));
    project.emulator.clearLog();
    const output = await project.pulumi("up", "--yes");
    expect(output).toMatch(/Pixel fbpixel 1234567890: .*id 101; it is taken over/);
    expectNothingButAssignments(project);
    const renamed = Object.entries(before).map(([name, id]) => [name.replace("old-", "new-"), id]);
    expect(await ids(project)).toEqual(Object.fromEntries(renamed));
    await project.pulumi("preview", "--refresh", "--expect-no-changes");

    project.emulator.clearLog();
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(Object.keys(writes(project)).sort()).toEqual(ONE_DELETE_EACH);
  });

  test("keeps its id when it is replaced by force, and is deleted once by a later destroy", async () => {
    const project = await configured(entries(""));
    await upOf(project);
    const before = await ids(project);

    project.emulator.clearLog();
    const all = [
      urnOf("Pixel", "ads"),
      urnOf("Domain", "go"),
      urnOf("Channel", "spring"),
      urnOf("ChannelItem", "spring/bio/12"),
      urnOf("Campaign", "launch"),
      urnOf("CampaignLink", "launch/4711"),
    ];
    await project.pulumi("up", "--yes", ...all.flatMap((urn) => ["--replace", urn]));
    expectNothingButAssignments(project);
    expect(await ids(project)).toEqual(before);
    await project.pulumi("preview", "--refresh", "--expect-no-changes");

    project.emulator.clearLog();
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(Object.keys(writes(project)).sort()).toEqual(ONE_DELETE_EACH);
    expect(holdings(project)).toEqual({ pixels: 0, domains: 0, qrs: 0, channels: 0, campaigns: 0 });
  });
});

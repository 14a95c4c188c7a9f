// Changes made by hand: both kinds of preview show them, and `up --refresh` reverts them.
import { describe, expect, test } from "vitest";
import type { Project } from "../support/project";
import { acme, type Config, configured, ids, objectCounts, plan, upOf, writes } from "./support";

/** One entry per readable field, named after it. */
const ENTRY_PER_FIELD: Config = {
  account: { email: "links@acme.example" },
  pixels: {
    type: { type: "fbpixel", name: "Shop", tag: "1" },
    name: { type: "fbpixel", name: "Shop", tag: "2" },
    tag: { type: "fbpixel", name: "Shop", tag: "3" },
  },
  domains: {
    domain: { domain: "https://a.example.com" },
    root: { domain: "https://b.example.com", redirectRoot: "https://example.com" },
    404: { domain: "https://c.example.com", redirect404: "https://example.com" },
  },
  channels: {
    name: { name: "A" },
    description: { name: "B", description: "In the shops" },
    color: { name: "C", color: "#22AA66" },
    starred: { name: "D", starred: true },
  },
  campaigns: {
    name: { name: "A", slug: "a", public: true },
    slug: { name: "B", slug: "b", public: true },
    public: { name: "C", slug: "c", public: true },
  },
};

const REFRESHED = `name: test
runtime: { name: nodejs, options: { typescript: false } }
options: { refresh: always }
`;

/** Both previews show the drift of each resource. Exit code 7 of the CLI means unexpected changes. */
async function expectDrift(project: Project, steps: string[], kindsAndNames: RegExp[]): Promise<void> {
  expect(await plan(project, "--refresh")).toEqual(steps);
  const { code, output } = await project.try("refresh", "--preview-only", "--expect-no-changes");
  expect(code, output).toBe(7);
  for (const one of kindsAndNames) expect(output).toMatch(one);
}

async function expectNone(project: Project): Promise<void> {
  await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
  await project.pulumi("preview", "--refresh", "--expect-no-changes");
}

describe("drift", () => {
  test("of every readable field is shown and reverted", async () => {
    const project = await configured(ENTRY_PER_FIELD);
    await upOf(project);
    const made = await ids(project);
    const id = (name: string) => Number(made[name]);

    const { pixels, domains, channels, campaigns } = acme(project);
    acme(project).update({ email: "somebody@acme.example" });
    pixels.update(id("Pixel type"), { type: "gapixel" });
    pixels.update(id("Pixel name"), { name: "Renamed" });
    pixels.update(id("Pixel tag"), { tag: "9" });
    domains.update(id("Domain domain"), { domain: "https://z.example.com" });
    domains.update(id("Domain root"), { redirectroot: "" });
    domains.update(id("Domain 404"), { redirect404: "https://example.com/lost" });
    channels.update(id("Channel name"), { name: "Z" });
    channels.update(id("Channel description"), { description: "" });
    channels.update(id("Channel color"), { color: "#000000" });
    channels.update(id("Channel starred"), { starred: false });
    campaigns.update(id("Campaign name"), { name: "Z" });
    campaigns.update(id("Campaign slug"), { slug: "z" });
    campaigns.update(id("Campaign public"), { public: false });

    const updates = Object.keys(made).filter((name) => !["Pixel type", "Domain domain"].includes(name));
    const replaced = ["Domain domain", "Pixel type"];
    const steps = [...replaced.map((name) => `replace ${name}`), ...updates.map((name) => `update ${name}`)];
    const names = Object.keys(made).map((name) => new RegExp(`${name.replace(" ", "\\s+")}\\s+update`));
    await expectDrift(project, steps.sort(), names);

    project.emulator.clearLog();
    const output = await project.pulumi("up", "--refresh", "--yes");
    expect(output).toContain(
      'changes the e-mail address from "somebody@acme.example" to "links@acme.example"',
    );
    expect(Object.keys(writes(project)).filter((request) => !request.startsWith("PUT "))).toHaveLength(4);
    expect(acme(project).profile.email).toBe("links@acme.example");
    expect(channels.get(id("Channel color"))).toMatchObject({ name: "C", color: "#22AA66" });
    expect(campaigns.get(id("Campaign slug"))).toMatchObject({ name: "B", slug: "b", public: true });
    await expectNone(project);
  });

  test("of a deletion is shown and reverted", async () => {
    const project = await configured({
      pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
      domains: { go: { domain: "https://go.example.com" } },
      qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
      channels: {
        gone: { name: "Gone", items: [{ link: 4711 }, { bio: 12 }] },
        kept: { name: "Kept", items: [{ link: 4711 }, { bio: 12 }] },
      },
      campaigns: { launch: { name: "Launch", links: [4711] } },
    });
    await upOf(project);
    const made = await ids(project);
    const whole = objectCounts(project);

    const { pixels, domains, qrs, channels, campaigns } = acme(project);
    pixels.delete(101);
    domains.delete(101);
    qrs.delete(101);
    campaigns.delete(101);
    channels.delete(Number(made["Channel gone"]));
    acme(project).unassignItem(Number(made["Channel kept"]), "bio", 12);

    const lost = [
      "Campaign launch",
      "CampaignLink launch/4711",
      "Channel gone",
      "ChannelItem gone/bio/12",
      "ChannelItem gone/link/4711",
      "ChannelItem kept/bio/12",
      "Domain go",
      "Pixel ads",
      "QrCode menu",
    ];
    const names = lost.map((name) => new RegExp(`${name.replace(" ", "\\s+")}\\s+delete`));
    await expectDrift(
      project,
      lost.map((name) => `create ${name}`),
      names,
    );

    // The plain commands do the same in a project that always refreshes.
    await project.write({ "Pulumi.yaml": REFRESHED });
    expect(await plan(project)).toEqual(lost.map((name) => `create ${name}`));
    project.emulator.clearLog();
    await project.pulumi("up", "--yes");
    expect(Object.keys(writes(project)).filter((request) => !request.startsWith("POST "))).toEqual([]);
    expect(objectCounts(project)).toEqual(whole);
    expect(channels.list().map(({ items }) => items.length)).toEqual([2, 2]);
    expect(campaigns.list().map(({ links }) => links)).toEqual([[4711]]);
    await expectNone(project);
  });

  test("does not include scans and unmanaged fields", async () => {
    const project = await configured({
      domains: { go: { domain: "https://go.example.com" } },
      qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
      channels: { spring: { name: "Spring", items: [{ qr: "menu" }] } },
      campaigns: { launch: { name: "Launch" } },
    });
    await upOf(project);

    const { qrs, domains, channels, campaigns } = acme(project);
    acme(project).scan(101);
    qrs.update(101, { name: "Menu", foreground: "rgb(1,1,1)" });
    domains.update(101, { redirectroot: "https://example.com", redirect404: "https://example.com" });
    channels.update(101, { description: "By hand", color: "#000000", starred: true });
    campaigns.update(101, { slug: "by-hand", public: true });
    acme(project).update({ email: "somebody@acme.example" });
    await expectNone(project);

    await project.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    await project.pulumi("preview", "--expect-no-changes");
  });
});

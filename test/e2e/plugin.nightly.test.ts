// The plugin with the real CLI, in Pulumi YAML.
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Config, Project, type ProjectOptions, packageRoot } from "./support/project";

const PASSWORD = "correct horse battery";

beforeAll(async () => {
  const { ensureYamlHost } = await import(join(packageRoot, "tools/ensure-pulumi.mjs"));
  await ensureYamlHost();
});

const kind = (type: string, properties: object) => ({ type: `link-management:${type}`, properties });
const program = (resources: Config) =>
  stringify(
    {
      name: "test",
      runtime: "yaml",
      plugins: { providers: [{ name: "link-management", path: join(packageRoot, "plugin") }] },
      resources,
    },
    { aliasDuplicateObjects: false },
  );
const create = (resources: Config, options: ProjectOptions = {}) =>
  Project.create({ ...options, files: { "Pulumi.yaml": program(resources) } });
const ALL = {
  ads: kind("Pixel", { type: "fbpixel", name: "Ads", tag: "1" }),
  go: kind("Domain", { domain: "https://go.example.com", redirectRoot: "https://example.com" }),
  menu: kind("QrCode", { type: "link", data: "https://example.com/menu" }),
  spring: kind("Channel", { name: "Spring", color: "#22AA66" }),
  item: kind("ChannelItem", { channel: "${spring.id}", itemType: "qr", item: "${menu.id}" }),
  launch: kind("Campaign", { name: "Launch", slug: "launch", public: true }),
  page: kind("Link", { url: "https://example.com/new", alias: "page" }),
  member: kind("CampaignLink", { campaign: "${launch.id}", link: "${page.id}" }),
  me: kind("Account", { email: "new@example.com", password: { "fn::secret": PASSWORD } }),
};

test("all kinds from create to destroy, with drift, a replacement, no second change and no secret in plain text", async () => {
  const project = await create(ALL, { dialect: "observed" });
  // The stack is a resource, too.
  expect(await project.ok("preview")).toContain("10 to create");
  expect(project.writes()).toEqual([]);
  const shown = await project.ok("up", "--yes", "--skip-preview", "--diff");
  expect(project.writes()).toHaveLength(9);
  expect(shown + (await project.ok("stack", "export"))).not.toContain(PASSWORD);
  await project.ok("up", "--yes", "--expect-no-changes");

  const { channels, qrs, pixels: pixelList } = project.service.account();
  const [channel, menu, pixel] = [channels, qrs, pixelList].map((list) => list.list()[0]!.id);
  channels.update(channel!, { name: "By hand" });
  // An empty list proves nothing.
  pixelList.create({ type: "forum", name: "By hand", tag: "2" });
  pixelList.delete(pixel!);
  const drift = await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
  expect(drift).toMatchObject({ code: 7 });
  await project.ok("up", "--yes", "--refresh");
  expect(project.writes().sort()).toEqual(["POST /api/pixel/add", `PUT /api/channel/${channel}/update`]);
  const menuText = kind("QrCode", { type: "text", data: "menu" });
  await project.write({ "Pulumi.yaml": program({ ...ALL, menu: menuText }) });
  const preview = await project.ok("preview", "--diff");
  expect(preview).toMatch(/type *: "link" => "text"/);
  expect(preview).toContain("every printed copy");
  await project.ok("up", "--yes", "--skip-preview");
  expect(project.writes()).toEqual([
    "POST /api/qr/add",
    `POST /api/channel/${channel}/assign/qr/${qrs.list()[0]!.id}`,
    `DELETE /api/qr/${menu}/delete`,
  ]);
  await project.ok("destroy", "--yes");
  expect(await project.state()).toEqual({});
  expect(pixelList.list()).toMatchObject([{ name: "By hand" }]);
  expect(channels.list()).toEqual([]);
});

test("after Ctrl-C in 40 creates the state has what was created, and the next run continues", async () => {
  const pixel = (n: number) => kind("Pixel", { type: "fbpixel", name: `P${n}`, tag: `${n}` });
  const resources = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`p${n}`, pixel(n)]));
  const project = await create(resources, { rateLimit: 30 });
  const { pixels: list } = project.service.account();
  const run = project.start("up", "--yes", "--skip-preview");
  await run.printed("rate limit");
  await run.stop("SIGINT");
  const created = list.list().length;
  expect(created).toBeLessThan(40);
  expect(Object.keys(await project.state())).toHaveLength(created);
  await project.ok("up", "--yes", "--skip-preview");
  expect(list.list()).toHaveLength(40);
});

// The plugin with the real CLI, in Pulumi YAML.
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { descendants, isAlive } from "./support/processes";
import { type Config, Project, type ProjectOptions, packageRoot } from "./support/project";

const plugin = join(packageRoot, "plugin");
const PASSWORD = "correct horse battery";
const WIFI = "WIFI:T:WPA;S:net;P:hidden-password;;";

beforeAll(async () => {
  const { ensureYamlHost } = await import(join(packageRoot, "tools/ensure-pulumi.mjs"));
  await ensureYamlHost();
});

const kind = (type: string, properties: object, options: object = {}) => ({
  type: `link-management:${type}`,
  properties,
  options,
});
const program = (resources: Config) =>
  stringify(
    {
      name: "test",
      runtime: "yaml",
      plugins: { providers: [{ name: "link-management", path: plugin }] },
      resources,
    },
    { aliasDuplicateObjects: false },
  );
const create = (resources: Config, options: ProjectOptions = {}) =>
  Project.create({ ...options, files: { "Pulumi.yaml": program(resources) } });
const change = (project: Project, resources: Config) => project.write({ "Pulumi.yaml": program(resources) });
const ADS = kind("Pixel", { type: "fbpixel", name: "Ads", tag: "1" });
const ALL = {
  ads: ADS,
  go: kind("Domain", { domain: "https://go.example.com", redirectRoot: "https://example.com" }),
  menu: kind("QrCode", { type: "link", data: "https://example.com/menu" }),
  spring: kind("Channel", { name: "Spring", color: "#22AA66" }),
  item: kind("ChannelItem", { channel: "${spring.id}", itemType: "qr", item: "${menu.id}" }),
  launch: kind("Campaign", { name: "Launch", slug: "launch", public: true }),
  page: kind("Link", { url: "https://example.com/new", alias: "page" }),
  member: kind("CampaignLink", { campaign: "${launch.id}", link: "${page.id}" }),
  me: kind("Account", { email: "new@example.com", password: { "fn::secret": PASSWORD } }),
};

test("all kinds from create to destroy, with drift, a replacement and no second change", async () => {
  const project = await create(ALL, { dialect: "observed" });
  // The stack is a resource, too.
  expect(await project.ok("preview")).toContain("10 to create");
  expect(project.writes()).toEqual([]);
  await project.ok("up", "--yes", "--skip-preview");
  expect(project.writes()).toHaveLength(9);
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
  await change(project, { ...ALL, menu: kind("QrCode", { type: "text", data: "menu" }) });
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

test("a secret is nowhere in plain text, also in what the engine keeps of a create without a response", async () => {
  const code = kind("QrCode", { type: "wifi", data: WIFI });
  const project = await create({ me: ALL.me, code });
  project.faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "after" });
  const { output } = await project.pulumi("up", "--yes", "--diff", "--continue-on-error");
  expect(output).toMatch(/data *: \[secret\]/);
  expect((await project.state())["QrCode code"]?.id).toBe("undecided");
  const preview = await project.pulumi("preview", "--diff");
  expect(preview.output).toContain("pulumi state delete");
  const texts = [output, preview.output, await project.ok("stack", "export")].join();
  for (const secret of [PASSWORD, "hidden-password"]) expect(texts).not.toContain(secret);
});

test("a replacement by option, command or taint keeps one object", async () => {
  const spring = (color: string, options = {}) => kind("Channel", { name: "Spring", color }, options);
  const project = await create({ ads: ADS, spring: spring("#22aa66") }, { dialect: "observed" });
  await project.ok("up", "--yes", "--skip-preview");
  project.writes();
  const { channels, pixels: list } = project.service.account();
  const [first, pixel] = [channels.list()[0]!.id, list.list()[0]!.id];
  await change(project, { ads: ADS, spring: spring("#22aa77", { replaceOnChanges: ["color"] }) });
  await project.ok("up", "--yes");
  const twice = [`DELETE /api/channel/${first}/delete`, "POST /api/channel/add"];
  expect(project.writes()).toEqual(twice);

  const urn = (type: string, name: string) => `urn:pulumi:test::test::link-management:index:${type}::${name}`;
  const { code, output } = await project.pulumi("up", "--yes", "--replace", urn("Pixel", "ads"));
  expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`id ${pixel}.*--refresh`))]);
  await project.ok("up", "--yes", "--refresh", "--replace", urn("Pixel", "ads"));
  expect(project.writes()).toEqual(["POST /api/pixel/add", `DELETE /api/pixel/${pixel}/delete`]);
  await project.ok("state", "taint", urn("Channel", "spring"), "--yes");
  await change(project, { ads: ADS, spring: spring("#22aa77", { deleteBeforeReplace: true }) });
  const second = channels.list()[0]!.id;
  await project.ok("up", "--yes", "--refresh");
  expect(project.writes()).toEqual([`DELETE /api/channel/${second}/delete`, "POST /api/channel/add"]);
});

test("after Ctrl-C in 40 creates and after SIGKILL, each object is created once", async () => {
  const pixel = (n: number) => kind("Pixel", { type: "fbpixel", name: `P${n}`, tag: `${n}` });
  const resources = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`p${n}`, pixel(n)]));
  const project = await create(resources, { rateLimit: 30 });
  const { pixels: list } = project.service.account();
  const run = project.start("up", "--yes", "--skip-preview");
  await run.printed("rate limit");
  const children = descendants(run.pid).filter(({ command }) => command.includes("pulumi-resource-link"));
  await run.stop("SIGINT");
  const created = list.list().length;
  expect(created).toBeLessThan(40);
  expect(Object.keys(await project.state())).toHaveLength(created);

  const killed = project.start("up", "--yes", "--skip-preview");
  await killed.printed("rate limit");
  await killed.stop("SIGKILL");
  await expect.poll(() => children.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  const before = list.list().length;
  await project.ok("cancel", "--yes");
  await project.ok("preview");
  expect(list.list()).toHaveLength(before);
});

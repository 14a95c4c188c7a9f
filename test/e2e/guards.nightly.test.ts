// What stops a run before it changes anything: too many deletions, another account, a missing or rejected key.
import { expect, test } from "vitest";
import { DEMO_KEY, DIALECTS } from "../../src/emulator/index";
import { Project } from "./support/project";

const pixels = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`p${n}`, { type: "fbpixel", name: `P${n}`, tag: `${n}` }]),
  );

test("a file that lost its include deletes nothing, and one run can be allowed", async () => {
  const project = await Project.create({
    files: { "brands/acme.yaml": JSON.stringify({ pixels: pixels(10) }) },
    config: { include: "brands/*.yaml", qrCodes: { menu: { type: "text", data: "menu" } } },
  });
  await project.ok("up", "--yes", "--skip-preview");
  project.writes();
  await project.config({ qrCodes: { menu: { type: "text", data: "menu" } } });
  const { code, output } = await project.pulumi("up", "--yes", "--skip-preview");
  expect(code).toBe(1);
  expect(output).toMatch(/\b10 of 11\b/);
  expect(output).toContain("LINK_MANAGEMENT_MAX_DELETIONS=10 pulumi up");
  expect(project.service.log).toEqual([]);

  project.env.LINK_MANAGEMENT_MAX_DELETIONS = "10";
  await project.ok("up", "--yes");
  expect(project.writes()).toHaveLength(10);
  expect(project.service.account().qrs.list()).toHaveLength(1);
});

test("no command changes anything with the key of another account, a rejected key or no key", async () => {
  const accounts = [
    { username: "acme", keys: [DEMO_KEY] },
    { username: "globex", keys: ["other-key"] },
  ];
  const project = await Project.create({ accounts, config: { pixels: pixels(2) } });
  await project.ok("up", "--yes", "--skip-preview");
  const state = await project.ok("stack", "export");
  project.writes();
  await project.config({
    pixels: { p0: { type: "fbpixel", name: "Changed", tag: "0" }, ...pixels(1), new: pixels(3).p2 },
  });

  const runs: [key: string | undefined, command: string, message: RegExp][] = [
    ["other-key", "up", /wrong account.*globex/is],
    ["other-key", "refresh", /wrong account.*globex/is],
    ["other-key", "destroy", /wrong account.*globex/is],
    // Nothing may look deleted because of a credential.
    ["unknown-key", "refresh", /rejected the API key/],
    [undefined, "destroy", /no API key/],
  ];
  for (const [key, command, message] of runs) {
    project.env.LINK_MANAGEMENT_API_KEY = key;
    const { code, output } = await project.pulumi(command, "--yes", "--skip-preview");
    expect(code, output).not.toBe(0);
    expect(output).toMatch(message);
  }
  expect(project.writes()).toEqual([]);
  const resources = (text: string) =>
    JSON.parse(text).deployment.resources.map(({ urn, id }: Record<string, string>) => [urn, id]);
  expect(resources(await project.ok("stack", "export"))).toEqual(resources(state));
});

test("on a service without endpoints for links, a config with links creates nothing, also without a preview", async () => {
  const project = await Project.create({
    dialect: { ...DIALECTS.observed, linkEndpoints: "absent" },
    config: {
      domains: { go: { domain: "https://go.example.com" } },
      pixels: pixels(5),
      channels: { spring: { name: "Spring" } },
      links: { spring: { url: "https://example.com", alias: "spring", domain: "go" } },
    },
  });
  const { code, output } = await project.pulumi("up", "--yes", "--skip-preview");
  expect(code, output).not.toBe(0);
  expect(output).toMatch(/does not have this list.*Remove the links from the config/s);
  expect(output).not.toContain("pulumi state delete");
  expect(project.writes()).toEqual([]);
});

// Objects that the account has before the stack: nothing is adopted unless the user asks for it.
import { expect, test } from "vitest";
import { Project } from "./support/project";

const ADS = { type: "fbpixel", name: "Shop ads", tag: "1" };

test("entries adopt by id or create a duplicate, and a recorded object is never adopted twice", async () => {
  const project = await Project.create();
  const { pixels, qrs } = project.service.account();
  pixels.create({ type: "fbpixel", name: "Shop ads", tag: "1" });
  qrs.create({ type: "link", data: "https://example.com/menu" });
  const config = {
    pixels: { ads: { ...ADS, options: { onExisting: "duplicate" } } },
    qrCodes: { menu: { options: { onExisting: { id: 101 }, retainOnDelete: true } } },
  };
  await project.config(config);
  await project.ok("up", "--yes");
  expect(project.writes()).toEqual(["POST /api/pixel/add"]);
  expect(await project.state()).toMatchObject({ "Pixel ads": { id: "102" }, "QrCode menu": { id: "101" } });

  const twice = {
    ...config,
    pixels: { ...config.pixels, more: { ...ADS, options: { onExisting: { id: 102 } } } },
  };
  await project.config(twice);
  const { code, output } = await project.pulumi("up", "--yes");
  expect(code).toBe(1);
  expect(output).toMatch(/pixels\.more.*managed by pixels\.ads/s);

  await project.ok("destroy", "--yes", "--skip-preview");
  expect(project.writes()).toEqual(["DELETE /api/pixel/102/delete"]);
});

const CONFIG = {
  pixels: { ads: ADS },
  channels: { spring: { name: "Spring", color: "#22AA66" } },
  domains: { go: { domain: "https://go.example.com" } },
};

test("collisions stop the run together, and one word decides about them", async () => {
  const project = await Project.create({ config: CONFIG });
  const { channels, pixels } = project.service.account();
  pixels.create(ADS as never);
  channels.create({ name: "Spring", color: "#000000", description: "by hand" });
  const { code, output } = await project.pulumi("up", "--yes");
  expect(code).toBe(1);
  for (const entry of ["pixels.ads", "channels.spring"]) {
    expect(output).toMatch(new RegExp(`${entry} \\(link-management\\.yaml:\\d+:\\d+\\): .*\\bid 101\\b`));
  }
  expect(output).not.toContain("domains.go");
  expect(project.writes()).toEqual([]);

  // Only the pixel is equal.
  project.env.LINK_MANAGEMENT_ON_EXISTING = "adopt";
  const different = await project.pulumi("preview");
  expect(different.code).toBe(1);
  expect(different.output).toMatch(/channels\.spring.*color/);
  expect(different.output).not.toMatch(/error:.*pixels\.ads/);

  project.env.LINK_MANAGEMENT_ON_EXISTING = "overwrite";
  expect(await project.ok("preview")).toMatch(/channels\.spring.*101.*color/);
  await project.ok("up", "--yes", "--skip-preview");
  expect(project.writes().sort()).toEqual(["POST /api/domain/add", "PUT /api/channel/101/update"]);
  expect(channels.list()).toMatchObject([{ color: "#22AA66", description: "by hand" }]);

  delete project.env.LINK_MANAGEMENT_ON_EXISTING;
  await project.ok("preview", "--refresh", "--expect-no-changes");
});

// Replacements and creates that end without an object, with the real Pulumi CLI.
import { expect, test } from "vitest";
import { Project } from "./support/project";

const UP = ["up", "--yes", "--skip-preview", "--parallel", "4"];

test("a channel that comes back under another name stays pending: a preview names it, and --target of others works", async () => {
  const config = (name: string) => ({
    channels: { spring: { name: "Spring" } },
    pixels: { ads: { type: "forum", name, tag: "1" } },
  });
  const project = await Project.create({ config: { pixels: config("Ads").pixels } });
  await project.ok(...UP);
  await project.config(config("Ads"));
  const { channels, pixels } = project.service.account();
  const edit = () => void channels.update(101, { name: "Printemps" });
  project.faults.rule({ on: "POST /api/channel/add", fault: "reset", when: "after", times: 1, edit });
  const first = await project.pulumi(...UP);
  expect(first.code).toBe(1);
  expect(first.output).toMatch(/\bid 101\b/);
  expect(await project.state()).toMatchObject({ "Channel spring": { id: "undecided" } });
  project.writes();

  for (const command of [["preview"], UP]) {
    const { code, output } = await project.pulumi(...command);
    expect(code).toBe(1);
    expect(output).toContain("channels.spring");
    expect(output).toContain("onExisting");
  }
  expect(project.writes()).toEqual([]);

  await project.config(config("Shop ads"));
  const { urn } = (await project.state())["Pixel ads"]!;
  await project.ok("up", "--yes", "--target", urn);
  expect(project.writes()).toEqual(["PUT /api/pixel/101/update"]);
  expect(pixels.list()).toMatchObject([{ name: "Shop ads" }]);

  const options = { onExisting: { id: 101 } };
  await project.config({ ...config("Shop ads"), channels: { spring: { name: "Spring", options } } });
  await project.ok("up", "--yes");
  expect(project.writes()).toEqual(["PUT /api/channel/101/update"]);
  expect(channels.list()).toMatchObject([{ name: "Spring" }]);
  await project.ok("preview", "--refresh", "--expect-no-changes");
});

test("delete-before-replace of the only domain, whose create is rejected, ends with the next up", async () => {
  const go = (host: string) => ({
    domains: { go: { domain: `https://${host}.example.com`, options: { deleteBeforeReplace: true } } },
  });
  const project = await Project.create({ config: go("old") });
  await project.ok(...UP);
  project.writes();
  await project.config(go("new"));
  project.faults.rule({ on: "POST /api/domain/add", reject: "the plan has no domains", times: 1 });
  const { code, output } = await project.pulumi(...UP);
  expect(code).toBe(1);
  expect(output).toContain("the plan has no domains");
  // The state keeps the record of the deleted domain, and the list is empty.
  await project.ok("up", "--refresh", "--yes");
  expect(project.writes()).toEqual(["DELETE /api/domain/101/delete", "POST /api/domain/add"]);
  expect(await project.state()).toMatchObject({ "Domain go": { id: "102" } });
  await project.ok("preview", "--refresh", "--expect-no-changes");
});

test("a QR code whose create has no clear result is never sent again, and the user decides", async () => {
  const project = await Project.create({ config: { qrCodes: { menu: { type: "text", data: "menu" } } } });
  const { qrs } = project.service.account();
  const edit = () => void qrs.create({ data: "other" });
  project.faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "after", times: 1, edit });
  const first = await project.pulumi(...UP);
  expect(first.code).toBe(1);
  for (const id of [101, 102]) expect(first.output).toMatch(new RegExp(`\\bid ${id}\\b`));
  project.writes();

  const second = await project.pulumi("up", "--yes");
  expect(second.code).toBe(1);
  expect(second.output).toContain("duplicate");
  await project.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  expect(project.writes()).toEqual([]);

  const options = { onExisting: "duplicate" };
  await project.config({ qrCodes: { menu: { type: "text", data: "menu", options } } });
  await project.ok("up", "--yes");
  expect(project.writes()).toEqual(["POST /api/qr/add"]);
  expect(await project.state()).toMatchObject({ "QrCode menu": { id: "103" } });
});

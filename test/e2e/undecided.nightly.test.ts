// A create without a clear result, with the real Pulumi CLI.
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

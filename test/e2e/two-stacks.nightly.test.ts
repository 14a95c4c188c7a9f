// Two stacks on one account: neither changes an object of the other.
import { expect, test } from "vitest";
import { Project } from "./support/project";

const SHARED = {
  pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
  channels: { spring: { name: "Spring", items: [{ link: 4711 }] } },
};
const SECOND = ["--stack", "second"];

test("a second stack reports shared objects, and creates and destroys only its own", async () => {
  const menu = { type: "text", data: "menu" };
  const project = await Project.create({ config: { ...SHARED, qrCodes: { menu } } });
  await project.ok("up", "--yes", "--skip-preview");
  const before = structuredClone(project.service.account().data);
  project.writes();

  await project.write({ "second.yaml": JSON.stringify(SHARED) });
  await project.ok("stack", "init", "second", "--no-select");
  await project.ok("config", "set", "link-management:file", "second.yaml", ...SECOND);
  // Also without a preview. The engine stops at the first one.
  const { code, output } = await project.pulumi("up", "--yes", "--skip-preview", ...SECOND);
  expect(code).toBe(1);
  expect(output).toMatch(/\(second\.yaml:.*already exists \(id 101\)/);
  expect(project.writes()).toEqual([]);

  const own = { channels: { winter: { name: "Winter", items: [{ link: 4711 }, { qr: "card" }] } } };
  await project.write({ "second.yaml": JSON.stringify({ ...own, qrCodes: { card: menu } }) });
  await project.ok("up", "--yes", "--skip-preview", ...SECOND);
  expect(project.writes()).toHaveLength(4);
  await project.ok("preview", "--refresh", "--expect-no-changes");
  await project.ok("destroy", "--yes", "--skip-preview", ...SECOND);
  expect(project.service.account().data).toEqual(before);
});

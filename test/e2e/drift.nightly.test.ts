// What somebody changes on the account.
import { expect, test } from "vitest";
import { CONFIG } from "./support/example";
import { Project } from "./support/project";

test("drift is shown and fixed", async () => {
  const { account: _, ...config } = CONFIG;
  const project = await Project.create({ config });
  await project.ok("up", "--yes", "--skip-preview");
  const { channels, domains, pixels } = project.service.account();
  pixels.update(101, { name: "By hand" });
  domains.create({ domain: "https://press.example.com" });
  domains.delete(101);
  // Not managed, so it is no drift.
  channels.update(101, { description: "By hand" });
  project.writes();

  const { code } = await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
  expect(code).toBe(7);
  const preview = await project.ok("preview", "--refresh", "--diff");
  expect(preview).toMatch(/name *: "By hand" => "Shop ads"/);
  expect(preview).toMatch(/\+ .*Domain.*\(create\)/);
  expect(preview).not.toContain("description");
  expect(project.writes()).toEqual([]);

  await project.ok("up", "--refresh", "--yes", "--skip-preview");
  expect(project.writes().sort()).toEqual(["POST /api/domain/add", "PUT /api/pixel/101/update"]);
  expect(pixels.list()).toMatchObject([{ name: "Shop ads" }]);
  expect(channels.list()).toMatchObject([{ description: "By hand" }]);
  await project.ok("preview", "--refresh", "--expect-no-changes");
});

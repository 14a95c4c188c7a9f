// examples/config-repo, installed as by a user and applied to the emulator.
import { expect, onTestFinished, test } from "vitest";
import { exampleFiles, installExample } from "../support/example";
import { pack, temporaryFolder } from "../support/package";
import { Project } from "../support/project";

test("applies unchanged, previews no changes, and protects its domain", async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const files = await exampleFiles("config-repo");
  const project = await Project.create({
    files,
    modules: await installExample(files, folder.path, await pack(folder.path)),
  });
  onTestFinished(() => project.remove());
  const acme = project.emulator.store.account("acme");

  await project.pulumi("up", "--yes");
  expect(acme.pixels.list().map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Shop ads", "Shop analytics"]),
  );
  const items = acme.channels.list().map(({ name, items }) => `${name} ${items.length}`);
  expect(items.sort()).toEqual(["Print 2", "Spring 3"]);
  expect(acme.campaigns.list()).toMatchObject([{ name: "Launch", slug: "launch", public: true }]);
  await project.pulumi("preview", "--refresh", "--expect-no-changes");

  project.emulator.clearLog();
  const { code, output } = await project.try("destroy", "--yes");
  expect(code, output).not.toBe(0);
  expect(output).toContain("protect");
  expect(project.changes()).toEqual([]);

  await project.pulumi("state", "unprotect", "--all", "--yes");
  await project.pulumi("destroy", "--yes");
  expect(acme.domains.size + acme.pixels.size + acme.channels.size + acme.qrs.size).toBe(0);
});

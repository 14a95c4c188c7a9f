// examples/config-repo, copied as a user would copy it and applied to the emulator.
import { expect, onTestFinished, test } from "vitest";
import { exampleFiles, installFor } from "../support/example";
import { pack, temporaryFolder } from "../support/package";
import { Project } from "../support/project";

test("the config repo applies as it stands, shows no change after that, and keeps its domain", async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const files = await exampleFiles("config-repo");
  const at = await Project.create({
    files,
    modules: await installFor(files, folder.path, await pack(folder.path)),
  });
  onTestFinished(() => at.remove());
  const acme = at.emulator.store.account("acme");

  await at.pulumi("up", "--yes");
  expect(acme.pixels.list().map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Shop ads", "Shop analytics"]),
  );
  const items = acme.channels.list().map(({ name, items }) => `${name} ${items.length}`);
  expect(items.sort()).toEqual(["Print 2", "Spring 3"]);
  expect(acme.campaigns.list()).toMatchObject([{ name: "Launch", slug: "launch", public: true }]);
  await at.pulumi("preview", "--refresh", "--expect-no-changes");

  at.emulator.clearLog();
  const { code, output } = await at.try("destroy", "--yes");
  expect(code, output).not.toBe(0);
  expect(output).toContain("protect");
  expect(at.changes()).toEqual([]);

  await at.pulumi("state", "unprotect", "--all", "--yes");
  await at.pulumi("destroy", "--yes");
  expect(acme.domains.size + acme.pixels.size + acme.channels.size + acme.qrs.size).toBe(0);
});

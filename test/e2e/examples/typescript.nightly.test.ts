// examples/typescript, type-checked and run as TypeScript.
import { expect, onTestFinished, test } from "vitest";
import { wifiText } from "../../support/secrets";
import { exampleFiles, installExample } from "../support/example";
import { npm, pack, temporaryFolder } from "../support/package";
import { Project } from "../support/project";

test("type-checks, applies, and previews no changes", async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const files = await exampleFiles("typescript");
  const project = await Project.create({
    files,
    modules: await installExample(files, folder.path, await pack(folder.path)),
  });
  onTestFinished(() => project.remove());
  await npm(project.folder, "run", "typecheck");

  const acme = project.emulator.store.account("acme");
  await project.pulumi("config", "set", "--secret", "wifiPassword", "guests-only-7");
  const up = await project.pulumi("up", "--yes", "--diff");
  expect(up).toContain("launch-at");
  expect(up).toMatch(/"Welcome"/);
  expect(acme.qrs.list()).toMatchObject([{ data: wifiText("guests-only-7") }]);
  expect(
    acme.channels
      .list()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["Austria", "France"]);
  expect(acme.campaigns.list().flatMap(({ links }) => links)).toEqual(
    expect.arrayContaining([4711, 4712, 4713]),
  );
  await project.pulumi("preview", "--expect-no-changes");

  await project.pulumi("destroy", "--yes");
  expect(acme.channels.size + acme.campaigns.size + acme.qrs.size + acme.pixels.size).toBe(0);
});

// examples/typescript, type-checked and run by the CLI as TypeScript.
import { expect, onTestFinished, test } from "vitest";
import { wifiText } from "../../support/secrets";
import { exampleFiles, installFor } from "../support/example";
import { npm, pack, temporaryFolder } from "../support/package";
import { Project } from "../support/project";

test("the TypeScript program type-checks, applies and shows no change after that", async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const files = await exampleFiles("typescript");
  const at = await Project.create({
    files,
    modules: await installFor(files, folder.path, await pack(folder.path)),
  });
  onTestFinished(() => at.remove());
  await npm(at.folder, "run", "typecheck");

  const acme = at.emulator.store.account("acme");
  await at.pulumi("config", "set", "--secret", "wifiPassword", "guests-only-7");
  const up = await at.pulumi("up", "--yes", "--diff");
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
  await at.pulumi("preview", "--expect-no-changes");

  await at.pulumi("destroy", "--yes");
  expect(acme.channels.size + acme.campaigns.size + acme.qrs.size + acme.pixels.size).toBe(0);
});

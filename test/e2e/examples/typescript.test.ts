// examples/typescript, type-checked and run by the CLI as TypeScript.
import { expect, onTestFinished, test } from "vitest";
import { exampleFiles, installFor } from "../support/example";
import { npm, pack, temporaryFolder } from "../support/package";
import { Project } from "../support/project";
import { SecretsScan } from "../support/secrets-scan";

test("the TypeScript program type-checks, applies, shows no change after that, and keeps its secret", async () => {
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
  const scan = new SecretsScan({ "the wifi password": "guests-only-7" });
  const pulumi = async (...args: string[]) => {
    const output = await at.pulumi(...args);
    scan.text(args.join(" "), output);
    return output;
  };
  await pulumi("config", "set", "--secret", "wifiPassword", "guests-only-7");
  const up = await pulumi("up", "--yes", "--diff");
  expect(up).toContain("launch-at");
  expect(up).toMatch(/"Welcome"/);
  expect(acme.qrs.list()).toMatchObject([{ data: "WIFI:T:WPA;S:Acme guests;P:guests-only-7;;" }]);
  expect(
    acme.channels
      .list()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["Austria", "France"]);
  expect(acme.campaigns.list().flatMap(({ links }) => links)).toEqual(
    expect.arrayContaining([4711, 4712, 4713]),
  );
  await pulumi("preview", "--expect-no-changes");
  await scan.project(at);
  expect(scan.leaks).toEqual([]);

  await pulumi("destroy", "--yes");
  expect(acme.channels.size + acme.campaigns.size + acme.qrs.size + acme.pixels.size).toBe(0);
});

// The package from its tarball, as users install it.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { codeOf, freePort, initFrom, packed, run, userEnvironment } from "./support/package";
import { Command } from "./support/project";

test("the quick start of the README works as it is written, without code", async () => {
  const { folder, tarball } = await packed();
  const project = join(folder, "quick-start");
  await mkdir(project);
  const all = Object.entries(await userEnvironment(folder));
  // Its own commands set these.
  const env = Object.fromEntries(
    all.filter(([name]) => !/^LINK_MANAGEMENT_(BASE|API)|^PULUMI_(BACKEND|CONFIG)/.test(name)),
  );
  const port = await freePort();
  // The first one is about the repository.
  const [, start = "", apply = ""] = codeOf("README.md", "Quick start", "sh").map((block) =>
    block.replaceAll("4010", String(port)).replace("npx pulumi-link-management init", initFrom(tarball)),
  );
  const emulator = new Command(["bash", "-e", "-c", start], project, env);
  onTestFinished(() => emulator.stop("SIGINT"));
  await emulator.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const [config = ""] = codeOf("README.md", "Quick start", "yaml");
  await writeFile(join(project, "link-management.yaml"), config);
  expect(await run(["bash", "-e", "-c", apply], project, env)).toContain("10 created");
  // Nothing that the commands wrote belongs into git, except the files of the project.
  await run(["git", "init", "--quiet"], project, env);
  const files = (await run(["git", "ls-files", "--others", "--exclude-standard"], project, env)).trim();
  expect(files.split("\n").sort()).toEqual([
    ".gitignore",
    ".vscode/extensions.json",
    ".vscode/settings.json",
    "Pulumi.acme.yaml",
    "Pulumi.yaml",
    "link-management.yaml",
    "package-lock.json",
    "package.json",
  ]);
});

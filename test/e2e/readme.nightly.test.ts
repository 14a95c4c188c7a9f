// Runs the TypeScript example of README.md unchanged.
import { expect, onTestFinished, test } from "vitest";
import { exampleFiles, installExample } from "./support/example";
import { npm, packedForFile } from "./support/package";
import { Project } from "./support/project";
import { block } from "./support/readme";

const built = packedForFile();

test("type-checks and applies the TypeScript example in a project such as examples/typescript", async () => {
  const files = { ...(await exampleFiles("typescript")), "index.ts": block("In TypeScript", "ts") };
  const project = await Project.create({
    files,
    modules: await installExample(files, built.folder, built.packed),
  });
  onTestFinished(() => project.remove());
  await npm(project.folder, "run", "typecheck");
  expect(await project.pulumi("up", "--yes")).toContain("address: ");
  const acme = project.emulator.store.account("acme");
  expect(acme.channels.list().map(({ items }) => items.length)).toEqual([1, 1]);
});

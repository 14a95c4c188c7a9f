// The steps of CONTRIBUTING.md, "Adding a kind", in a copy of the tree: one file and one line give a new kind, if the
// emulator has its endpoints.
import { appendFile, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";
import { copyTree, run } from "./support/package";
import { Project, packageRoot } from "./support/project";

test("the new kind compiles, passes the linter and the tests, has its docs and schema, and appears in a preview", async () => {
  const tree = temporaryFolder();
  await copyTree(tree);
  const steps = stepsOf(await readFile(join(packageRoot, "CONTRIBUTING.md"), "utf8"));
  const registry = steps[2];
  expect(steps.map(({ path }) => path)).toEqual([
    "src/emulator/document.ts",
    "src/resources/splash.ts",
    "src/resources/kinds.ts",
  ]);
  expect(registry!.code).toMatch(/^[^\n]+\n$/);
  for (const { path, code } of steps) await appendFile(join(tree, path), code);

  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
  for (const script of ["generate", "build", "lint"])
    await run(["npm", "run", "--silent", script], tree, env);
  await run(["npx", "vitest", "run", "--project", "unit", "--project", "stack"], tree, env);
  expect(await readFile(join(tree, "docs/reference/splash.md"), "utf8")).toContain("# Splash\n");
  expect(await readFile(join(tree, "link-management.schema.json"), "utf8")).toContain('"splashes"');

  const config = {
    splashes: { sale: { name: "Summer sale", link: "spring" } },
    links: { spring: { url: "https://example.com/spring", alias: "spring" } },
  };
  const { startEmulator }: typeof import("../../src/emulator/index") = require(
    join(tree, "dist/emulator/index.js"),
  );
  const service = await startEmulator({ rateLimit: 1000, preset: "observed" });
  onTestFinished(() => service.close());
  const project = await Project.create({ config, env: { LINK_MANAGEMENT_BASE_URL: service.url } });
  await rm(join(project.folder, "node_modules/pulumi-link-management"));
  await symlink(tree, join(project.folder, "node_modules/pulumi-link-management"));
  expect(await project.ok("preview")).toMatch(/Splash +sale +create/);
  await project.ok("up", "--yes", "--skip-preview");
  const { "Link spring": spring } = await project.state();
  const [page] = service.account().splash.list() as readonly { link?: unknown }[];
  expect(String(page?.link)).toBe(spring!.id);
});

/** The numbered steps that have a path and code. */
function stepsOf(contributing: string): { path: string; code: string }[] {
  const [, section = ""] = contributing.split("## Adding a kind\n");
  const blocks = section.matchAll(/^\d+\. .*`(src\/[^`]+)`:\n\n {3}```ts\n([\s\S]*?)^ {3}```$/gm);
  return [...blocks].map(([, path = "", code = ""]) => ({ path, code: code.replace(/^ {3}/gm, "") }));
}

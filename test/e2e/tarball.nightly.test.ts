// The tarball of the package.
import { readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { packed } from "./support/package";

test("the tarball passes publint and are-the-types-wrong", async () => {
  const tarball = await readFile((await packed()).tarball);
  const { publint } = await import("publint");
  const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
  expect(messages).toEqual([]);
  const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
  expect(await checkPackage(createPackageFromTarballData(tarball))).toMatchObject({ problems: [] });
});

test("the tarball has what its pages link to, except what is for contributors", async () => {
  const { createPackageFromTarballData } = await import("@arethetypeswrong/core");
  const tarball = createPackageFromTarballData(await readFile((await packed()).tarball));
  const root = `/node_modules/${tarball.packageName}/`;
  const files = tarball.listFiles().map((file) => file.replace(root, ""));
  const missing = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((page) => {
      const links = tarball.readFile(root + page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g);
      return [...links].map(([, path = ""]) => normalize(join(dirname(page), path)));
    })
    .filter((target) => !files.some((file) => `${file}/`.startsWith(`${target}/`)));
  expect(missing.sort()).toEqual(["ARCHITECTURE.md", "CONTRIBUTING.md"]);
});

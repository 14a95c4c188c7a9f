// The contents of the package.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packedForFile } from "../support/package";
import { packageRoot } from "../support/project";

const built = packedForFile();

test("contains only the build with its types, the schema, README, license and package.json", () => {
  const otherFiles = built.packed.files.filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path));
  expect(otherFiles.sort()).toEqual(["LICENSE", "README.md", "link-management.schema.json", "package.json"]);
});

test("contains the build of every source file", async () => {
  const sources = await readdir(join(packageRoot, "src"), { recursive: true });
  const expected = sources
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [".js", ".d.ts"].map((extension) => `dist/${path.replace(/\.ts$/, extension)}`));
  expect(built.packed.files).toEqual(expect.arrayContaining(expected));
});

test("contains every file that package.json names", async () => {
  const { main, types, exports, bin } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
  const named = JSON.stringify([main, types, exports, bin]).match(/[\w./-]+\.(d\.ts|js|json)(?=")/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect(built.packed.files).toEqual(expect.arrayContaining(named.map((path) => path.replace(/^\.\//, ""))));
});

test("passes publint", async () => {
  const { publint } = await import("publint");
  const { formatMessage } = await import("publint/utils");
  const tarball = new Uint8Array(await readFile(built.packed.tarball)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

test("passes are-the-types-wrong", async () => {
  const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
  const result = await checkPackage(createPackageFromTarballData(await readFile(built.packed.tarball)));
  expect(result).toMatchObject({ types: { kind: "included" }, problems: [] });
});

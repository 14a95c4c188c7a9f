// What is in the package.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Packed, pack, temporaryFolder } from "../support/package";
import { packageRoot } from "../support/project";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let packed: Packed;

beforeAll(async () => {
  folder = await temporaryFolder();
  packed = await pack(folder.path);
});

afterAll(() => folder.remove());

test("the package holds the built code with its types, the schema, README, licence and package.json, and nothing else", () => {
  const rest = packed.files.filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path));
  expect(rest.sort()).toEqual(["LICENSE", "README.md", "link-management.schema.json", "package.json"]);
});

test("the package holds every source file, built", async () => {
  const sources = await readdir(join(packageRoot, "src"), { recursive: true });
  const wanted = sources
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [".js", ".d.ts"].map((ending) => `dist/${path.replace(/\.ts$/, ending)}`));
  expect(packed.files).toEqual(expect.arrayContaining(wanted));
});

test("everything that package.json names is in the package", async () => {
  const { main, types, exports, bin } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
  const named = JSON.stringify([main, types, exports, bin]).match(/[\w./-]+\.(d\.ts|js|json)(?=")/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect(packed.files).toEqual(expect.arrayContaining(named.map((path) => path.replace(/^\.\//, ""))));
});

// The contents of the package.
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEMO_KEY } from "../../../src/emulator/index";
import { startEmulator } from "../support/emulator";
import { packedForFile } from "../support/package";
import { cliEnvironment, packageRoot, run } from "../support/project";

const built = packedForFile();

test("contains only the build with its types, the pipelines, the schema, README, license and package.json", () => {
  const otherFiles = built.packed.files.filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path));
  expect(otherFiles.sort()).toEqual([
    "LICENSE",
    "README.md",
    "examples/pipelines/.github/workflows/links.yml",
    "examples/pipelines/.gitlab-ci.yml",
    "link-management.schema.json",
    "package.json",
  ]);
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

test("the commands work without the SDK, which not every installer adds for `npx`", async () => {
  const modules = join(built.folder, "without-sdk/node_modules");
  const { bin, dependencies } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
  expect(bin).toHaveProperty("pulumi-link-management");
  await mkdir(join(modules, "pulumi-link-management"), { recursive: true });
  const untar = ["tar", "-xzf", built.packed.tarball, "--strip-components=1", "-C", "pulumi-link-management"];
  await run(untar, modules, process.env);
  for (const name of Object.keys(dependencies)) {
    await symlink(join(packageRoot, "node_modules", name), join(modules, name));
  }
  await writeFile(join(modules, "link-management.yaml"), "channels: { spring: { name: Spring } }\n");
  const main = join(modules, "pulumi-link-management", bin["pulumi-link-management"]);
  const emulator = await startEmulator();
  try {
    emulator.store.account("acme").channels.create({ name: "Spring" });
    const settings = { LINK_MANAGEMENT_BASE_URL: emulator.url, LINK_MANAGEMENT_API_KEY: DEMO_KEY };
    for (const command of ["validate", "schema", "emulator --help", "show account", "show channel spring"]) {
      const env = { ...cliEnvironment(), ...settings };
      const { code, output } = await run([process.execPath, main, ...command.split(" ")], modules, env);
      expect({ command, code, output }).toEqual({ command, code: 0, output: expect.any(String) });
    }
  } finally {
    await emulator.close();
  }
});

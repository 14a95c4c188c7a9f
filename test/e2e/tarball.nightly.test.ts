// The tarball of the package.
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";
import { packed, run } from "./support/package";
import { packageRoot } from "./support/project";

test("the tarball passes publint and are-the-types-wrong", async () => {
  const tarball = await readFile((await packed()).tarball);
  const { publint } = await import("publint");
  const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
  expect(messages).toEqual([]);
  const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
  expect(await checkPackage(createPackageFromTarballData(tarball))).toMatchObject({ problems: [] });
});

test("the tarball has the licenses of what it bundles, and what its pages link to but for contributors", async () => {
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
  const licenses = tarball.readFile(`${root}plugin/LICENSES.txt`);
  for (const name of ["@grpc/grpc-js", "google-protobuf", "@pulumi/pulumi", "undici", "zod"])
    expect(licenses).toContain(`${name} `);
});

test("every published type compiles with the tsconfig of Pulumi's own template", async () => {
  const project = temporaryFolder();
  const example = join(packageRoot, "examples/typescript");
  await cp(join(example, "index.ts"), join(project, "index.ts"));
  await mkdir(join(project, "node_modules/@pulumi"), { recursive: true });
  await symlink(packageRoot, join(project, "node_modules/pulumi-link-management"));
  for (const name of ["@pulumi/pulumi", "@types"])
    await symlink(join(packageRoot, "node_modules", name), join(project, "node_modules", name));
  const { compilerOptions } = JSON.parse(await readFile(join(example, "tsconfig.json"), "utf8"));
  expect(compilerOptions).toMatchObject({ target: "es2020" });
  expect(compilerOptions).not.toHaveProperty("skipLibCheck");
  const include = ["index.ts", "node_modules/pulumi-link-management/dist/**/*.d.ts"];
  await writeFile(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, include, exclude: [] }),
  );
  await run(
    [process.execPath, join(packageRoot, "node_modules/typescript/bin/tsc"), "-p", project],
    project,
    process.env,
  );
});

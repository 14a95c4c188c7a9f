// The tarball of the package.
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";
import { packed, run } from "./support/package";
import { packageRoot } from "./support/project";

test("the tarball passes publint and are-the-types-wrong, and has the licenses of what it bundles", async () => {
  const tarball = await readFile((await packed()).tarball);
  const { publint } = await import("publint");
  const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
  expect(messages).toEqual([]);
  const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
  const contents = createPackageFromTarballData(tarball);
  expect(await checkPackage(contents)).toMatchObject({ problems: [] });
  const licenses = contents.readFile(`/node_modules/${contents.packageName}/plugin/LICENSES.txt`);
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

// The package as users get it: installed from its tarball.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { packageRoot } from "./package-root";
import { run } from "./project";
import { scanFolder } from "./scan-artifacts";

export interface Packed {
  tarball: string;
  /** Paths in the tarball. */
  files: string[];
}

/** The tarball in a folder, for all tests of a file. Both exist while they run, and in `beforeAll` of the file. */
export function packedForFile(): { readonly folder: string; readonly packed: Packed } {
  let folder: Awaited<ReturnType<typeof temporaryFolder>> | undefined;
  let packed: Packed | undefined;
  beforeAll(async () => {
    folder = await temporaryFolder();
    packed = await pack(folder.path);
  });
  afterAll(() => folder?.remove());
  return {
    get folder() {
      return folder!.path;
    },
    get packed() {
      return packed!;
    },
  };
}

/** Creates a folder that the test removes at its end. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "link-management-"));
  const remove = async () => {
    await scanFolder(path);
    await rm(path, { recursive: true, force: true });
  };
  return { path, remove };
}

/** Packs what `npm publish` would upload. Does not rebuild dist, because parallel tests share it. */
export async function pack(into: string): Promise<Packed> {
  const { stdout } = await npm(packageRoot, "pack", "--ignore-scripts", "--json", "--pack-destination", into);
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(into, filename), files: files.map(({ path }) => path) };
}

/** Installs the tarball and the SDK, as in a user's package.json, and returns the path of node_modules. */
export async function install(folder: string, { tarball }: Packed, ...options: string[]): Promise<string> {
  const { devDependencies } = require(join(packageRoot, "package.json"));
  const dependencies = {
    "@pulumi/pulumi": devDependencies["@pulumi/pulumi"],
    "pulumi-link-management": `file:${tarball}`,
  };
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  await npm(folder, "install", ...options);
  return join(folder, "node_modules");
}

/** Runs npm, which must succeed. Uses npm's cache where possible. */
export async function npm(cwd: string, ...args: string[]) {
  const env = {
    ...process.env,
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  const result = await run(["npm", ...args], cwd, env);
  if (result.code !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${result.output}`);
  return result;
}

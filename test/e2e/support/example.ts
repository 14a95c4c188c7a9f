// An example or a README, checked out into a folder of its own and installed there as its package.json says, with
// the packed package in the place of the published one and the tools in the versions of this repository.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { npm, type Packed } from "./package";
import { packageRoot } from "./package-root";

/** What is no part of an example but lies in its folder once it was used. */
const LEFTOVERS = /(^|\/)(node_modules\/.*|package-lock\.json|Pulumi\.[\w-]+\.yaml)$/;

/** Its files by path. */
export async function exampleFiles(name: string): Promise<Record<string, string>> {
  const folder = join(packageRoot, "examples", name);
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/");
    if (entry.isFile() && !LEFTOVERS.test(path)) files[path] = await readFile(join(folder, path), "utf8");
  }
  return files;
}

/** Installs what the files' package.json names; the answer is the node_modules. */
export async function installFor(
  files: Record<string, string>,
  folder: string,
  packed: Packed,
): Promise<string> {
  await writeFile(join(folder, "package.json"), files["package.json"] ?? "");
  await lock(folder, packed);
  await npm(folder, "ci");
  return join(folder, "node_modules");
}

type Dependencies = Record<string, string>;
interface Manifest {
  dependencies?: Dependencies;
  devDependencies?: Dependencies;
}

/**
 * Writes the lock file that `npm install` would make once the package is published, so that `npm ci` works.
 * Versions that package.json leaves open are those that this repository is tested with.
 */
export async function lock(folder: string, { tarball }: Packed): Promise<void> {
  const path = join(folder, "package.json");
  const text = await readFile(path, "utf8");
  const manifest: Manifest = JSON.parse(text);
  const { devDependencies: ours } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
  const pinned = (wanted: Dependencies = {}) =>
    Object.fromEntries(
      Object.entries(wanted).map(([name, range]) => [
        name,
        name === "pulumi-link-management" ? `file:${tarball}` : (ours[name] ?? range),
      ]),
    );
  const { dependencies, devDependencies } = manifest;
  const changed = {
    ...manifest,
    dependencies: pinned(dependencies),
    devDependencies: pinned(devDependencies),
  };
  await writeFile(path, JSON.stringify(changed));
  await npm(folder, "install", "--package-lock-only");
  await writeFile(path, text);

  const lockPath = join(folder, "package-lock.json");
  const locked = JSON.parse(await readFile(lockPath, "utf8"));
  Object.assign(locked.packages[""], { dependencies, devDependencies });
  await writeFile(lockPath, JSON.stringify(locked, null, 2));
}

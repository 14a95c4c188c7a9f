// Installs an example, or the README's files, from its package.json: with the packed package instead of the published
// one, and with this repository's versions of the tools.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { npm, type Packed } from "./package";
import { packageRoot } from "./package-root";

/** Files that using an example creates. */
const GENERATED = /(^|\/)(node_modules\/.*|package-lock\.json|Pulumi\.[\w-]+\.yaml)$/;

/** The files of an example, by path. */
export async function exampleFiles(name: string): Promise<Record<string, string>> {
  const folder = join(packageRoot, "examples", name);
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/");
    if (entry.isFile() && !GENERATED.test(path)) files[path] = await readFile(join(folder, path), "utf8");
  }
  return files;
}

/** Installs the dependencies in `files`' package.json and returns the path of node_modules. */
export async function installExample(
  files: Record<string, string>,
  folder: string,
  packed: Packed,
): Promise<string> {
  await writeFile(join(folder, "package.json"), files["package.json"] ?? "");
  await writeLockFile(folder, packed);
  await npm(folder, "ci");
  return join(folder, "node_modules");
}

type Dependencies = Record<string, string>;
interface Manifest {
  dependencies?: Dependencies;
  devDependencies?: Dependencies;
}

/**
 * Writes the lock file that `npm install` would write for the published package, so that `npm ci` works.
 * Resolves version ranges to the versions that this repository uses.
 */
export async function writeLockFile(folder: string, { tarball }: Packed): Promise<void> {
  const path = join(folder, "package.json");
  const text = await readFile(path, "utf8");
  const manifest: Manifest = JSON.parse(text);
  const { devDependencies: repositoryVersions } = JSON.parse(
    await readFile(join(packageRoot, "package.json"), "utf8"),
  );
  const pinned = (ranges: Dependencies = {}) =>
    Object.fromEntries(
      Object.entries(ranges).map(([name, range]) => [
        name,
        name === "pulumi-link-management" ? `file:${tarball}` : (repositoryVersions[name] ?? range),
      ]),
    );
  const { dependencies, devDependencies } = manifest;
  const withPinnedVersions = {
    ...manifest,
    dependencies: pinned(dependencies),
    devDependencies: pinned(devDependencies),
  };
  await writeFile(path, JSON.stringify(withPinnedVersions));
  await npm(folder, "install", "--package-lock-only");
  await writeFile(path, text);

  const lockPath = join(folder, "package-lock.json");
  const lockFile = JSON.parse(await readFile(lockPath, "utf8"));
  Object.assign(lockFile.packages[""], { dependencies, devDependencies });
  await writeFile(lockPath, JSON.stringify(lockFile, null, 2));
}

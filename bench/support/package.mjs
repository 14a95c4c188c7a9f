// The package that is measured.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository, which the projects use as the installed package. */
export const packageRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const require = createRequire(import.meta.url);

/** Loads a module of the built package, such as `emulator/index.js`. */
export function dist(path) {
  const file = join(packageRoot, "dist", path);
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`npm run build\` first`);
  return require(file);
}

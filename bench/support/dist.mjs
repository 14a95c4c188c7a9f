// The build of the package that is measured.
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository, which the projects use as the installed package. */
export const packageRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Loads a module of the build, such as `emulator/index.js`. */
export function dist(path) {
  return createRequire(import.meta.url)(join(packageRoot, "dist", path));
}

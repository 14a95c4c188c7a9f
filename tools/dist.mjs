// The build of the package.
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository, which projects use as the installed package. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Loads a module of the build, such as `emulator/index.js`. */
export function dist(path) {
  return createRequire(import.meta.url)(join(root, "dist", path));
}

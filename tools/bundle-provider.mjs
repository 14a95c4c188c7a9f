// Bundles dist/provider.js into one file. Every command starts a provider process, and loading a hundred small modules
// takes longer than anything else this package does before the first response.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const { dependencies, peerDependencies } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
const { compilerOptions } = JSON.parse(readFileSync(`${root}/tsconfig.json`, "utf8"));
const packages = Object.keys({ ...dependencies, ...peerDependencies });

await build({
  cwd: root,
  input: "src/provider.ts",
  platform: "node",
  tsconfig: "tsconfig.build.json",
  external: [/^node:/, /\/package\.json$/, ...packages.map((name) => new RegExp(`^${name}(?:/|$)`))],
  // The same target as the files that tsc writes.
  transform: { target: compilerOptions.target.toLowerCase() },
  output: { file: "dist/provider.js", format: "cjs", strict: true },
});

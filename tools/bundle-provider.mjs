// Makes dist/provider.js one file: the engine starts a provider process in every command, and to find and read a
// hundred small modules takes it longer than all else that is ours until its first answer.
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
  // As tsc writes the other files.
  transform: { target: compilerOptions.target.toLowerCase() },
  output: { file: "dist/provider.js", format: "cjs", strict: true },
});

// Bundles what the engine starts. dist/provider.js: every command starts a provider process, and loading a hundred small
// modules takes longer than anything else this package does before the first response. plugin/serve.cjs: it runs
// without node_modules.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const { dependencies, peerDependencies } = readJson(`${root}/package.json`);
const { compilerOptions } = readJson(`${root}/tsconfig.json`);
const packages = Object.keys({ ...dependencies, ...peerDependencies });
const options = {
  cwd: root,
  platform: "node",
  tsconfig: "tsconfig.build.json",
  // The same target as the files that tsc writes.
  transform: { target: compilerOptions.target.toLowerCase() },
};

await build({
  ...options,
  input: "src/provider.ts",
  external: [/^node:/, /\/package\.json$/, ...packages.map((name) => new RegExp(`^${name}(?:/|$)`))],
  output: { file: "dist/provider.js", format: "cjs", strict: true },
});

/** The two exports of undici that the client uses: the rest is two thirds of it, and the engine waits until it is read. */
const partsOfUndici = {
  name: "parts-of-undici",
  resolveId: (id) => (id === "undici" ? "\0undici" : undefined),
  load: (id) =>
    id === "\0undici"
      ? `exports.Agent = require("undici/lib/dispatcher/agent");
         exports.EnvHttpProxyAgent = require("undici/lib/dispatcher/env-http-proxy-agent");`
      : undefined,
};

const { output } = await build({
  ...options,
  input: "src/plugin.ts",
  external: [/^node:/],
  plugins: [partsOfUndici],
  output: { file: "plugin/serve.cjs", format: "cjs", strict: true, minify: true },
});
writeFileSync(`${root}/plugin/LICENSES.txt`, licensesOf(output[0].moduleIds));

/** The licenses of the packages that some modules belong to. */
function licensesOf(modules) {
  const folders = new Set(modules.map(packageFolder).filter(Boolean));
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = readJson(join(folder, "package.json"));
    const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
    const text = files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
    return `${name} ${version} (${license})\n\n${text || "This package has no file with its license."}\n`;
  });
  return `plugin/serve.cjs contains these packages.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

function packageFolder(module) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? [];
  return folder && existsSync(join(folder, "package.json")) ? folder : undefined;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

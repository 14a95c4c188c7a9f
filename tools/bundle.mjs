// Bundles what is started often. dist/provider.js: every command of the engine starts a provider process, and loading a hundred
// small modules takes longer than anything else this package does before the first response. plugin/*.cjs: they run without
// node_modules. dist/commands/command-line.js: as the provider, with zod as one file, that of the plugin.
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

const toDist = (file, paths) =>
  build({
    ...options,
    input: `src/${file}.ts`,
    external: [/^node:/, /\/package\.json$/, ...packages.map((name) => new RegExp(`^${name}(?:/|$)`))],
    output: { file: `dist/${file}.js`, format: "cjs", strict: true, paths },
  });
await toDist("provider", {});
await toDist("commands/command-line", { zod: "../../plugin/zod.cjs" });

// The engine waits until serve.cjs is read, so what only some commands need is in files of its own.
const lazy = ["undici", "zod"];
const toPlugin = (name, input, external) =>
  build({
    ...options,
    input,
    external: [/^node:/, ...external],
    output: {
      ...{ file: `plugin/${name}.cjs`, format: "cjs", exports: "named", strict: true, minify: true },
      paths: Object.fromEntries(external.map((one) => [one, `./${one}.cjs`])),
    },
  });
const bundles = [
  await toPlugin("serve", "src/plugin.ts", lazy),
  ...(await Promise.all(lazy.map((name) => toPlugin(name, name, [])))),
];
const modules = bundles.flatMap(({ output }) => output[0].moduleIds);
writeFileSync(`${root}/plugin/LICENSES.txt`, licensesOf(modules));

/** The licenses of the packages that some modules belong to. */
function licensesOf(modules) {
  const folders = new Set(modules.map(packageFolder).filter(Boolean));
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = readJson(join(folder, "package.json"));
    const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
    const text = files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
    return `${name} ${version} (${license})\n\n${text || "This package has no file with its license."}\n`;
  });
  return `The files of this folder contain these packages.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

function packageFolder(module) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? [];
  return folder && existsSync(join(folder, "package.json")) ? folder : undefined;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

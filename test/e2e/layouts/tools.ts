// Package managers and Node versions from the npm registry, each in an exact version and without install scripts.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npm, type Packed } from "../support/package";
import { cliEnvironment, packageRoot, run } from "../support/project";

const { devDependencies, peerDependencies } = require(join(packageRoot, "package.json"));

export const PNPM = "12.21.0";
export const YARN = "4.18.1";
export const TSX = "4.23.15";

/** The oldest that package.json supports. */
export const NODE_20 = "20.19.0";
export const NODE_22 = "22.23.3";
export const NODE_24 = "24.21.0";

export const SDK = {
  /** The start of the peer range. */
  oldest: String(peerDependencies["@pulumi/pulumi"]).replace(/^>=(\S+) .*/, "$1"),
  /** Of this repository, the newest for Node 20. */
  node20: devDependencies["@pulumi/pulumi"] as string,
  newest: "3.270.0",
};

/** Installs packages by exact version into a new folder, and returns its node_modules. */
export async function installTools(folder: string, tools: Record<string, string>): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: tools }));
  await npm(folder, "install", "--ignore-scripts");
  return join(folder, "node_modules");
}

/** Installs the packed package with an SDK and tools. */
export function installSdk(
  folder: string,
  { tarball }: Packed,
  sdk: string,
  tools: Record<string, string> = {},
): Promise<string> {
  return installTools(folder, {
    "@pulumi/pulumi": sdk,
    "pulumi-link-management": `file:${tarball}`,
    ...tools,
  });
}

/** The folder of a `node` for PATH. */
export async function nodeFolder(folder: string, version: string): Promise<string> {
  return join(await installTools(folder, { [`node-${process.platform}-${process.arch}`]: version }), ".bin");
}

/** Installs a package manager. Returns a function that runs it, and fails with its output. */
export async function packageManager(folder: string, name: "npm" | "pnpm" | "yarn"): Promise<PackageManager> {
  const command = await commandOf(folder, name);
  return async (cwd, ...args) => {
    const { code, output } = await run([...command, ...args], cwd, INSTALL_ENVIRONMENT);
    if (code !== 0) throw new Error(`${name} ${args.join(" ")} failed with ${code}:\n${output}`);
    return output;
  };
}

export type PackageManager = (cwd: string, ...args: string[]) => Promise<string>;

/** Uses the caches of the package managers where possible. Yarn in CI would refuse to write its lock file. */
const INSTALL_ENVIRONMENT = {
  ...cliEnvironment(),
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  YARN_ENABLE_TELEMETRY: "false",
};

/** The command line of a package manager. */
export async function commandOf(folder: string, name: "npm" | "pnpm" | "yarn"): Promise<string[]> {
  if (name === "npm") return ["npm"];
  if (name === "pnpm") return [join(await installTools(folder, { pnpm: PNPM }), ".bin/pnpm")];
  const modules = await installTools(folder, { "@yarnpkg/cli-dist": YARN });
  return [process.execPath, join(modules, "@yarnpkg/cli-dist/bin/yarn.js")];
}

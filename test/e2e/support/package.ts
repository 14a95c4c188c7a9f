// The package as users get it: its tarball, and the files and commands of the docs.
import { readFileSync } from "node:fs";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, relative } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";
import { Command, environment, packageRoot } from "./project";

const { version: CLI_VERSION } = require("pulumi/package.json") as { version: string };

/** Packs what `npm publish` would upload, without a build. Removed at the end of the test. */
export async function packed(): Promise<{ folder: string; tarball: string }> {
  const folder = temporaryFolder();
  const pack = ["npm", "pack", "--ignore-scripts", "--json", "--pack-destination", folder, packageRoot];
  const [{ filename }] = JSON.parse((await run(pack, folder, process.env)).replace(/^npm .*$/gm, ""));
  return { folder, tarball: join(folder, filename) };
}

/** Copies the repository, with the packages that it uses. */
export async function copyTree(tree: string): Promise<void> {
  const filter = (path: string) => ![".git", "node_modules", "dist"].includes(relative(packageRoot, path));
  await cp(packageRoot, tree, { recursive: true, verbatimSymlinks: true, filter });
  await symlink(join(packageRoot, "node_modules"), join(tree, "node_modules"));
}

/** Writes the packed package in place of the published one into a package.json, and the versions that the cache has. */
export async function useTarball(tarball: string, folder: string): Promise<void> {
  const { devDependencies } = require(join(packageRoot, "package.json"));
  const manifest = join(folder, "package.json");
  const text = (await readFile(manifest, "utf8"))
    .replace(/"pulumi-link-management": "[^"]*"/, `"pulumi-link-management": "file:${tarball}"`)
    .replace(/"([\w@/-]+)": "\^[^"]*"/g, (text, name) =>
      name in devDependencies ? `"${name}": "${devDependencies[name]}"` : text,
    );
  await writeFile(manifest, text);
}

/** The environment of a user, where `npx pulumi` finds the CLI of the tests in the cache instead of downloading it. */
export async function userEnvironment(folder: string, url = ""): Promise<NodeJS.ProcessEnv> {
  const env = { ...environment(folder, url), npm_config_prefer_offline: "true", npm_config_audit: "false" };
  await mkdir(join(folder, ".tmp"));
  await mkdir(join(folder, ".home/versions", CLI_VERSION), { recursive: true });
  await symlink(process.env.PULUMI_TEST_BIN!, join(folder, ".home/versions", CLI_VERSION, "bin"));
  return { ...env, PULUMI_SKIP_CONFIRMATIONS: "true", PATH: process.env.PATH };
}

/** Runs a command that must succeed. */
export async function run(
  command: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { code, output } = await new Command(command, folder, env).ended;
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

/** A code block of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** Code blocks by the heading above them, also headings without one. */
export function blocksByHeading(page: string): Map<string, Block[]> {
  const blocks = new Map<string, Block[]>();
  let last: Block[] = [];
  const text = readFileSync(join(packageRoot, page), "utf8");
  const headingOrBlock = /^#+ (.+)$|^( *)```(\w*)\n([\s\S]*?)\n\2```$/gm;
  for (const [, heading, indent = "", language = "", code = ""] of text.matchAll(headingOrBlock)) {
    if (heading === undefined) {
      last.push({ language, text: code.replaceAll(`\n${indent}`, "\n").slice(indent.length) });
      continue;
    }
    last = [];
    blocks.set(heading, last);
  }
  return blocks;
}

/** The code blocks of a language below a heading. */
export function codeOf(page: string, heading: string, language: string): string[] {
  const found = blocksByHeading(page).get(heading);
  if (!found) throw new Error(`${page} has no heading "${heading}"`);
  return found.flatMap((block) => (block.language === language ? [block.text] : []));
}

/** `init` from this repository, which writes a package.json with the tarball in place of the published package. */
export function initFrom(tarball: string): string {
  return `"${process.execPath}" "${packageRoot}/dist/commands/main.js" init
  npm pkg set "dependencies.pulumi-link-management=file:${tarball}"`;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
